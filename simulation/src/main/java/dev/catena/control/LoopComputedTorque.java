package dev.catena.control;

import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.State;
import java.util.Arrays;
import java.util.List;

/**
 * Computed torque of a robot with closed loops: the efforts of its actuators for q̈_d + K_d ė + K_p e of the independent
 * joints, [Siciliano] with [Khalil 55]. If the model is right, the error of every independent joint obeys
 * ë + K_d ė + K_p e = 0. Where more joints are driven than there are freedoms, the efforts have the least norm.
 *
 * <p>The trajectory is one of the independent joints, in the order in which the model names them. On a floating base the
 * efforts are those for a base that nothing holds. One per thread: {@code controller.copy()} makes another for another
 * thread; every run of a simulation takes one.
 */
public final class LoopComputedTorque implements Controller {
    private final LawGuard guard;
    private final RobotModel robot;
    private final double[] stiffness;
    private final double[] damping;
    private final Trajectory trajectory;
    private final ClosedLoopInverseDynamics inverse;
    private final BaseMotion base = new BaseMotion();
    private final int[] independent;
    private final int[] active;
    private final double[] wanted;
    private final double[] q;
    private final double[] qd;
    private final double[] qdd;
    private final double[] efforts;
    private final double[] ofBase = new double[6];
    private boolean placed;

    /**
     * @param model what the controller believes the robot to be
     * @param stiffness K_p in 1/s², by independent joint
     * @param damping K_d in 1/s, by independent joint
     */
    public LoopComputedTorque(RobotModel model, double[] stiffness, double[] damping, Trajectory trajectory) {
        robot = model;
        inverse = new ClosedLoopInverseDynamics(model);
        guard = new LawGuard(LoopComputedTorque.class, model);
        independent = coordinates(model, model.loops().independentJoints());
        active = coordinates(model, model.loops().activeJoints());
        this.stiffness = gains("stiffness", model, stiffness);
        this.damping = gains("damping", model, damping);
        this.trajectory = trajectory;
        int count = independent.length;
        wanted = new double[count];
        q = new double[count];
        qd = new double[count];
        qdd = new double[count];
        efforts = new double[active.length];
    }

    static int[] coordinates(RobotModel model, List<String> joints) {
        return joints.stream().mapToInt(model::coordinate).toArray();
    }

    /** One for every independent joint, finite and not negative. */
    static double[] gains(String name, RobotModel robot, double[] given) {
        int count = robot.loops().independentJoints().size();
        if (given.length != count) {
            throw new IllegalArgumentException("%s has length %s, but robot \"%s\" has %s independent joints"
                    .formatted(name, given.length, robot.name(), count));
        }
        for (double gain : given) {
            if (!(gain >= 0 && gain < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "%s has a number %s, but gains of robot \"%s\" must be finite and not negative"
                                .formatted(name, gain, robot.name()));
            }
        }
        return given.clone();
    }

    @Override
    public LoopComputedTorque copy() {
        return new LoopComputedTorque(robot, stiffness, damping, trajectory);
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        if (!placed) {
            inverse.kinematics().closure().restart(state.jointPositions());
            placed = true;
        }
        Arrays.fill(qd, 0);
        Arrays.fill(qdd, 0);
        trajectory.at(time, wanted, qd, qdd);
        for (int k = 0; k < independent.length; k++) {
            q[k] = state.jointPositions()[independent[k]];
            double rate = state.jointVelocities()[independent[k]];
            qdd[k] += damping[k] * (qd[k] - rate) + stiffness[k] * (wanted[k] - q[k]);
            qd[k] = rate;
        }
        if (robot.baseKind() == BaseKind.FLOATING) {
            state.copyBaseTo(base);
            inverse.computeFloating(base, q, qd, qdd, null, ofBase, efforts);
        } else {
            inverse.compute(q, qd, qdd, efforts);
        }
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
