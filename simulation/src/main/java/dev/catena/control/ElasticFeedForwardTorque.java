package dev.catena.control;

import dev.catena.drive.ElasticFeedForward;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.State;

/**
 * The torques that drive a robot with elastic joints along a trajectory, from the trajectory alone: no feedback. A robot
 * that starts on it, {@link #start}, and is what the model says stays on it.
 *
 * <p>One per thread: {@code controller.copy()} makes another for another thread; every run of a simulation takes one.
 */
public final class ElasticFeedForwardTorque implements Controller {
    private final LawGuard guard;
    private final SmoothTrajectory trajectory;
    private final ElasticFeedForward feedForward;
    private final RobotModel model;
    private final double[][] desired;
    private final double[] q;
    private final double[] qd;
    private final double[] qdd;

    public ElasticFeedForwardTorque(RobotModel model, SmoothTrajectory trajectory) {
        this.model = model;
        guard = new LawGuard(ElasticFeedForwardTorque.class, model);
        this.trajectory = trajectory;
        feedForward = new ElasticFeedForward(model);
        int size = feedForward.coordinates().size();
        desired = new double[feedForward.order() + 1][model.jointCount()];
        q = new double[size];
        qd = new double[size];
        qdd = new double[size];
    }

    @Override
    public ElasticFeedForwardTorque copy() {
        return new ElasticFeedForwardTorque(model, trajectory);
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        trajectory.derivatives(time, desired);
        feedForward.compute(desired, q, qd, qdd, torqueOut);
        guard.end(torqueOut);
    }

    /** Where joints and motors are, and how they move, on the trajectory. */
    public State start(double time) {
        int n = model.jointCount();
        State state = new State(model).time(time);
        torque(time, state, new double[n]);
        System.arraycopy(q, 0, state.jointPositions(), 0, n);
        System.arraycopy(qd, 0, state.jointVelocities(), 0, n);
        System.arraycopy(q, n, state.motorPositions(), 0, q.length - n);
        System.arraycopy(qd, n, state.motorVelocities(), 0, q.length - n);
        return state;
    }

    @Override
    public double nextSwitch(double time) {
        return trajectory.nextSwitch(time);
    }
}
