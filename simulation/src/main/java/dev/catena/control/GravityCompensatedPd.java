package dev.catena.control;

import dev.catena.function.RobotFunctions;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Environment;
import dev.catena.simulation.State;

/**
 * Proportional and derivative control with gravity compensation: τ = K_p e + K_d ė + g(q), [Siciliano]. Settles at any
 * constant target, whatever the masses of the real robot are, as long as the weight is known.
 *
 * <p>One per thread: {@code controller.copy()} makes another for another thread; every run of a simulation takes one.
 *
 * <p>With a floating base, g(q) are the torques that keep the joints still while the base falls freely.
 */
public final class GravityCompensatedPd implements Controller {
    private final LawGuard guard;
    private final RobotModel robot;
    private final double[] stiffness;
    private final double[] damping;
    private final Trajectory trajectory;
    private final JointModel model;
    private final double[] rest;
    private final double[] q;
    private final double[] qd;
    private final double[] qdd;

    /**
     * @param model what the controller believes the robot to be
     * @param stiffness K_p, Nm/rad or N/m
     * @param damping K_d, Nms/rad or Ns/m
     */
    public GravityCompensatedPd(RobotModel model, double[] stiffness, double[] damping, Trajectory trajectory) {
        this(model, stiffness, damping, trajectory, RobotFunctions.automatic());
    }

    /**
     * The same with torques of the model by hand or compiled; a floating base has hand-written ones.
     *
     * @param functions where torques come from; {@link RobotFunctions#automatic} unless told otherwise
     */
    public GravityCompensatedPd(
            RobotModel model, double[] stiffness, double[] damping, Trajectory trajectory, RobotFunctions functions) {
        this(
                model,
                JointModel.gains("stiffness", model, stiffness),
                JointModel.gains("damping", model, damping),
                trajectory,
                new JointModel(model, functions));
    }

    private GravityCompensatedPd(
            RobotModel robot, double[] stiffness, double[] damping, Trajectory trajectory, JointModel model) {
        guard = new LawGuard(GravityCompensatedPd.class, robot);
        this.robot = robot;
        this.stiffness = stiffness;
        this.damping = damping;
        this.trajectory = trajectory;
        this.model = model;
        rest = new double[robot.jointCount()];
        q = new double[robot.jointCount()];
        qd = new double[robot.jointCount()];
        qdd = new double[robot.jointCount()];
    }

    /**
     * The same law on a base that moves as told, so that joints at rest on it stay where they are.
     *
     * @throws IllegalArgumentException if the base of the model floats
     */
    public GravityCompensatedPd on(BaseTrajectory base) {
        return new GravityCompensatedPd(robot, stiffness, damping, trajectory, model.on(base));
    }

    /** The same law where these wrenches act on the robot and are known. */
    public GravityCompensatedPd in(Environment environment) {
        return new GravityCompensatedPd(robot, stiffness, damping, trajectory, model.in(environment));
    }

    @Override
    public GravityCompensatedPd copy() {
        return new GravityCompensatedPd(robot, stiffness, damping, trajectory, model.copy());
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        trajectory.at(time, q, qd, qdd);
        model.torque(time, state, rest, rest, false, torqueOut);
        for (int i = 0; i < q.length; i++) {
            torqueOut[i] += stiffness[i] * (q[i] - state.jointPositions()[i])
                    + damping[i] * (qd[i] - state.jointVelocities()[i]);
        }
        guard.end(torqueOut);
    }

    @Override
    public double nextSwitch(double time) {
        return trajectory.nextSwitch(time);
    }
}
