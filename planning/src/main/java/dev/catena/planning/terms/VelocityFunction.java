package dev.catena.planning.terms;

import dev.catena.model.Extent;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/**
 * The velocity of a point of a body along the axes of the world, v = Σ Jₖ q̇ₖ. Derivatives of J are those of the point:
 * ∂p of i up to j up to k on the way from the base is ωᵢ × (ωⱼ × Jₖ), in whatever order they are asked for.
 */
public final class VelocityFunction implements StateFunction {
    private final RobotModel robot;
    private final String body;
    private final Vector3 pointInBody;
    private final BodyPlacement placement;
    private final int n;
    private final int length;

    // by joint on the way: v of it and those beyond, ω of those before
    private final double[] from;
    private final double[] before;
    private final double[] one = new double[3];
    private final double[] two = new double[3];

    public VelocityFunction(RobotModel robot, String body, Vector3 pointInBody) {
        this.robot = robot;
        this.body = body;
        this.pointInBody = pointInBody;
        placement = new BodyPlacement(robot, body, pointInBody);
        n = robot.jointCount();
        length = placement.pathLength();
        from = new double[3 * (length + 1)];
        before = new double[3 * (length + 1)];
    }

    @Override
    public int rows() {
        return 3;
    }

    @Override
    public int order() {
        return 1;
    }

    @Override
    public String name(int row) {
        return "%s velocity of a point of %s".formatted("xyz".charAt(row), body);
    }

    @Override
    public double unit(int row) {
        return Extent.of(robot).length();
    }

    @Override
    public boolean dependsOn(int row, int coordinate) {
        return placement.dependsOn(coordinate);
    }

    private void place(MotionState state) {
        placement.placeWithJacobian(state.position());
        double[] rates = state.velocity();
        for (int axis = 0; axis < 3; axis++) {
            from[3 * length + axis] = 0;
            for (int k = length - 1; k >= 0; k--) {
                int i = placement.onPath(k);
                from[3 * k + axis] = from[3 * k + 3 + axis] + rates[i] * placement.linear(axis, i);
            }
            for (int k = 0; k < length; k++) {
                int i = placement.onPath(k);
                before[3 * k + 3 + axis] = before[3 * k + axis] + rates[i] * placement.angular(axis, i);
            }
        }
    }

    @Override
    public void value(MotionState state, double[] out) {
        place(state);
        System.arraycopy(from, 0, out, 0, 3);
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        place(state);
        Arrays.fill(out, 0, 6 * n, 0);
        for (int k = 0; k < length; k++) {
            int i = placement.onPath(k);
            slope(k, one);
            for (int axis = 0; axis < 3; axis++) {
                out[axis * 2 * n + i] = one[axis];
                out[axis * 2 * n + n + i] = placement.linear(axis, i);
            }
        }
    }

    /** ∂v/∂qᵢ = ωᵢ × v from i on + ω before i × Jᵢ. */
    private void slope(int k, double[] out) {
        int i = placement.onPath(k);
        placement.turn(i, from[3 * k], from[3 * k + 1], from[3 * k + 2], out);
        addCross(before, 3 * k, placement.linear(0, i), placement.linear(1, i), placement.linear(2, i), out);
    }

    private static void addCross(double[] w, int at, double x, double y, double z, double[] out) {
        out[0] += w[at + 1] * z - w[at + 2] * y;
        out[1] += w[at + 2] * x - w[at] * z;
        out[2] += w[at] * y - w[at + 1] * x;
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        place(state);
        int size = 2 * n;
        for (int a = 0; a < length; a++) {
            int i = placement.onPath(a);
            for (int b = a; b < length; b++) {
                int j = placement.onPath(b);
                double third = third(a, b, lambda);
                out[i * size + j] += third;
                out[j * size + i] += a == b ? 0 : third;
                // ∂²p/∂qᵢ∂qⱼ, beside the rates of either
                placement.turn(i, placement.linear(0, j), placement.linear(1, j), placement.linear(2, j), one);
                double second = dot(lambda, one);
                out[i * size + n + j] += second;
                out[(n + j) * size + i] += second;
                if (a != b) {
                    out[j * size + n + i] += second;
                    out[(n + i) * size + j] += second;
                }
            }
        }
    }

    /** λ·∂²v/∂qᵢ∂qⱼ = λ·(ωᵢ × (ωⱼ × v from j on + ω from i to j × Jⱼ) + ω before i × (ωᵢ × Jⱼ)). */
    private double third(int a, int b, double[] lambda) {
        int i = placement.onPath(a);
        int j = placement.onPath(b);
        double x = placement.linear(0, j);
        double y = placement.linear(1, j);
        double z = placement.linear(2, j);
        slope(b, one);
        addCross(before, 3 * a, -x, -y, -z, one);
        placement.turn(i, one[0], one[1], one[2], two);
        placement.turn(i, x, y, z, one);
        addCross(before, 3 * a, one[0], one[1], one[2], two);
        return dot(lambda, two);
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    @Override
    public StateFunction copy() {
        return new VelocityFunction(robot, body, pointInBody);
    }
}
