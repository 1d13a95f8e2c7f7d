package dev.catena.mechanism.parallel;

import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.continuation.Curvature;
import dev.catena.mechanism.continuation.PathEquations;
import dev.catena.model.Extent;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;

/**
 * The equations of a leg whose tip moves along a straight line and turns about one axis, evenly; unknown are the
 * coordinates of its joints. Lengths are divided by one of the leg.
 */
final class LegWay implements PathEquations {
    private final int n;
    private final int rows;
    private final int tip;
    private final double length;
    private final Kinematics kinematics;
    private final Jacobian jacobian;
    private final Curvature curvature;
    private final double[] scale;
    private final double[] x;
    private final double[] J;
    private final double[] pose = new double[12];
    private final double[] from = new double[12];
    private final double[] to = new double[12];

    /** Rotation and position at the place. */
    private final double[] target = new double[12];

    private final double[] shift = new double[3];

    /** Axis of the turn in the world, and its angle. */
    private final double[] axis = new double[3];

    private double angle;
    private double speed;

    LegWay(Leg leg) {
        RobotModel model = leg.model();
        n = model.jointCount();
        rows = leg.connection().rows();
        tip = model.bodyIndex(leg.tip());
        length = Extent.of(model).length();
        kinematics = new Kinematics(model);
        jacobian = new Jacobian(model);
        curvature = new Curvature(model, length);
        boolean turns = rows == 6;
        curvature.addLoop(tip, Pose.IDENTITY, 0, Pose.IDENTITY, turns, false, turns ? 1 : 0);
        scale = model.movingJoints().stream()
                .mapToDouble(joint -> joint.kind() == JointKind.PRISMATIC ? length : 1)
                .toArray();
        x = new double[n];
        J = new double[6 * n];
    }

    /** From where coordinates put the tip to a pose. */
    void set(double[] coordinates, double[] worldFromTip) {
        kinematics.compute(coordinates);
        kinematics.worldFromBody(tip, from);
        System.arraycopy(worldFromTip, 0, to, 0, 12);
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            shift[i] = to[9 + i] - from[9 + i];
            sum += shift[i] * shift[i] / (length * length);
        }
        angle = 0;
        if (rows == 6) {
            setTurn();
            sum += angle * angle;
        }
        speed = Math.sqrt(sum);
    }

    /** T = R₁ R₀ᵀ as a turn: ½ vee(T − Tᵀ) = sin φ · axis, ½ (T + Tᵀ) = cos φ + (1 − cos φ) axis axisᵀ. */
    private void setTurn() {
        double x = (turn(2, 1) - turn(1, 2)) / 2;
        double y = (turn(0, 2) - turn(2, 0)) / 2;
        double z = (turn(1, 0) - turn(0, 1)) / 2;
        double sine = Math.sqrt(x * x + y * y + z * z);
        double cosine = (turn(0, 0) + turn(1, 1) + turn(2, 2) - 1) / 2;
        angle = Math.atan2(sine, cosine);
        if (cosine < 0) {
            setAxisOfLargeTurn(cosine);
            if (axis[0] * x + axis[1] * y + axis[2] * z < 0) {
                angle = -angle;
            }
        } else if (sine > 0) {
            axis[0] = x / sine;
            axis[1] = y / sine;
            axis[2] = z / sine;
        }
    }

    /** From the longest column of ½ (T + Tᵀ) − cos φ, either way. */
    private void setAxisOfLargeTurn(double cosine) {
        int column = 0;
        for (int k = 1; k < 3; k++) {
            column = turn(k, k) > turn(column, column) ? k : column;
        }
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            axis[i] = (turn(i, column) + turn(column, i)) / 2 - (i == column ? cosine : 0);
            sum += axis[i] * axis[i];
        }
        for (int i = 0; i < 3; i++) {
            axis[i] /= Math.sqrt(sum);
        }
    }

    /** An entry of R₁ R₀ᵀ. */
    private double turn(int i, int j) {
        return to[3 * i] * from[3 * j] + to[3 * i + 1] * from[3 * j + 1] + to[3 * i + 2] * from[3 * j + 2];
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public double[] scale() {
        return scale;
    }

    @Override
    public void place(double[] unknowns, double t) {
        System.arraycopy(unknowns, 0, x, 0, n);
        kinematics.compute(x);
        kinematics.worldFromBody(tip, pose);
        if (t == 1) {
            System.arraycopy(to, 0, target, 0, 12);
            return;
        }
        for (int i = 0; i < 3; i++) {
            target[9 + i] = from[9 + i] + t * shift[i];
        }
        if (rows == 6) {
            turnTarget(t * angle);
        }
    }

    /** Rodrigues: r cos φ + (a × r) sin φ + a (a · r)(1 − cos φ) for the columns of R₀. */
    private void turnTarget(double phi) {
        double sine = Math.sin(phi);
        double cosine = Math.cos(phi);
        for (int c = 0; c < 3; c++) {
            double rx = from[c];
            double ry = from[3 + c];
            double rz = from[6 + c];
            double along = (axis[0] * rx + axis[1] * ry + axis[2] * rz) * (1 - cosine);
            target[c] = rx * cosine + (axis[1] * rz - axis[2] * ry) * sine + axis[0] * along;
            target[3 + c] = ry * cosine + (axis[2] * rx - axis[0] * rz) * sine + axis[1] * along;
            target[6 + c] = rz * cosine + (axis[0] * ry - axis[1] * rx) * sine + axis[2] * along;
        }
    }

    /** (p − p*)/l and ½ vee(R R*ᵀ − R*Rᵀ). */
    @Override
    public double residual(double[] out) {
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            out[i] = (pose[9 + i] - target[9 + i]) / length;
        }
        if (rows == 6) {
            out[3] = (turned(2, 1) - turned(1, 2)) / 2;
            out[4] = (turned(0, 2) - turned(2, 0)) / 2;
            out[5] = (turned(1, 0) - turned(0, 1)) / 2;
        }
        for (int i = 0; i < rows; i++) {
            sum += out[i] * out[i];
        }
        return Math.sqrt(sum);
    }

    /** An entry of R R*ᵀ. */
    private double turned(int i, int j) {
        return pose[3 * i] * target[3 * j] + pose[3 * i + 1] * target[3 * j + 1] + pose[3 * i + 2] * target[3 * j + 2];
    }

    @Override
    public void jacobian(double[] out) {
        jacobian.compute(kinematics, tip, J);
        for (int i = 0; i < rows; i++) {
            double unit = i < 3 ? length : 1;
            for (int k = 0; k < n; k++) {
                out[i * n + k] = J[i * n + k] * scale[k] / unit;
            }
        }
    }

    @Override
    public void rate(double[] out) {
        for (int i = 0; i < 3; i++) {
            out[i] = -shift[i] / length;
        }
        for (int i = 3; i < rows; i++) {
            out[i] = -angle * axis[i - 3];
        }
    }

    @Override
    public double speed() {
        return speed;
    }

    @Override
    public double curvature(double beta, double s) {
        return curvature.at(x, beta, s);
    }

    @Override
    public double reach() {
        return curvature.reach();
    }

    @Override
    public double growth() {
        return curvature.growth();
    }
}
