package dev.catena.planning.terms;

import dev.catena.planning.function.MotionDynamics;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;

/** The rates τ̇ of the torques. */
public final class DriveTorqueRate implements StateFunction {
    private final MotionDynamics dynamics;
    private final int n;
    private final int drives;
    private final double[][] byOrder;
    private final double[] curvature;

    public DriveTorqueRate(MotionDynamics dynamics) {
        this.dynamics = dynamics;
        n = dynamics.coordinates().size();
        drives = dynamics.drives().size();
        byOrder = new double[4][drives * n];
        curvature = new double[16 * n * n];
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
        dynamics.at(s.time());
        dynamics.torqueRateCurvature(s.position(), s.velocity(), s.acceleration(), s.jerk(), lambda, curvature);
        for (int e = 0; e < curvature.length; e++) {
            out[e] += curvature[e];
        }
    }

    @Override
    public StateFunction copy() {
        return new DriveTorqueRate(dynamics.copy());
    }
}
