package dev.catena.control;

import dev.catena.algebra.Cholesky;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.State;
import java.util.Arrays;

/**
 * Proportional and derivative control of a robot with closed loops on a fixed base, with gravity compensation [Siciliano]:
 * efforts of the actuators that do to the independent joints what K_p e + K_d ė and what holds the robot would do. Where more
 * joints are driven than there are freedoms, they have the least norm.
 *
 * <p>The trajectory is one of the independent joints, in the order in which the model names them. One per thread:
 * {@code controller.copy()} makes another for another thread; every run of a simulation takes one.
 */
public final class LoopGravityCompensatedPd implements Controller {
    private final LawGuard guard;
    private final RobotModel robot;
    private final double[] stiffness;
    private final double[] damping;
    private final Trajectory trajectory;
    private final ClosedLoopInverseDynamics inverse;
    private final ClosedLoopForwardDynamics forward;
    private final int[] independent;
    private final int[] active;
    private final double[] wanted;
    private final double[] q;
    private final double[] qd;
    private final double[] qdd;
    private final double[] rest;
    private final double[] mass;
    private final double[] efforts;
    private final double[] none;
    private boolean placed;

    /**
     * @param model what the controller believes the robot to be
     * @param stiffness K_p in Nm/rad or N/m, by independent joint
     * @param damping K_d in Nms/rad or Ns/m, by independent joint
     * @throws IllegalArgumentException if the base floats
     */
    public LoopGravityCompensatedPd(RobotModel model, double[] stiffness, double[] damping, Trajectory trajectory) {
        model.requireFixedBase("LoopGravityCompensatedPd");
        robot = model;
        // friction is none of gravity's
        inverse = new ClosedLoopInverseDynamics(model.withoutFriction());
        forward = new ClosedLoopForwardDynamics(model.withoutFriction());
        guard = new LawGuard(LoopGravityCompensatedPd.class, model);
        independent = LoopComputedTorque.coordinates(model, model.loops().independentJoints());
        active = LoopComputedTorque.coordinates(model, model.loops().activeJoints());
        this.stiffness = LoopComputedTorque.gains("stiffness", model, stiffness);
        this.damping = LoopComputedTorque.gains("damping", model, damping);
        this.trajectory = trajectory;
        int count = independent.length;
        wanted = new double[count];
        q = new double[count];
        qd = new double[count];
        qdd = new double[count];
        rest = new double[count];
        mass = new double[count * count];
        efforts = new double[active.length];
        none = new double[active.length];
    }

    @Override
    public LoopGravityCompensatedPd copy() {
        return new LoopGravityCompensatedPd(robot, stiffness, damping, trajectory);
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        if (!placed) {
            inverse.kinematics().closure().restart(state.jointPositions());
            forward.kinematics().closure().restart(state.jointPositions());
            placed = true;
        }
        Arrays.fill(qd, 0);
        trajectory.at(time, wanted, qd, qdd);
        for (int k = 0; k < independent.length; k++) {
            q[k] = state.jointPositions()[independent[k]];
            qdd[k] = stiffness[k] * (wanted[k] - q[k]) + damping[k] * (qd[k] - state.jointVelocities()[independent[k]]);
        }
        // the acceleration that these forces give a robot at rest takes them, and what gravity takes
        forward.compute(q, rest, none, qd);
        forward.massMatrix(mass);
        if (Cholesky.factor(mass, q.length) >= 0) {
            throw new NumericalException("an independent joint of robot \"%s\" has no inertia".formatted(robot.name()));
        }
        Cholesky.solve(mass, q.length, qdd);
        inverse.compute(q, rest, qdd, efforts);
        Arrays.fill(torqueOut, 0);
        for (int a = 0; a < active.length; a++) {
            torqueOut[active[a]] = efforts[a];
        }
        guard.end(torqueOut);
    }

    @Override
    public double nextSwitch(double time) {
        return trajectory.nextSwitch(time);
    }
}
