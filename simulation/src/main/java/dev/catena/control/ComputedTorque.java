package dev.catena.control;

import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
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
        guard = new LawGuard(ComputedTorque.class, model);
        robot = model;
        this.stiffness = JointModel.gains("stiffness", model, stiffness);
        this.damping = JointModel.gains("damping", model, damping);
        this.trajectory = trajectory;
        this.model = new JointModel(model);
        q = new double[model.jointCount()];
        qd = new double[model.jointCount()];
        qdd = new double[model.jointCount()];
    }

    @Override
    public ComputedTorque copy() {
        return new ComputedTorque(robot, stiffness, damping, trajectory);
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        trajectory.at(time, q, qd, qdd);
        for (int i = 0; i < q.length; i++) {
            qdd[i] += damping[i] * (qd[i] - state.jointVelocities()[i])
                    + stiffness[i] * (q[i] - state.jointPositions()[i]);
        }
        model.torque(state, state.jointVelocities(), qdd, true, torqueOut);
        guard.end(torqueOut);
    }

    @Override
    public double nextSwitch(double time) {
        return trajectory.nextSwitch(time);
    }
}
