package dev.catena.app.contract;

import static dev.catena.app.contract.MechanismSubjects.base;
import static dev.catena.app.contract.MechanismSubjects.wrenches;
import static dev.catena.app.contract.Slot.in;
import static dev.catena.app.contract.Slot.index;
import static dev.catena.app.contract.Slot.number;
import static dev.catena.app.contract.Slot.other;
import static dev.catena.app.contract.Slot.out;

import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstrainedInverseDynamics;
import dev.catena.mechanism.ConstraintImpact;
import dev.catena.mechanism.ConstraintProjection;
import dev.catena.mechanism.ContactCurvature;
import dev.catena.mechanism.ContactForceRate;
import dev.catena.mechanism.ContactSensitivity;
import dev.catena.mechanism.ContactTies;
import dev.catena.mechanism.ElasticConstrainedForwardDynamics;
import dev.catena.mechanism.ElasticContactFeedForward;
import dev.catena.mechanism.StandingMassMatrix;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.stream.Stream;

/** Trees that contacts hold to the ground. */
final class ContactSubjects {
    private ContactSubjects() {}

    static Stream<Subject> all() {
        return Stream.concat(constraints(), heldByTheBase());
    }

    /** A tree whose last body is held to the world by a point. */
    private static Stream<Subject> constraints() {
        RobotModel robot = Robots.TREE.withFloatingBase();
        int n = robot.jointCount();
        String foot = robot.bodies().get(robot.bodies().size() - 1).name();
        List<CutJoint> contacts =
                List.of(CutJoint.contact("foot", CutKind.SPHERICAL, Pose.IDENTITY, foot, Pose.IDENTITY));
        Slot q = in("q", n);
        Slot qd = in("qd", n);
        Slot tau = in("tau", n);
        Slot wrenches = wrenches(robot);
        Slot baseOut = out("baseAccelerationOut", 6);
        Call[] reactions = {
            Call.of("reaction", index(0), out("wrenchOut", 6)),
            Call.of("delassus", out("matrixOut", 9)),
            Call.of("slip"),
            Call.of("gap"),
            Call.of("frictionLoss")
        };
        Slot efforts = in("efforts", n);
        Slot[] steps = {out("baseStepOut", 6), out("qStepOut", n)};
        return Stream.of(
                Subject.of(
                        ConstrainedForwardDynamics.class,
                        robot.name(),
                        () -> new ConstrainedForwardDynamics(robot, contacts),
                        Call.of("compute", baseOf(robot), q, qd, tau, wrenches, out("qddOut", n))
                                .then(reactions),
                        Call.of("computeFloating", base(), q, qd, tau, wrenches, baseOut, out("qddOut", n))
                                .then(reactions)),
                Subject.of(
                        ElasticConstrainedForwardDynamics.class,
                        robot.name(),
                        () -> new ElasticConstrainedForwardDynamics(robot, contacts),
                        Call.of("compute", baseOf(robot), q, qd, tau, wrenches, out("qddOut", n))
                                .then(reactions[0], reactions[2], reactions[3], reactions[4]),
                        Call.of("computeWithAllEfforts", baseOf(robot), q, qd, efforts, wrenches, out("qddOut", n)),
                        Call.of(
                                "computeFloatingWithAllEfforts",
                                base(),
                                q,
                                qd,
                                efforts,
                                wrenches,
                                baseOut,
                                out("qddOut", n)),
                        Call.of("computeFloating", base(), q, qd, tau, wrenches, baseOut, out("qddOut", n))
                                .then(reactions[0], reactions[2], reactions[3])),
                Subject.of(
                        ConstraintImpact.class,
                        robot.name(),
                        () -> new ConstraintImpact(robot, contacts),
                        Call.of("compute", baseOf(robot), q, qd, number("restitution", 0.3), out("qdOut", n))
                                .then(Call.of("impulse", index(0), out("impulseOut", 6)), Call.of("energyLoss")),
                        Call.of(
                                        "computeFloating",
                                        base(),
                                        q,
                                        qd,
                                        number("restitution", 0.3),
                                        out("baseVelocityOut", 6),
                                        out("qdOut", n))
                                .then(Call.of("impulse", index(0), out("impulseOut", 6)))),
                Subject.of(
                        ConstraintProjection.class,
                        robot.name(),
                        () -> new ConstraintProjection(robot, contacts),
                        Call.of("closePositions", baseOf(robot), q, steps[0], steps[1])
                                .then(
                                        Call.of("row", index(0), out("ratesOut", 6 + n)),
                                        Call.of("coordinateRow", index(0), out("ratesOut", 6 + n))),
                        Call.of("closeVelocities", baseOf(robot), q, qd, steps[0], steps[1]),
                        Call.of("closeAccelerations", baseOf(robot), q, qd, in("qdd", n), steps[0], steps[1])),
                Subject.of(
                        ContactSensitivity.class,
                        robot.name(),
                        () -> new ContactSensitivity(robot, contacts),
                        Call.of(
                                        "acceleration",
                                        baseOf(robot),
                                        q,
                                        qd,
                                        tau,
                                        wrenches,
                                        out("byPositionOut", (6 + n) * (6 + n)),
                                        out("byVelocityOut", (6 + n) * (6 + n)),
                                        out("byTorqueOut", (6 + n) * n))
                                .then(Call.of(
                                        "reaction",
                                        index(0),
                                        out("byPositionOut", 6 * (6 + n)),
                                        out("byVelocityOut", 6 * (6 + n)),
                                        out("byLastOut", 6 * n)))),
                ties(Robots.TREE),
                motorsHeldByTheBase(Robots.REFLECTED.withFloatingBase()));
    }

    /** Motions that keep a contact: one with the base, which stays. */
    private static Stream<Subject> heldByTheBase() {
        Stream<Subject> all = Stream.of(Robots.TREE, Robots.TREE.withFloatingBase(), Robots.ONE)
                .flatMap(robot -> Stream.of(
                        torquesHeldByTheBase(robot),
                        derivativesHeldByTheBase(robot),
                        curvatureHeldByTheBase(robot),
                        ratesHeldByTheBase(robot),
                        massesHeldByTheBase(robot)));
        return Stream.concat(all, Stream.of(motorsHeldByTheBase(Robots.ONE)));
    }

    private static Subject massesHeldByTheBase(RobotModel robot) {
        int n = robot.jointCount();
        return Subject.of(
                        StandingMassMatrix.class,
                        robot.name(),
                        () -> new StandingMassMatrix(robot, bolt(robot)),
                        Call.of("compute", in("q", n), out("matrixOut", n * n)))
                .refuses("openTree()", () -> new StandingMassMatrix(Robots.closed(robot), bolt(robot)))
                .refuses("contacts with the ground", () -> new StandingMassMatrix(robot, inside(robot)));
    }

    private static List<CutJoint> bolt(RobotModel robot) {
        return List.of(CutJoint.contact(
                "bolt", CutKind.FIXED, Pose.IDENTITY, robot.base().name(), Pose.IDENTITY));
    }

    /** A tie that is none with the ground. */
    private static List<CutJoint> inside(RobotModel robot) {
        return List.of(Robots.closed(robot).loops().cutJoints().get(0));
    }

    /** Of a robot that rests, or how one that floats moves, which must be said. */
    private static Slot baseOf(RobotModel robot) {
        return robot.baseKind() == BaseKind.FLOATING
                ? other("base", BaseMotion.class, Robots::base, () -> null)
                : atRest(robot);
    }

    private static Slot atRest(RobotModel robot) {
        return robot.baseKind() == BaseKind.FLOATING
                ? other("base", BaseMotion.class, BaseMotion::new, () -> null)
                : other("base", BaseMotion.class, BaseMotion::new);
    }

    /** Of base and joints. */
    private static int freedoms(RobotModel robot) {
        return robot.jointCount() + (robot.baseKind() == BaseKind.FLOATING ? 6 : 0);
    }

    private static Subject derivativesHeldByTheBase(RobotModel robot) {
        int n = robot.jointCount();
        int width = freedoms(robot);
        return Subject.of(
                        ContactSensitivity.class,
                        robot.name(),
                        () -> new ContactSensitivity(robot, bolt(robot)),
                        Call.of(
                                        "torque",
                                        atRest(robot),
                                        in("q", n),
                                        in("qd", n),
                                        in("qdd", n),
                                        wrenches(robot),
                                        in("weights", new double[] {2}),
                                        out("byPositionOut", n * width),
                                        out("byVelocityOut", n * width),
                                        out("byAccelerationOut", n * width))
                                .then(Call.of(
                                        "reaction",
                                        index(0),
                                        out("byPositionOut", 6 * width),
                                        out("byVelocityOut", 6 * width),
                                        out("byLastOut", 6 * width))))
                .refuses("openTree()", () -> new ContactSensitivity(Robots.closed(robot), bolt(robot)))
                .refuses("contacts with the ground", () -> new ContactSensitivity(robot, inside(robot)));
    }

    private static Subject curvatureHeldByTheBase(RobotModel robot) {
        int n = robot.jointCount();
        int width = freedoms(robot);
        return Subject.of(
                ContactCurvature.class,
                robot.name(),
                () -> new ContactCurvature(robot, bolt(robot)),
                Call.of(
                        "compute",
                        atRest(robot),
                        in("q", n),
                        in("qd", n),
                        in("qdd", n),
                        wrenches(robot),
                        in("weights", new double[] {2}),
                        in("lambda", n),
                        in("ofReactions", 6),
                        out("hessianOut", 9 * width * width)));
    }

    private static Subject motorsHeldByTheBase(RobotModel robot) {
        int n = robot.jointCount();
        int s = n + robot.elasticJoints().size();
        return Subject.of(
                        ElasticContactFeedForward.class,
                        robot.name(),
                        () -> ElasticContactFeedForward.withRates(robot, bolt(robot)),
                        Call.of(
                                        "compute",
                                        baseOf(robot),
                                        Slot.inRows("motionOfJoints", 6, n),
                                        wrenches(robot),
                                        in("weights", new double[] {2}),
                                        out("qOut", s),
                                        out("qdOut", s),
                                        out("qddOut", s),
                                        out("tauOut", n))
                                .then(
                                        Call.of("torqueRates", out("ratesOut", n)),
                                        Call.of("springEfforts", index(1), out("effortsOut", s - n)),
                                        Call.of("baseVelocity", index(1), out("velocityOut", 6)),
                                        Call.of("reaction", index(0), index(1), out("wrenchOut", 6))),
                        Call.of(
                                        "computeStrained",
                                        baseOf(robot),
                                        Slot.inRows("motionOfJoints", 6, n),
                                        wrenches(robot),
                                        in("weights", new double[] {2}),
                                        Slot.inRows("strains", 4, n),
                                        out("qOut", s),
                                        out("qdOut", s),
                                        out("qddOut", s),
                                        out("tauOut", n))
                                .then(Call.of("torqueRates", out("ratesOut", n))))
                .refuses("openTree()", () -> new ElasticContactFeedForward(Robots.closed(robot), bolt(robot)))
                .refuses("contacts with the ground", () -> new ElasticContactFeedForward(robot, inside(robot)));
    }

    /** A body of a tree on a fixed base stays where it is. */
    private static Subject ties(RobotModel robot) {
        int n = robot.jointCount();
        String body = robot.movingJoints().get(n - 1).child();
        CutJoint contact = CutJoint.contact("held", CutKind.SPHERICAL, Pose.IDENTITY, body, Pose.IDENTITY);
        return Subject.of(
                        ContactTies.class,
                        robot.name(),
                        () -> new ContactTies(robot, List.of(contact), new double[n], 3),
                        Call.of("complete", Slot.inRows("motionOfIndependent", 4, n), Slot.outRows("motionOut", 4, n)))
                .refuses("openTree()", () -> new ContactTies(Robots.closed(robot), List.of(contact), new double[n], 3));
    }

    private static Subject ratesHeldByTheBase(RobotModel robot) {
        int n = robot.jointCount();
        return Subject.of(
                ContactForceRate.class,
                robot.name(),
                () -> new ContactForceRate(robot, bolt(robot)),
                Call.of(
                                "compute",
                                atRest(robot),
                                in("q", n),
                                in("qd", n),
                                in("qdd", n),
                                in("qddd", n),
                                wrenches(robot),
                                in("weights", new double[] {2}),
                                out("tauOut", n),
                                out("tauRateOut", n))
                        .then(Call.of("reaction", index(0), out("wrenchOut", 6), out("wrenchRateOut", 6))));
    }

    private static Subject torquesHeldByTheBase(RobotModel robot) {
        int n = robot.jointCount();
        return Subject.of(
                ConstrainedInverseDynamics.class,
                robot.name(),
                () -> new ConstrainedInverseDynamics(robot, bolt(robot)),
                Call.of(
                                "compute",
                                atRest(robot),
                                in("q", n),
                                in("qd", n),
                                in("qdd", n),
                                wrenches(robot),
                                in("weights", new double[] {2}),
                                out("tauOut", n))
                        .then(Call.of("reaction", index(0), out("wrenchOut", 6))));
    }
}
