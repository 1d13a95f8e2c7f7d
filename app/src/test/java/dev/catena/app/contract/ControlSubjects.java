package dev.catena.app.contract;

import static dev.catena.app.contract.Slot.index;
import static dev.catena.app.contract.Slot.other;
import static dev.catena.app.contract.Slot.out;

import dev.catena.control.ComputedTorque;
import dev.catena.control.ContactComputedTorque;
import dev.catena.control.ElasticComputedTorque;
import dev.catena.control.ElasticFeedForwardTorque;
import dev.catena.control.ElasticMotorPd;
import dev.catena.control.ElasticTracking;
import dev.catena.control.GravityCompensatedPd;
import dev.catena.control.LoopComputedTorque;
import dev.catena.control.LoopGravityCompensatedPd;
import dev.catena.control.SineTrajectory;
import dev.catena.control.SmoothTrajectory;
import dev.catena.drive.ElasticCoordinates;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.simulation.State;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Controllers that have a model of the robot. */
final class ControlSubjects {
    private static final int N = Robots.TREE.jointCount();
    private static final int MOTORS = new ElasticCoordinates(Robots.ELASTIC).motorCount();

    private ControlSubjects() {}

    private static double[] all(int length, double value) {
        double[] numbers = new double[length];
        Arrays.fill(numbers, value);
        return numbers;
    }

    private static SineTrajectory swinging() {
        return new SineTrajectory(all(N, 0.1), all(N, 0.2), all(N, 1.5), all(N, 0.3));
    }

    private static State state(RobotModel robot, double disturbance) {
        State state = new State(robot).jointPositions(Slot.numbers("q", N)).jointVelocities(Slot.numbers("qd", N));
        state.jointVelocities()[1] += disturbance;
        return state;
    }

    private static Call torque(RobotModel robot) {
        return Call.of(
                "torque",
                other("time", double.class, () -> 0.4, () -> Double.NaN, () -> Double.POSITIVE_INFINITY),
                other(
                        "state",
                        State.class,
                        () -> state(robot, 0),
                        () -> state(robot, Double.NaN),
                        () -> state(robot, Double.NEGATIVE_INFINITY)),
                out("torqueOut", N));
    }

    static Stream<Subject> all() {
        Call[] motors = {Call.of("desiredMotors", index(1), out("thetaOut", MOTORS))};
        return Stream.of(
                Subject.ofTree(
                        ComputedTorque.class,
                        Robots.TREE,
                        robot -> new ComputedTorque(robot, all(N, 9), all(N, 6), swinging()),
                        torque(Robots.TREE)),
                loop(
                        LoopComputedTorque.class,
                        (robot, count) -> new LoopComputedTorque(
                                robot, all(count, 9), all(count, 6), (time, q, qd, qdd) -> Arrays.fill(q, 0.2))),
                loop(
                                LoopGravityCompensatedPd.class,
                                (robot, count) -> new LoopGravityCompensatedPd(
                                        robot, all(count, 9), all(count, 6), (time, q, qd, qdd) -> Arrays.fill(q, 0.2)))
                        .refuses(
                                "withFixedBase()",
                                () -> new LoopGravityCompensatedPd(
                                        MechanismSubjects.LOOPS.withFloatingBase(),
                                        all(1, 9),
                                        all(1, 6),
                                        (time, q, qd, qdd) -> Arrays.fill(q, 0.2))),
                loop(
                        ElasticComputedTorque.class,
                        MechanismSubjects.SPRINGS,
                        (robot, count) -> new ElasticComputedTorque(
                                robot, all(count, 9), SmoothTrajectory.hold(all(count, 0.2)))),
                loop(
                        ElasticMotorPd.class,
                        MechanismSubjects.SPRINGS,
                        (robot, count) -> new ElasticMotorPd(
                                robot, all(count, 9), all(count, 6), SmoothTrajectory.hold(all(count, 0.2)))),
                onContacts(),
                Subject.ofTree(
                        GravityCompensatedPd.class,
                        Robots.TREE,
                        robot -> new GravityCompensatedPd(robot, all(N, 9), all(N, 6), swinging()),
                        torque(Robots.TREE)),
                Subject.ofTree(
                                ElasticFeedForwardTorque.class,
                                Robots.ELASTIC,
                                robot -> new ElasticFeedForwardTorque(robot, swinging()),
                                torque(Robots.ELASTIC))
                        .refuses(
                                "withFixedBase()",
                                () -> new ElasticFeedForwardTorque(Robots.ELASTIC.withFloatingBase(), swinging())),
                Subject.ofTree(
                                ElasticTracking.class,
                                Robots.ELASTIC,
                                ControlSubjects::tracking,
                                torque(Robots.ELASTIC).then(motors))
                        .refuses("withFixedBase()", () -> tracking(Robots.ELASTIC.withFloatingBase())));
    }

    private static Subject loop(Class<?> type, BiFunction<RobotModel, Integer, Object> make) {
        return loop(type, MechanismSubjects.LOOPS, make);
    }

    private static Subject loop(Class<?> type, RobotModel loops, BiFunction<RobotModel, Integer, Object> make) {
        int count = loops.loops().independentJoints().size();
        return Subject.of(
                        type,
                        loops.name(),
                        () -> make.apply(loops, count),
                        Call.of(
                                "torque",
                                other("time", double.class, () -> 0.4, () -> Double.NaN),
                                other(
                                        "state",
                                        State.class,
                                        () -> atAssembly(loops, 0),
                                        () -> atAssembly(loops, Double.NaN)),
                                out("torqueOut", loops.jointCount())))
                .within(1e-9);
    }

    /** A tree that is held at its base. */
    private static Subject onContacts() {
        RobotModel robot = Robots.TREE.withFloatingBase();
        CutJoint foot = CutJoint.contact(
                "foot", CutKind.FIXED, Pose.IDENTITY, robot.base().name(), Pose.IDENTITY);
        return Subject.of(
                        ContactComputedTorque.class,
                        robot.name(),
                        () -> new ContactComputedTorque(robot, List.of(foot), all(N, 9), all(N, 6), swinging()),
                        torque(robot))
                .within(1e-9);
    }

    private static State atAssembly(RobotModel robot, double disturbance) {
        State state = new State(robot);
        robot.loops().assembly().forEach((joint, value) -> state.jointPositions()[robot.coordinate(joint)] = value);
        state.jointVelocities()[1] += disturbance;
        return state;
    }

    private static ElasticTracking tracking(RobotModel robot) {
        return new ElasticTracking(robot, all(N, 90), all(N, 30), all(MOTORS, 90), all(MOTORS, 30), swinging());
    }
}
