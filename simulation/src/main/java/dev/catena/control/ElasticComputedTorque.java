package dev.catena.control;

import dev.catena.algebra.Cholesky;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.State;
import java.util.List;

/**
 * Computed torque of a robot with elastic drives, rigid ones among them: trees and robots with closed loops, on a base that rests or
 * floats, and trees that stand on one body, [Spong]. If the model is right, the error of an elastic joint obeys (d/dt + w)⁴ e = 0, that of a rigid one
 * (d/dt + w)² e = 0, from any state.
 *
 * <p>Springs say what the joints do next: q̈ of elastic joints follows from K (θ − q), q⃛ from K (θ̇ − q̇), while rigid joints
 * accelerate as their law wants. The fourth derivative is the law's, and the feed-forward of that motion is the torque. Nothing is
 * measured but positions and velocities of joints and motors.
 *
 * <p>The trajectory is one of the moving joints, of closed loops one of the independent joints. One per thread:
 * {@code controller.copy()} makes another for another thread; every run of a simulation takes one.
 */
public final class ElasticComputedTorque implements Controller {
    private static final int ORDER = 4;

    private final LawGuard guard;
    private final ElasticModel model;
    private final double[] bandwidth;
    private final SmoothTrajectory trajectory;
    private final double[][] wanted;
    private final double[][] motion;
    private final double[] masses;
    private final double[] factor;
    private final double[] efforts;
    private final double[] lacking;

    /** The free joints that are elastic. */
    private final int[] elastic;

    /**
     * @param robot what the controller believes the robot to be
     * @param bandwidth w in rad/s, by moving joint, or by independent joint of closed loops
     * @throws IllegalArgumentException where motors of springs act on other springs, so that motor angles do not follow from four
     *     derivatives of the motion
     */
    public ElasticComputedTorque(RobotModel robot, double[] bandwidth, SmoothTrajectory trajectory) {
        this(robot, List.of(), bandwidth, trajectory);
    }

    /**
     * Of a tree that contacts hold at one of its bodies, so that all joints are free; the base goes along.
     *
     * @param contacts that hold it
     */
    public ElasticComputedTorque(
            RobotModel robot, List<CutJoint> contacts, double[] bandwidth, SmoothTrajectory trajectory) {
        requireOneFoot(robot, contacts);
        model = new ElasticModel(robot, contacts);
        guard = new LawGuard(ElasticComputedTorque.class, robot);
        this.bandwidth = model.gains("bandwidth", bandwidth);
        this.trajectory = trajectory;
        if (model.order() > ORDER) {
            throw new IllegalArgumentException(
                    "a motor of robot \"%s\" is carried beyond another elastic joint and acts on its spring; take ElasticTracking, or give rotors as reflected inertia"
                            .formatted(robot.name()));
        }
        wanted = new double[ORDER + 1][model.count];
        motion = new double[ORDER + 1][model.count];
        int size = model.count + model.motors;
        masses = new double[size * size];
        factor = new double[model.motors * model.motors];
        efforts = new double[model.motors];
        lacking = new double[model.motors];
        elastic = new int[model.motors];
        for (int k = 0; k < model.count; k++) {
            if (model.motorOf[k] >= 0) {
                elastic[model.motorOf[k]] = k;
            }
        }
    }

    /** Contacts of several bodies tie joints to each other, whose springs could be stretched in many ways for one motion. */
    private static void requireOneFoot(RobotModel robot, List<CutJoint> contacts) {
        long feet = contacts.stream().map(CutJoint::second).distinct().count();
        if (feet > 1) {
            throw new IllegalArgumentException(
                    "robot \"%s\" stands on %s bodies, which tie its joints to each other, so that its springs could be stretched in many ways for one motion; take ElasticMotorPd"
                            .formatted(robot.name(), feet));
        }
        if (!contacts.isEmpty() && robot.baseKind() == BaseKind.FIXED) {
            throw new IllegalArgumentException(
                    "contacts tie joints of robot \"%s\", whose base is fixed; take ElasticMotorPd"
                            .formatted(robot.name()));
        }
    }

    @Override
    public ElasticComputedTorque copy() {
        return new ElasticComputedTorque(model.robot, model.contacts, bandwidth, trajectory);
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        trajectory.derivatives(time, wanted);
        model.see(state);
        for (int k = 0; k < model.count; k++) {
            motion[0][k] = state.jointPositions()[model.joint[k]];
            motion[1][k] = state.jointVelocities()[model.joint[k]];
            motion[3][k] = 0;
            motion[4][k] = 0;
        }
        factorMasses(state);
        for (int d = 2; d < ORDER; d++) {
            moveRigid(d);
            moveElastic(d, state);
        }
        moveRigid(ORDER);
        for (int k : elastic) {
            // (d/dt + w)⁴ e = 0
            double w = bandwidth[k];
            motion[ORDER][k] = wanted[ORDER][k]
                    + 4 * w * error(3, k)
                    + w * w * (6 * error(2, k) + 4 * w * error(1, k) + w * w * error(0, k));
        }
        model.feed(motion);
        model.spread(torqueOut);
        guard.end(torqueOut);
    }

    private double error(int derivative, int k) {
        return wanted[derivative][k] - motion[derivative][k];
    }

    /** (d/dt + w)² e = 0 and its derivatives. */
    private void moveRigid(int d) {
        for (int k = 0; k < model.count; k++) {
            double w = bandwidth[k];
            motion[d][k] = model.motorOf[k] >= 0 ? 0 : wanted[d][k] + 2 * w * error(d - 1, k) + w * w * error(d - 2, k);
        }
    }

    /** The d-th derivative of elastic joints, from what their springs exert or its rate: it takes M times that derivative. */
    private void moveElastic(int d, State state) {
        if (elastic.length == 0) {
            return;
        }
        model.feed(motion);
        model.springEfforts(d - 2, efforts);
        for (int e = 0; e < elastic.length; e++) {
            lacking[e] = model.springEffort(d - 2, elastic[e], state) - efforts[e];
        }
        Cholesky.solve(factor, elastic.length, lacking);
        for (int e = 0; e < elastic.length; e++) {
            motion[d][elastic[e]] = lacking[e];
        }
    }

    /** Cholesky's factor of the elastic joints' part of M. */
    private void factorMasses(State state) {
        model.massMatrix(state, masses);
        int size = model.count + model.motors;
        for (int e = 0; e < elastic.length; e++) {
            for (int f = 0; f < elastic.length; f++) {
                factor[e * elastic.length + f] = masses[elastic[e] * size + elastic[f]];
            }
        }
        int singular = Cholesky.factor(factor, elastic.length);
        if (singular >= 0) {
            throw new NumericalException("what moves with joint \"%s\" of robot \"%s\" has no inertia"
                    .formatted(model.robot.elasticJoints().get(singular).name(), model.robot.name()));
        }
    }

    @Override
    public double nextSwitch(double time) {
        return trajectory.nextSwitch(time);
    }
}
