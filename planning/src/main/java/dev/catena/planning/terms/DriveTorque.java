package dev.catena.planning.terms;

import dev.catena.planning.function.MotionDynamics;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;

/** The torques of the drives, with the exact second derivative that {@link MotionDynamics} has. */
public final class DriveTorque implements StateFunction {
    private final MotionDynamics dynamics;
    private final int n;
    private final int drives;
    private final double[][] byOrder;
    private final double[] hessian;

    public DriveTorque(MotionDynamics dynamics) {
        this.dynamics = dynamics;
        n = dynamics.coordinates().size();
        drives = dynamics.drives().size();
        byOrder = new double[3][drives * n];
        hessian = new double[9 * n * n];
    }

    @Override
    public int rows() {
        return drives;
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public String name(int row) {
        return "torque of " + dynamics.drives().get(row);
    }

    @Override
    public void value(MotionState s, double[] out) {
        dynamics.at(s.time());
        dynamics.torque(s.position(), s.velocity(), s.acceleration(), out);
    }

    @Override
    public void jacobian(MotionState s, double[] out) {
        dynamics.at(s.time());
        dynamics.torqueDerivatives(s.position(), s.velocity(), s.acceleration(), byOrder[0], byOrder[1], byOrder[2]);
        StateMatrix.join(byOrder, drives, n, out);
    }

    @Override
    public void addCurvature(MotionState s, double[] lambda, double[] out) {
        dynamics.at(s.time());
        dynamics.torqueCurvature(s.position(), s.velocity(), s.acceleration(), lambda, hessian);
        for (int k = 0; k < hessian.length; k++) {
            out[k] += hessian[k];
        }
    }

    @Override
    public StateFunction copy() {
        return new DriveTorque(dynamics.copy());
    }
}
