package dev.catena.ground;

import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The motion V(λ) that joint rates λ would give to a foot, with first and second derivatives by q. Of a sole it is
 * (v, ω) seen at a point of the world, of a point (v, 0) of the point.
 *
 * <p>Of a sole ∂V/∂qᵢ = Sᵢ × U, U being what rates beyond i add, and ∂²V/∂qᵢ∂qⱼ = Sᵢ × (Sⱼ × Uⱼ) for i up to j. The point's
 * derivatives are those of p: ∂p/∂q of i up to j up to k is ωᵢ × (ωⱼ × Jₖ), in whatever order they are asked for.
 */
final class FootMotion {
    private final int body;
    private final @Nullable Vector3 point;
    private final Vector3 about;
    private final Jacobian jacobian;
    private final double[] columns;
    private final int n;
    private final double[] pose = new double[12];

    /** Coordinates from the base to the foot. */
    final int[] path;

    /** Six numbers for each joint of the path: (v, ω). */
    private final double[] motion;

    // of the rates set last, by joint of the path: the sum from it outward, beyond it, and ω up to the one before it
    private final double[] from;
    private final double[] beyond;
    private final double[] before;

    /** V(λ). */
    final double[] rate = new double[6];

    private final double[] inner = new double[6];

    /** @param aboutInWorld where the motion of a sole is seen */
    FootMotion(RobotModel robot, String bodyName, @Nullable Vector3 pointInBody, Vector3 aboutInWorld) {
        n = robot.jointCount();
        about = aboutInWorld;
        body = robot.bodyIndex(bodyName);
        point = pointInBody;
        jacobian = new Jacobian(robot);
        columns = new double[6 * n];
        List<Integer> onTheWay = new ArrayList<>();
        for (int b = body; b > 0; b = robot.parent(b)) {
            Joint joint = robot.jointOf(b).orElseThrow();
            if (joint.kind().moves()) {
                onTheWay.add(0, robot.coordinate(joint.name()));
            }
        }
        path = onTheWay.stream().mapToInt(Integer::intValue).toArray();
        motion = new double[6 * path.length];
        from = new double[6 * path.length];
        beyond = new double[6 * path.length];
        before = new double[6 * path.length];
    }

    private boolean isPoint() {
        return point != null;
    }

    /** Takes the columns for a posture. */
    void place(Kinematics kinematics) {
        kinematics.worldFromBody(body, pose);
        jacobian.compute(kinematics, body, columns);
        double px = about.x() - pose[9];
        double py = about.y() - pose[10];
        double pz = about.z() - pose[11];
        if (point != null) {
            px = pose[0] * point.x() + pose[1] * point.y() + pose[2] * point.z();
            py = pose[3] * point.x() + pose[4] * point.y() + pose[5] * point.z();
            pz = pose[6] * point.x() + pose[7] * point.y() + pose[8] * point.z();
        }
        // velocity where the point is, or where a sole's is seen: v + ω × r
        for (int k = 0; k < path.length; k++) {
            int c = path[k];
            double wx = columns[3 * n + c];
            double wy = columns[4 * n + c];
            double wz = columns[5 * n + c];
            motion[6 * k] = columns[c] + wy * pz - wz * py;
            motion[6 * k + 1] = columns[n + c] + wz * px - wx * pz;
            motion[6 * k + 2] = columns[2 * n + c] + wx * py - wy * px;
            motion[6 * k + 3] = wx;
            motion[6 * k + 4] = wy;
            motion[6 * k + 5] = wz;
        }
    }

    /** The column of joint k of the path times a load: the effort by which the joint would hold it. */
    double effort(int k, double[] load, int at) {
        double sum = 0;
        for (int c = 0; c < (isPoint() ? 3 : 6); c++) {
            sum += motion[6 * k + c] * load[at + c];
        }
        return sum;
    }

    /** The motion per unit rate of joint k of the path. */
    double column(int k, int c) {
        return isPoint() && c > 2 ? 0 : motion[6 * k + c];
    }

    /** The derivative of {@link #effort} of joint k by the coordinate of joint i of the path. */
    double effortSlope(int k, int i, double[] load, int at) {
        if (isPoint()) {
            turn(motion, 6 * Math.min(i, k) + 3, motion, 6 * Math.max(i, k), inner);
        } else if (i < k) {
            cross(motion, 6 * i, motion, 6 * k, inner);
        } else {
            return 0;
        }
        return power(inner, load, at);
    }

    /** Sets rates λ, one for each coordinate of the robot. */
    void set(double[] lambda) {
        Arrays.fill(rate, 0);
        for (int k = path.length - 1; k >= 0; k--) {
            System.arraycopy(rate, 0, beyond, 6 * k, 6);
            for (int c = 0; c < 6; c++) {
                rate[c] += lambda[path[k]] * motion[6 * k + c];
            }
            System.arraycopy(rate, 0, from, 6 * k, 6);
        }
        Arrays.fill(before, 0);
        for (int k = 1; k < path.length; k++) {
            for (int c = 3; c < 6; c++) {
                before[6 * k + c] = before[6 * k - 6 + c] + lambda[path[k - 1]] * motion[6 * k - 6 + c];
            }
        }
        if (isPoint()) {
            Arrays.fill(rate, 3, 6, 0);
        }
    }

    /** out = ∂V(λ)/∂q of joint i of the path. */
    void slope(int i, double[] out) {
        if (isPoint()) {
            turn(motion, 6 * i + 3, from, 6 * i, out);
            addTurn(before, 6 * i + 3, motion, 6 * i, out);
        } else {
            cross(motion, 6 * i, beyond, 6 * i, out);
        }
    }

    /** A load times ∂²V(λ)/∂qᵢ∂qⱼ, i up to j on the path. */
    double curvature(int i, int j, double[] load, int at) {
        if (!isPoint()) {
            cross(motion, 6 * j, beyond, 6 * j, inner);
            return crossPower(motion, 6 * i, inner, load, at);
        }
        // ωᵢ × (ωⱼ × v from j on + ω of i to j × Jⱼ) + ω before i × (ωᵢ × Jⱼ)
        turn(motion, 6 * j + 3, from, 6 * j, inner);
        addTurn(before, 6 * j + 3, motion, 6 * j, inner);
        addTurn(before, 6 * i + 3, motion, 6 * j, inner, -1);
        double sum = turnPower(motion, 6 * i + 3, inner, load, at);
        turn(motion, 6 * i + 3, motion, 6 * j, inner);
        return sum + turnPower(before, 6 * i + 3, inner, load, at);
    }

    private double power(double[] v, double[] load, int at) {
        double sum = 0;
        for (int c = 0; c < (isPoint() ? 3 : 6); c++) {
            sum += v[c] * load[at + c];
        }
        return sum;
    }

    /** out = a × b of motions: (ω_a × v_b + v_a × ω_b, ω_a × ω_b). */
    private static void cross(double[] a, int i, double[] b, int j, double[] out) {
        turn(a, i + 3, b, j, out);
        addTurn(a, i, b, j + 3, out);
        out[3] = a[i + 4] * b[j + 5] - a[i + 5] * b[j + 4];
        out[4] = a[i + 5] * b[j + 3] - a[i + 3] * b[j + 5];
        out[5] = a[i + 3] * b[j + 4] - a[i + 4] * b[j + 3];
    }

    private static double crossPower(double[] a, int i, double[] b, double[] load, int at) {
        return turnPower(a, i + 3, b, load, at) + triple(a, i, b, 3, load, at) + triple(a, i + 3, b, 3, load, at + 3);
    }

    private static double triple(double[] a, int i, double[] b, int j, double[] c, int k) {
        return (a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1]) * c[k]
                + (a[i + 2] * b[j] - a[i] * b[j + 2]) * c[k + 1]
                + (a[i] * b[j + 1] - a[i + 1] * b[j]) * c[k + 2];
    }

    private static double turnPower(double[] w, int i, double[] v, double[] load, int at) {
        return triple(w, i, v, 0, load, at);
    }

    /** out = (w × v, 0). */
    private static void turn(double[] w, int i, double[] v, int j, double[] out) {
        Arrays.fill(out, 0, 6, 0);
        addTurn(w, i, v, j, out);
    }

    private static void addTurn(double[] w, int i, double[] v, int j, double[] out) {
        addTurn(w, i, v, j, out, 1);
    }

    private static void addTurn(double[] w, int i, double[] v, int j, double[] out, double sign) {
        out[0] += sign * (w[i + 1] * v[j + 2] - w[i + 2] * v[j + 1]);
        out[1] += sign * (w[i + 2] * v[j] - w[i] * v[j + 2]);
        out[2] += sign * (w[i] * v[j + 1] - w[i + 1] * v[j]);
    }
}
