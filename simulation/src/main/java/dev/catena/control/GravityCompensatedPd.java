package dev.catena.control;

import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
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
        guard = new LawGuard(GravityCompensatedPd.class, model);
        robot = model;
        this.stiffness = JointModel.gains("stiffness", model, stiffness);
        this.damping = JointModel.gains("damping", model, damping);
        this.trajectory = trajectory;
        this.model = new JointModel(model);
        rest = new double[model.jointCount()];
        q = new double[model.jointCount()];
        qd = new double[model.jointCount()];
        qdd = new double[model.jointCount()];
    }

    @Override
    public GravityCompensatedPd copy() {
        return new GravityCompensatedPd(robot, stiffness, damping, trajectory);
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        trajectory.at(time, q, qd, qdd);
        model.torque(state, rest, rest, false, torqueOut);
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
