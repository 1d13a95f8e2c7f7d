package dev.catena.planning.terms;

import dev.catena.planning.function.MotionDynamics;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;

/**
 * The rates τ̇ of the torques.
 *
 * <p>With x = (q, q̇, q̈) and C = λᵀ∂²τ/∂x∂x, λᵀτ̇ = λᵀτₓ ẋ has the second derivative Ċ, and C once more where ẋ is
 * differentiated. C is exact; Ċ, a third derivative of τ, is the central difference of C along the motion, which is
 * exact in q̈ and q̇ alone (of first and second degree) and has about nine digits in q.
 */
public final class DriveTorqueRate implements StateFunction {
    private static final double STEP = 1e-4;

    private final MotionDynamics dynamics;
    private final int n;
    private final int drives;
    private final double[][] byOrder;
    private final double[] before;
    private final double[] after;
    private final double[] here;
    private final double[][] moved;

    public DriveTorqueRate(MotionDynamics dynamics) {
        this.dynamics = dynamics;
        n = dynamics.coordinates().size();
        drives = dynamics.drives().size();
        byOrder = new double[4][drives * n];
        before = new double[9 * n * n];
        after = new double[9 * n * n];
        here = new double[9 * n * n];
        moved = new double[3][n];
    }

    @Override
    public int rows() {
        return drives;
    }

    @Override
    public int order() {
        return 3;
    }

    @Override
    public String name(int row) {
        return "torque rate of " + dynamics.drives().get(row);
    }

    @Override
    public void value(MotionState s, double[] out) {
        dynamics.at(s.time());
        dynamics.torqueRate(s.position(), s.velocity(), s.acceleration(), s.jerk(), out);
    }

    @Override
    public void jacobian(MotionState s, double[] out) {
        dynamics.at(s.time());
        dynamics.torqueRateDerivatives(
                s.position(), s.velocity(), s.acceleration(), s.jerk(), byOrder[0], byOrder[1], byOrder[2], byOrder[3]);
        StateMatrix.join(byOrder, drives, n, out);
    }

    @Override
    public void addCurvature(MotionState s, double[] lambda, double[] out) {
        double fastest = 0;
        for (double velocity : s.velocity()) {
            fastest = Math.max(fastest, Math.abs(velocity));
        }
        double step = STEP / (1 + fastest);
        curvature(s, -step, lambda, before);
        curvature(s, step, lambda, after);
        curvature(s, 0, lambda, here);
        int from = 3 * n;
        int to = 4 * n;
        for (int row = 0; row < from; row++) {
            for (int column = 0; column < from; column++) {
                int entry = row * from + column;
                out[row * to + column] += (after[entry] - before[entry]) / (2 * step);
                // ẋ is x one order higher
                out[(row + n) * to + column] += here[entry];
                out[row * to + column + n] += here[entry];
            }
        }
    }

    /** C a short time before or after. */
    private void curvature(MotionState s, double time, double[] lambda, double[] out) {
        for (int order = 0; order < 3; order++) {
            for (int i = 0; i < n; i++) {
                moved[order][i] = s.derivative(order)[i] + time * s.derivative(order + 1)[i];
            }
        }
        dynamics.at(s.time() + time);
        dynamics.torqueCurvature(moved[0], moved[1], moved[2], lambda, out);
    }

    @Override
    public StateFunction copy() {
        return new DriveTorqueRate(dynamics.copy());
    }
}
