package dev.catena.control;

import dev.catena.algebra.Cholesky;
import dev.catena.mechanism.ContactTies;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.State;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computed torque of a robot with elastic drives, rigid ones among them: trees and robots with closed loops, on a base that rests or
 * floats, and trees that contacts hold, [Spong]. If the model is right, the error of an elastic joint obeys (d/dt + w)⁴ e = 0, that of a rigid one
 * (d/dt + w)² e = 0, from any state.
 *
 * <p>Springs say what the joints do next: q̈ of elastic joints follows from K (θ − q), q⃛ from K (θ̇ − q̇), while rigid joints
 * accelerate as their law wants. The fourth derivative is the law's, and the feed-forward of that motion is the torque. Nothing is
 * measured but positions and velocities of joints and motors.
 *
 * <p>Contacts of several bodies, and those of a robot on a fixed base, tie joints to each other ({@link ContactTies}): independent joints obey
 * that law, the others go along, whatever the trajectory says of them. Springs of joints that go along can be stretched without any motion, by
 * feet that work against each other: with δ what they exert beyond the feed-forward of least reactions, (d/dt + w)² δ = 0. A rigid joint that goes
 * along has the torque of that feed-forward. Which joints go along is chosen at the first state, elastic ones if possible.
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
    private final double[] lacking;

    /** The elastic joints that are free, and no contacts make go along with others. */
    private int[] moved;

    /** What springs exert by the last feed-forward, by derivative. */
    private final double[][] efforts;

    private @Nullable TiedSprings tied;

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
     * Of a tree that contacts hold; its base goes along.
     *
     * @param contacts that hold it
     */
    public ElasticComputedTorque(
            RobotModel robot, List<CutJoint> contacts, double[] bandwidth, SmoothTrajectory trajectory) {
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
        efforts = new double[ORDER - 1][model.motors];
        lacking = new double[model.motors];
        moved = IntStream.range(0, model.count)
                .filter(k -> model.motorOf[k] >= 0)
                .toArray();
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
        if (model.tied && tied == null) {
            tied = new TiedSprings(model, state.jointPositions(), ORDER);
            moved = tied.moved;
        }
        for (int k = 0; k < model.count; k++) {
            motion[0][k] = state.jointPositions()[model.joint[k]];
            motion[1][k] = state.jointVelocities()[model.joint[k]];
            motion[2][k] = 0;
            motion[3][k] = 0;
            motion[4][k] = 0;
        }
        factorMasses(state);
        for (int d = 2; d < ORDER; d++) {
            moveRigid(d);
            moveElastic(d, state);
        }
        moveRigid(ORDER);
        for (int k : moved) {
            // (d/dt + w)⁴ e = 0
            double w = bandwidth[k];
            motion[ORDER][k] = wanted[ORDER][k]
                    + 4 * w * error(3, k)
                    + w * w * (6 * error(2, k) + 4 * w * error(1, k) + w * w * error(0, k));
        }
        if (tied == null) {
            model.feed(motion);
        } else {
            feed(1);
            tied.feed(efforts, bandwidth, state);
        }
        model.spread(torqueOut);
        guard.end(torqueOut);
    }

    /** The feed-forward of the motion, and what springs exert along it, up to a derivative. */
    private void feed(int derivative) {
        model.feed(tied == null ? motion : tied.complete(motion));
        for (int d = 0; d <= derivative; d++) {
            model.springEfforts(d, efforts[d]);
        }
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
        if (moved.length == 0) {
            return;
        }
        feed(d - 2);
        for (int e = 0; e < moved.length; e++) {
            lacking[e] = model.springEffort(d - 2, moved[e], state) - efforts[d - 2][model.motorOf[moved[e]]];
            if (tied != null) {
                lacking[e] += tied.lacking(d - 2, moved[e], efforts, state);
            }
        }
        Cholesky.solve(factor, moved.length, lacking);
        for (int e = 0; e < moved.length; e++) {
            motion[d][moved[e]] = lacking[e];
        }
    }

    /** Cholesky's factor of the elastic joints' part of M. */
    private void factorMasses(State state) {
        model.massMatrix(state, masses);
        if (tied != null) {
            tied.reduce(motion, masses, factor);
        } else {
            int size = model.count + model.motors;
            for (int e = 0; e < moved.length; e++) {
                for (int f = 0; f < moved.length; f++) {
                    factor[e * moved.length + f] = masses[moved[e] * size + moved[f]];
                }
            }
        }
        int singular = Cholesky.factor(factor, moved.length);
        if (singular >= 0) {
            throw new NumericalException("what moves with joint \"%s\" of robot \"%s\" has no inertia"
                    .formatted(
                            model.robot
                                    .elasticJoints()
                                    .get(model.motorOf[moved[singular]])
                                    .name(),
                            model.robot.name()));
        }
    }

    @Override
    public double nextSwitch(double time) {
        return trajectory.nextSwitch(time);
    }
}
