package dev.catena.control;

import dev.catena.function.RobotFunctions;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Environment;
import dev.catena.simulation.State;

/**
 * Inverse dynamics control, also called computed torque: τ = M(q)(q̈_d + K_d ė + K_p e) + h(q, q̇), [Siciliano]. If the
 * model is right, every joint's error obeys ë + K_d ė + K_p e = 0, whatever the others do.
 *
 * <p>h has gravity, velocity terms and the friction of the controller's model: give the model without friction, or with
 * smooth friction, where a jump of the torque at zero velocity is not wanted. With a floating base, M and h are those of
 * the joints with a free base.
 *
 * <p>One per thread: {@code controller.copy()} makes another for another thread; every run of a simulation takes one.
 */
public final class ComputedTorque implements Controller {
    private final LawGuard guard;
    private final RobotModel robot;
    private final double[] stiffness;
    private final double[] damping;
    private final Trajectory trajectory;
    private final JointModel model;
    private final double[] q;
    private final double[] qd;
    private final double[] qdd;

    /**
     * @param model what the controller believes the robot to be
     * @param stiffness K_p in 1/s²
     * @param damping K_d in 1/s
     */
    public ComputedTorque(RobotModel model, double[] stiffness, double[] damping, Trajectory trajectory) {
        this(model, stiffness, damping, trajectory, RobotFunctions.automatic());
    }

    /**
     * The same with torques of the model by hand or compiled; a floating base has hand-written ones.
     *
     * @param functions where torques come from; {@link RobotFunctions#automatic} unless told otherwise
     */
    public ComputedTorque(
            RobotModel model, double[] stiffness, double[] damping, Trajectory trajectory, RobotFunctions functions) {
        this(
                model,
                JointModel.gains("stiffness", model, stiffness),
                JointModel.gains("damping", model, damping),
                trajectory,
                new JointModel(model, functions));
    }

    private ComputedTorque(
            RobotModel robot, double[] stiffness, double[] damping, Trajectory trajectory, JointModel model) {
        guard = new LawGuard(ComputedTorque.class, robot);
        this.robot = robot;
        this.stiffness = stiffness;
        this.damping = damping;
        this.trajectory = trajectory;
        this.model = model;
        q = new double[robot.jointCount()];
        qd = new double[robot.jointCount()];
        qdd = new double[robot.jointCount()];
    }

    /**
     * The same law on a base that moves as told, so that errors die out there as on a base at rest.
     *
     * @throws IllegalArgumentException if the base of the model floats
     */
    public ComputedTorque on(BaseTrajectory base) {
        return new ComputedTorque(robot, stiffness, damping, trajectory, model.on(base));
    }

    /** The same law where these wrenches act on the robot and are known. */
    public ComputedTorque in(Environment environment) {
        return new ComputedTorque(robot, stiffness, damping, trajectory, model.in(environment));
    }

    @Override
    public ComputedTorque copy() {
        return new ComputedTorque(robot, stiffness, damping, trajectory, model.copy());
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        trajectory.at(time, q, qd, qdd);
        for (int i = 0; i < q.length; i++) {
            qdd[i] += damping[i] * (qd[i] - state.jointVelocities()[i])
                    + stiffness[i] * (q[i] - state.jointPositions()[i]);
        }
        model.torque(time, state, state.jointVelocities(), qdd, true, torqueOut);
        guard.end(torqueOut);
    }

    @Override
    public double nextSwitch(double time) {
        return trajectory.nextSwitch(time);
    }
}
