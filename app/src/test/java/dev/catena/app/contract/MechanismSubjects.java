package dev.catena.app.contract;

import static dev.catena.app.contract.Slot.in;
import static dev.catena.app.contract.Slot.index;
import static dev.catena.app.contract.Slot.other;
import static dev.catena.app.contract.Slot.out;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ClosedLoopAccelerationSensitivity;
import dev.catena.mechanism.ClosedLoopCurvature;
import dev.catena.mechanism.ClosedLoopForceRate;
import dev.catena.mechanism.ClosedLoopForceRateCurvature;
import dev.catena.mechanism.ClosedLoopForceRateSensitivity;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopInverseKinematics;
import dev.catena.mechanism.ClosedLoopInverseVelocity;
import dev.catena.mechanism.ClosedLoopRegressor;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.ElasticLoopCurvature;
import dev.catena.mechanism.ElasticLoopFeedForward;
import dev.catena.mechanism.ElasticLoopForwardDynamics;
import dev.catena.mechanism.ElasticLoopInverseDynamics;
import dev.catena.mechanism.ElasticLoopRegressor;
import dev.catena.mechanism.ElasticLoopSensitivity;
import dev.catena.mechanism.LoopClosure;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.mechanism.LoopStatus;
import dev.catena.model.Drive;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.reach.PoseTarget;
import dev.catena.reach.ReachOptions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Closed loops. */
final class MechanismSubjects {
    static final RobotModel LOOPS = ShippedRobots.load("five-bar");

    private static final RobotModel FLOATING = LOOPS.toBuilder()
            .base(
                    LOOPS.base().name(),
                    SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(1, 1.1, 1.2)))
            .floating()
            .build();
    static final RobotModel SPRINGS = withSpring(LOOPS);
    private static final RobotModel FLOATING_SPRINGS = withSpring(FLOATING);
    private static final RobotModel OTHER = LOOPS.toBuilder().gravity(0, 1, 2).build();
    private static final int N = LOOPS.jointCount();
    private static final int K = LOOPS.independentJoints().size();

    private MechanismSubjects() {}

    /** Near the assembly. */
    static Slot positions(String name) {
        double[] q = Slot.numbers(name, K);
        for (int k = 0; k < K; k++) {
            String joint = LOOPS.independentJoints().get(k).name();
            q[k] = 0.02 * q[k] + LOOPS.loops().assembly().getOrDefault(joint, 0.0);
        }
        return in(name, q);
    }

    private static Slot wrenches() {
        return wrenches(LOOPS);
    }

    static Slot wrenches(RobotModel robot) {
        return other("wrenches", ExternalWrenches.class, () -> Robots.wrenches(robot), () -> Robots.wrenches(OTHER));
    }

    static Slot base() {
        return other("base", BaseMotion.class, Robots::base);
    }

    static Stream<Subject> all() {
        return Stream.of(
                        kinematics(),
                        reach(),
                        inverseDynamics(),
                        forwardDynamics(),
                        sensitivity(),
                        elastic(),
                        ContactSubjects.all())
                .flatMap(subjects -> subjects)
                .map(subject -> subject.within(1e-9));
    }

    private static Stream<Subject> reach() {
        Slot q = positions("q");
        Slot from = positions("from");
        Slot pose = other("worldFromBase", Pose.class, () -> Pose.IDENTITY);
        Call read = Call.of("positions", out("qOut", K));
        Call readAll = Call.of("allPositions", out("qOut", N));
        return Stream.of(
                Subject.of(
                        ClosedLoopInverseKinematics.class,
                        LOOPS.name(),
                        () -> reachable(LOOPS),
                        Call.of("goal", index(0), in("worldFromBody", Robots.lastPose(LOOPS.openTree()))),
                        Call.of("solve", from).then(read),
                        Call.of("solveNearest", positions("posture")).then(readAll),
                        Call.of("allSolutions", from)),
                Subject.of(
                        ClosedLoopInverseKinematics.class,
                        FLOATING.name(),
                        () -> reachable(FLOATING),
                        Call.of("solveFloating", pose, from).then(read)),
                Subject.of(
                        ClosedLoopInverseVelocity.class,
                        LOOPS.name(),
                        () -> inverseVelocity(LOOPS),
                        Call.of("velocities", q, in("twistInWorld", 6), out("qdOut", K)),
                        Call.of("accelerations", q, in("qd", K), in("accelerationInWorld", 6), out("qddOut", K))),
                Subject.of(
                        ClosedLoopInverseVelocity.class,
                        FLOATING.name(),
                        () -> inverseVelocity(FLOATING),
                        Call.of(
                                "velocitiesFloating",
                                base(),
                                q,
                                in("twistInWorld", 6),
                                out("baseTwistInWorldOut", 6),
                                out("qdOut", K)),
                        Call.of(
                                "accelerationsFloating",
                                base(),
                                q,
                                in("qd", K),
                                in("accelerationInWorld", 6),
                                out("baseAccelerationInWorldOut", 6),
                                out("qddOut", K))));
    }

    private static ClosedLoopInverseVelocity inverseVelocity(RobotModel robot) {
        String body = robot.bodies().get(robot.bodies().size() - 1).name();
        return new ClosedLoopInverseVelocity(robot, List.of(PoseTarget.position(body)), 0.3, 0.01);
    }

    /** With a goal that is met at the assembly. */
    private static ClosedLoopInverseKinematics reachable(RobotModel robot) {
        int last = robot.bodies().size() - 1;
        ClosedLoopInverseKinematics reach = new ClosedLoopInverseKinematics(
                robot,
                ReachOptions.DEFAULT.withStarts(2),
                List.of(PoseTarget.position(robot.bodies().get(last).name())));
        LoopKinematics loops = new LoopKinematics(LOOPS);
        LoopStatus status = loops.close(LOOPS.independentJoints().stream()
                .mapToDouble(joint -> LOOPS.loops().assembly().getOrDefault(joint.name(), 0.0))
                .toArray());
        if (!status.isClosed()) {
            throw new AssertionError(loops.closure().describe());
        }
        double[] q = new double[N];
        loops.positions(q);
        Kinematics kinematics = new Kinematics(LOOPS.openTree());
        kinematics.compute(q);
        reach.goal(0, kinematics.worldFromBody(last));
        return reach;
    }

    private static Stream<Subject> inverseDynamics() {
        Slot q = positions("q");
        Slot qd = in("qd", K);
        Slot qdd = in("qdd", K);
        Slot qddd = in("qddd", K);
        Slot effortsOut = out("effortsOut", K);
        Slot ratesOut = out("effortRatesOut", K);
        Slot accelerationOut = out("baseAccelerationOut", 6);
        Call[] efforts = {
            Call.of("treeEfforts", out("effortsOut", N)),
            Call.of("computeCutWrenches"),
            Call.of("cutWrench", index(0), out("wrenchOut", 6))
        };
        Call[] rates = {
            Call.of("jerks", out("jerksOut", N)),
            Call.of("computeCutWrenchRates"),
            Call.of("cutWrench", index(0), out("wrenchOut", 6), out("wrenchRateOut", 6))
        };
        return Stream.of(
                Subject.of(
                        ClosedLoopInverseDynamics.class,
                        LOOPS.name(),
                        () -> new ClosedLoopInverseDynamics(LOOPS),
                        Call.of("compute", q, qd, qdd, effortsOut).then(efforts),
                        Call.of("compute", q, qd, qdd, wrenches(), effortsOut).then(efforts),
                        Call.of("compute", base(), q, qd, qdd, wrenches(), effortsOut)
                                .then(efforts)),
                Subject.of(
                        ClosedLoopInverseDynamics.class,
                        FLOATING.name(),
                        () -> new ClosedLoopInverseDynamics(FLOATING),
                        Call.of("computeFloating", base(), q, qd, qdd, wrenches(FLOATING), accelerationOut, effortsOut)
                                .then(efforts)),
                Subject.of(
                        ClosedLoopRegressor.class,
                        LOOPS.name(),
                        () -> ClosedLoopRegressor.withDrives(LOOPS),
                        Call.of("compute", q, qd, qdd, out("matrixOut", K * 13 * N)),
                        Call.of("compute", base(), q, qd, qdd, out("matrixOut", K * 13 * N)),
                        Call.of("parameters", out("parametersOut", 13 * N)).shared()),
                Subject.of(
                        ClosedLoopRegressor.class,
                        FLOATING.name(),
                        () -> new ClosedLoopRegressor(FLOATING),
                        Call.of("compute", base(), q, qd, qdd, out("matrixOut", (6 + K) * 10 * (1 + N)))),
                Subject.of(
                        ClosedLoopForceRate.class,
                        LOOPS.name(),
                        () -> new ClosedLoopForceRate(LOOPS),
                        Call.of("compute", q, qd, qdd, qddd, effortsOut, ratesOut)
                                .then(rates),
                        Call.of("compute", base(), q, qd, qdd, qddd, wrenches(), effortsOut, ratesOut)
                                .then(rates)),
                Subject.of(
                        ClosedLoopForceRate.class,
                        FLOATING.name(),
                        () -> new ClosedLoopForceRate(FLOATING),
                        Call.of(
                                        "computeFloating",
                                        base(),
                                        q,
                                        qd,
                                        qdd,
                                        qddd,
                                        wrenches(FLOATING),
                                        accelerationOut,
                                        out("baseJerkOut", 6),
                                        effortsOut,
                                        ratesOut)
                                .then(rates)));
    }

    private static Stream<Subject> forwardDynamics() {
        Slot q = positions("q");
        Slot qd = in("qd", K);
        Slot efforts = in("efforts", K);
        Slot all = in("efforts", N);
        Slot out = out("accelerationsOut", K);
        Slot baseOut = out("baseAccelerationOut", 6);
        Call[] inertia = {Call.of("massMatrix", out("matrixOut", K * K)), Call.of("bias", out("biasOut", K))};
        Call[] floatingInertia = {
            Call.of("massMatrix", out("matrixOut", (6 + K) * (6 + K))), Call.of("bias", out("biasOut", K))
        };
        return Stream.of(
                Subject.of(
                        ClosedLoopForwardDynamics.class,
                        LOOPS.name(),
                        () -> new ClosedLoopForwardDynamics(LOOPS),
                        Call.of("compute", q, qd, efforts, out).then(inertia),
                        Call.of("compute", q, qd, efforts, wrenches(), out).then(inertia),
                        Call.of("compute", base(), q, qd, efforts, wrenches(), out)
                                .then(inertia),
                        Call.of("computeWithAllEfforts", q, qd, all, wrenches(), out)
                                .then(inertia),
                        Call.of("computeWithAllEfforts", base(), q, qd, all, wrenches(), out)
                                .then(inertia)),
                Subject.of(
                        ClosedLoopForwardDynamics.class,
                        FLOATING.name(),
                        () -> new ClosedLoopForwardDynamics(FLOATING),
                        Call.of("computeFloating", base(), q, qd, efforts, wrenches(FLOATING), baseOut, out)
                                .then(floatingInertia),
                        Call.of("computeFloatingWithAllEfforts", base(), q, qd, all, wrenches(FLOATING), baseOut, out)
                                .then(floatingInertia)));
    }

    private static Stream<Subject> sensitivity() {
        Slot q = positions("q");
        Slot qd = in("qd", K);
        Slot qdd = in("qdd", K);
        Slot efforts = in("efforts", K);
        Slot[] m = matrices("byAccelerationOut", K, K * K);
        Slot[] f = matrices("byAccelerationOut", 6 + K, (6 + K) * (6 + K));
        Slot[] t = matrices("byEffortOut", K, K * K);
        Slot[] s = matrices("byEffortOut", 6 + K, (6 + K) * K);
        Slot[] w = Stream.of("byPositionOut", "byVelocityOut", "byAccelerationOut")
                .map(name -> out(name, 6 * K))
                .toArray(Slot[]::new);
        return Stream.of(
                Subject.of(
                        ClosedLoopSensitivity.class,
                        LOOPS.name(),
                        () -> new ClosedLoopSensitivity(LOOPS),
                        Call.of("compute", q, qd, qdd, m[0], m[1], m[2]),
                        Call.of("compute", q, qd, qdd, wrenches(), m[0], m[1], m[2])
                                .then(
                                        Call.of("actuators", m[0], m[1], m[2]),
                                        Call.of("computeCutWrenches"),
                                        Call.of("cutWrench", index(0), w[0], w[1], w[2])),
                        Call.of("compute", base(), q, qd, qdd, wrenches(), m[0], m[1], m[2])),
                Subject.of(
                        ClosedLoopSensitivity.class,
                        FLOATING.name(),
                        () -> new ClosedLoopSensitivity(FLOATING),
                        Call.of("computeFloating", base(), q, qd, qdd, wrenches(FLOATING), f[0], f[1], f[2])),
                Subject.of(
                        ClosedLoopAccelerationSensitivity.class,
                        LOOPS.name(),
                        () -> new ClosedLoopAccelerationSensitivity(LOOPS),
                        Call.of("compute", q, qd, efforts, t[0], t[1], t[2]),
                        Call.of("compute", base(), q, qd, efforts, wrenches(), t[0], t[1], t[2])),
                Subject.of(
                        ClosedLoopAccelerationSensitivity.class,
                        FLOATING.name(),
                        () -> new ClosedLoopAccelerationSensitivity(FLOATING),
                        Call.of("computeFloating", base(), q, qd, efforts, wrenches(FLOATING), s[0], s[1], s[2])),
                Subject.of(
                        ClosedLoopCurvature.class,
                        LOOPS.name(),
                        () -> new ClosedLoopCurvature(LOOPS),
                        Call.of("compute", q, qd, qdd, in("mu", K), out("hessianOut", 9 * K * K)),
                        Call.of("compute", base(), q, qd, qdd, wrenches(), in("mu", K), out("hessianOut", 9 * K * K))),
                Subject.of(
                        ClosedLoopForceRateSensitivity.class,
                        LOOPS.name(),
                        () -> new ClosedLoopForceRateSensitivity(LOOPS),
                        Call.of("compute", q, qd, qdd, in("qddd", K), m[0], m[1], m[2], out("byJerkOut", K * K)),
                        Call.of(
                                "compute",
                                base(),
                                q,
                                qd,
                                qdd,
                                in("qddd", K),
                                wrenches(),
                                m[0],
                                m[1],
                                m[2],
                                out("byJerkOut", K * K))),
                Subject.of(
                        ClosedLoopForceRateCurvature.class,
                        LOOPS.name(),
                        () -> new ClosedLoopForceRateCurvature(LOOPS),
                        Call.of("compute", q, qd, qdd, in("qddd", K), in("mu", K), out("hessianOut", 16 * K * K)),
                        Call.of(
                                "compute",
                                base(),
                                q,
                                qd,
                                qdd,
                                in("qddd", K),
                                wrenches(),
                                in("mu", K),
                                out("hessianOut", 16 * K * K))),
                Subject.of(
                        ClosedLoopCurvature.class,
                        FLOATING.name(),
                        () -> new ClosedLoopCurvature(FLOATING),
                        Call.of(
                                "computeFloating",
                                base(),
                                q,
                                qd,
                                qdd,
                                wrenches(FLOATING),
                                in("mu", 6 + K),
                                out("hessianOut", 9 * (6 + K) * (6 + K)))));
    }

    private static Stream<Subject> elastic() {
        int s = K + 1;
        double[] positions = Arrays.copyOf((double[]) positions("q").fresh().get(), s);
        Slot q = in("q", positions);
        Slot qd = in("qd", s);
        Slot qdd = in("qdd", s);
        Slot tau = in("tau", K);
        Slot all = in("efforts", N + 1);
        Slot tauOut = out("tauOut", K);
        Slot qddOut = out("qddOut", s);
        Call missing = Call.of("missing", out("effortsOut", K));
        Slot[] t = {out("byPositionOut", K * s), out("byVelocityOut", K * s), out("byAccelerationOut", K * s)};
        Slot[] a = {out("byPositionOut", s * s), out("byVelocityOut", s * s), out("byTorqueOut", s * K)};
        Slot baseOut = out("baseAccelerationOut", 6);
        Slot free = wrenches(FLOATING_SPRINGS);
        return Stream.of(
                Subject.of(
                        ElasticLoopInverseDynamics.class,
                        SPRINGS.name(),
                        () -> new ElasticLoopInverseDynamics(SPRINGS),
                        Call.of("compute", q, qd, qdd, tauOut).then(missing),
                        Call.of("compute", base(), q, qd, qdd, wrenches(SPRINGS), tauOut)
                                .then(missing)),
                Subject.of(
                        ElasticLoopForwardDynamics.class,
                        SPRINGS.name(),
                        () -> new ElasticLoopForwardDynamics(SPRINGS),
                        Call.of("compute", q, qd, tau, qddOut).then(Call.of("massMatrix", out("matrixOut", s * s))),
                        Call.of("compute", base(), q, qd, tau, wrenches(SPRINGS), qddOut),
                        Call.of("computeWithAllEfforts", base(), q, qd, all, wrenches(SPRINGS), qddOut)),
                Subject.of(
                        ElasticLoopForwardDynamics.class,
                        SPRINGS.name(),
                        () -> new ElasticLoopForwardDynamics(FLOATING_SPRINGS),
                        Call.of("computeFloating", base(), q, qd, tau, free, baseOut, qddOut)
                                .then(Call.of("massMatrix", out("matrixOut", (6 + s) * (6 + s)))),
                        Call.of("computeFloatingWithAllEfforts", base(), q, qd, all, free, baseOut, qddOut)),
                Subject.of(
                        ElasticLoopFeedForward.class,
                        SPRINGS.name(),
                        () -> ElasticLoopFeedForward.withRates(SPRINGS),
                        Call.of(
                                        "compute",
                                        Slot.inRows("independent", Arrays.copyOf(positions, K), 6),
                                        wrenches(SPRINGS),
                                        out("qOut", s),
                                        out("qdOut", s),
                                        qddOut,
                                        tauOut)
                                .then(
                                        Call.of("torqueRates", out("ratesOut", K)),
                                        Call.of("springEfforts", index(1), out("effortsOut", 1)))),
                Subject.of(
                        ElasticLoopFeedForward.class,
                        SPRINGS.name(),
                        () -> ElasticLoopFeedForward.withRates(FLOATING_SPRINGS),
                        Call.of(
                                        "computeFloating",
                                        base(),
                                        Slot.inRows("independent", Arrays.copyOf(positions, K), 6),
                                        free,
                                        baseOut,
                                        out("qOut", s),
                                        out("qdOut", s),
                                        qddOut,
                                        tauOut)
                                .then(
                                        Call.of("torqueRates", out("ratesOut", K)),
                                        Call.of("springEfforts", index(1), out("effortsOut", 1)))),
                Subject.of(
                        ElasticLoopSensitivity.class,
                        SPRINGS.name(),
                        () -> new ElasticLoopSensitivity(SPRINGS),
                        Call.of("torque", base(), q, qd, qdd, wrenches(SPRINGS), t[0], t[1], t[2]),
                        Call.of("acceleration", base(), q, qd, tau, wrenches(SPRINGS), a[0], a[1], a[2])),
                Subject.of(
                        ElasticLoopSensitivity.class,
                        SPRINGS.name(),
                        () -> new ElasticLoopSensitivity(FLOATING_SPRINGS),
                        Call.of(
                                "torqueFloating",
                                base(),
                                q,
                                qd,
                                qdd,
                                free,
                                out("byPositionOut", (6 + K) * (6 + s)),
                                out("byVelocityOut", (6 + K) * (6 + s)),
                                out("byAccelerationOut", (6 + K) * (6 + s))),
                        Call.of(
                                "accelerationFloating",
                                base(),
                                q,
                                qd,
                                tau,
                                free,
                                out("byPositionOut", (6 + s) * (6 + s)),
                                out("byVelocityOut", (6 + s) * (6 + s)),
                                out("byTorqueOut", (6 + s) * K))),
                Subject.of(
                        ElasticLoopRegressor.class,
                        SPRINGS.name(),
                        () -> new ElasticLoopRegressor(SPRINGS),
                        Call.of(
                                "compute",
                                base(),
                                in("x", positions),
                                in("xd", s),
                                in("xdd", s),
                                out("matrixOut", s * new ElasticLoopRegressor(SPRINGS).columns())),
                        Call.of("parameters", out("parametersOut", new ElasticLoopRegressor(SPRINGS).columns()))
                                .shared()),
                Subject.of(
                        ElasticLoopCurvature.class,
                        SPRINGS.name(),
                        () -> new ElasticLoopCurvature(SPRINGS),
                        Call.of(
                                "compute",
                                base(),
                                q,
                                qd,
                                qdd,
                                wrenches(SPRINGS),
                                in("lambda", K),
                                out("hessianOut", 9 * s * s))),
                Subject.of(
                        ElasticLoopCurvature.class,
                        SPRINGS.name(),
                        () -> new ElasticLoopCurvature(FLOATING_SPRINGS),
                        Call.of(
                                "computeFloating",
                                base(),
                                q,
                                qd,
                                qdd,
                                free,
                                in("lambda", 6 + K),
                                out("hessianOut", 9 * (6 + s) * (6 + s)))));
    }

    private static RobotModel withSpring(RobotModel robot) {
        Joint joint = robot.independentJoints().get(0);
        return robot.toBuilder()
                .replace(joint.with(Drive.reflected(0.2).with(new Spring(100, 0))))
                .build();
    }

    private static Slot[] matrices(String last, int width, int lengthOfLast) {
        return new Slot[] {
            out("byPositionOut", width * width), out("byVelocityOut", width * width), out(last, lengthOfLast)
        };
    }

    private static Stream<Subject> kinematics() {
        Call close = Call.of("close", positions("positions"));
        Call move = Call.of("move", in("velocities", K));
        Call all = Call.of("positions", out("positionsOut", N));
        return Stream.of(
                Subject.of(
                        LoopClosure.class,
                        LOOPS.name(),
                        () -> new LoopClosure(LOOPS),
                        close.then(all),
                        Call.of("restart", in("positions", N))),
                Subject.of(
                        LoopKinematics.class,
                        LOOPS.name(),
                        () -> new LoopKinematics(LOOPS),
                        close.then(
                                all,
                                Call.of("rates", out("ratesOut", N * K)),
                                Call.of("cutRates", index(0), out("ratesOut", K))),
                        move.after(close).then(Call.of("velocities", out("velocitiesOut", N))),
                        Call.of("accelerate", in("accelerations", K))
                                .after(close, move)
                                .then(
                                        Call.of("accelerations", out("accelerationsOut", N)),
                                        Call.of("rateTimesVelocity", out("accelerationsOut", N)),
                                        Call.of("secondRateTimesVelocity", out("jerksOut", N)))));
    }
}
