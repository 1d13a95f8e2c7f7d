package dev.catena.control;

import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.State;
import java.util.Arrays;
import java.util.List;

/**
 * Proportional and derivative control of motors with feed-forward: τ = τ_d + K_p (θ_d − θ) + K_d (θ̇_d − θ̇), with θ_d and τ_d of the
 * trajectory, and positions of the joint itself where its drive is rigid, [Siciliano]. Only motors are looked at, so that springs cannot
 * make it unstable. For trees and closed loops, on a base that rests or floats, and for trees on contacts; without gains it is feed-forward alone.
 *
 * <p>The trajectory is one of the moving joints, of closed loops one of the independent joints. One per thread:
 * {@code controller.copy()} makes another for another thread; every run of a simulation takes one.
 */
public final class ElasticMotorPd implements Controller {
    private final LawGuard guard;
    private final ElasticModel model;
    private final double[] stiffness;
    private final double[] damping;
    private final SmoothTrajectory trajectory;
    private final double[][] motion;

    /**
     * @param robot what the controller believes the robot to be
     * @param stiffness K_p in Nm/rad or N/m, by moving joint, or by independent joint of closed loops
     * @param damping K_d in Nms/rad or Ns/m, likewise
     */
    public ElasticMotorPd(RobotModel robot, double[] stiffness, double[] damping, SmoothTrajectory trajectory) {
        this(robot, List.of(), stiffness, damping, trajectory);
    }

    /**
     * Of a tree that contacts hold, with reactions of least norm along the trajectory.
     *
     * @param contacts that hold it; the trajectory keeps them with all derivatives, as one does that stays where it is
     */
    public ElasticMotorPd(
            RobotModel robot,
            List<CutJoint> contacts,
            double[] stiffness,
            double[] damping,
            SmoothTrajectory trajectory) {
        model = new ElasticModel(robot, contacts);
        guard = new LawGuard(ElasticMotorPd.class, robot);
        this.stiffness = model.gains("stiffness", stiffness);
        this.damping = model.gains("damping", damping);
        this.trajectory = trajectory;
        motion = new double[model.order() + 1][model.count];
    }

    /**
     * One with K_p = w² I and K_d = 2 w I.
     *
     * @param bandwidth w in rad/s, positive
     * @param at where the inertias I of joints with their motors are taken
     */
    public static ElasticMotorPd ofBandwidth(
            RobotModel robot, double bandwidth, State at, SmoothTrajectory trajectory) {
        return ofBandwidth(robot, List.of(), bandwidth, at, trajectory);
    }

    /** The same of a tree that contacts hold. */
    public static ElasticMotorPd ofBandwidth(
            RobotModel robot, List<CutJoint> contacts, double bandwidth, State at, SmoothTrajectory trajectory) {
        if (!(bandwidth > 0) || Double.isInfinite(bandwidth)) {
            throw new IllegalArgumentException(
                    "a bandwidth must be positive and finite, but is %s rad/s".formatted(bandwidth));
        }
        double[] inertias = new ElasticModel(robot, contacts).inertias(at);
        return new ElasticMotorPd(
                robot,
                contacts,
                Arrays.stream(inertias).map(i -> bandwidth * bandwidth * i).toArray(),
                Arrays.stream(inertias).map(i -> 2 * bandwidth * i).toArray(),
                trajectory);
    }

    @Override
    public ElasticMotorPd copy() {
        return new ElasticMotorPd(model.robot, model.contacts, stiffness, damping, trajectory);
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        follow(time, state);
        for (int k = 0; k < model.count; k++) {
            int e = model.motorOf[k];
            int j = model.joint[k];
            int at = e < 0 ? k : model.count + e;
            double x = e < 0 ? state.jointPositions()[j] : state.motorPositions()[e];
            double rate = e < 0 ? state.jointVelocities()[j] : state.motorVelocities()[e];
            model.torque[k] += stiffness[k] * (model.position[at] - x) + damping[k] * (model.velocity[at] - rate);
        }
        model.spread(torqueOut);
        guard.end(torqueOut);
    }

    private void follow(double time, State state) {
        trajectory.derivatives(time, motion);
        model.see(state);
        model.feed(motion);
    }

    /** Joints and motors on the trajectory, at the time and on the base of another state, whose assembly is that of the loops. */
    public State start(State like) {
        guard.begin(like.time(), like);
        follow(like.time(), like);
        State state = like.copy();
        for (int k = 0; k < model.count; k++) {
            state.jointPositions()[model.joint[k]] = model.position[k];
            state.jointVelocities()[model.joint[k]] = model.velocity[k];
        }
        System.arraycopy(model.position, model.count, state.motorPositions(), 0, model.motors);
        System.arraycopy(model.velocity, model.count, state.motorVelocities(), 0, model.motors);
        guard.end();
        return state;
    }

    @Override
    public double nextSwitch(double time) {
        return trajectory.nextSwitch(time);
    }
}
