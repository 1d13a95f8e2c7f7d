package dev.catena.app.contract;

import static dev.catena.app.contract.Slot.in;
import static dev.catena.app.contract.Slot.inRows;
import static dev.catena.app.contract.Slot.index;
import static dev.catena.app.contract.Slot.none;
import static dev.catena.app.contract.Slot.other;
import static dev.catena.app.contract.Slot.out;
import static dev.catena.app.contract.Slot.outRows;
import static dev.catena.app.contract.Slot.partly;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.ElasticCurvature;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.drive.ElasticInverseDynamics;
import dev.catena.drive.ElasticMatrices;
import dev.catena.drive.ElasticRegressor;
import dev.catena.drive.ElasticSensitivity;
import dev.catena.drive.FlexibleJointDynamics;
import dev.catena.drive.FloatingElasticFeedForward;
import dev.catena.drive.TaylorInverseDynamics;
import dev.catena.dynamics.ArticulatedForwardDynamics;
import dev.catena.dynamics.CentroidalMomentum;
import dev.catena.dynamics.DenseForwardDynamics;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingForceRate;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.HybridDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.InverseMassMatrix;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.ProximalForwardDynamics;
import dev.catena.dynamics.Regressor;
import dev.catena.dynamics.WrenchResponse;
import dev.catena.ground.Foot;
import dev.catena.ground.Footing;
import dev.catena.ground.GlobalJoints;
import dev.catena.ground.GroundReaction;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.Posture;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.reach.InverseKinematics;
import dev.catena.reach.InverseVelocity;
import dev.catena.reach.PoseTarget;
import dev.catena.reach.ReachOptions;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.sensitivity.ForceRateCurvature;
import dev.catena.sensitivity.ForceRateSensitivity;
import dev.catena.sensitivity.SpatialDerivatives;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.sensitivity.WrenchSensitivity;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The algorithms of core. */
final class CoreSubjects {
    private static final RobotModel TREE = Robots.TREE;
    private static final int N = TREE.jointCount();
    private static final int S = new ElasticCoordinates(Robots.ELASTIC).size();

    private CoreSubjects() {}

    static Stream<Subject> all() {
        return Stream.of(
                        kinematics(),
                        reach(),
                        dynamics(),
                        forwardDynamics(),
                        matrices(),
                        sensitivities(),
                        ground(),
                        drives())
                .flatMap(Function.identity());
    }

    private static Slot q() {
        return in("q", N);
    }

    private static Slot qd() {
        return in("qd", N);
    }

    private static Slot qdd() {
        return in("qdd", N);
    }

    private static Slot qddd() {
        return in("qddd", N);
    }

    private static Slot tau() {
        return in("tau", N);
    }

    private static Slot base() {
        return other("base", BaseMotion.class, Robots::base);
    }

    private static Slot noBase() {
        return none("base", BaseMotion.class);
    }

    private static Slot wrenches() {
        return other(
                "wrenches", ExternalWrenches.class, () -> Robots.wrenches(TREE), () -> Robots.wrenches(Robots.OTHER));
    }

    private static Slot noWrenches() {
        return none("wrenches", ExternalWrenches.class);
    }

    private static Slot elasticWrenches() {
        return other(
                "wrenches",
                ExternalWrenches.class,
                () -> Robots.wrenches(Robots.ELASTIC),
                () -> Robots.wrenches(Robots.OTHER_ELASTIC));
    }

    private static Slot flexibleWrenches() {
        return other(
                "wrenches",
                ExternalWrenches.class,
                () -> Robots.wrenches(Robots.FLEXIBLE),
                () -> Robots.wrenches(Robots.OTHER));
    }

    private static Slot loads() {
        return other(
                "loads",
                List.class,
                () -> Robots.loads(TREE, 0.5),
                () -> Robots.loads(Robots.OTHER, 0.5),
                () -> Robots.loads(TREE, Double.NaN),
                () -> Robots.loads(TREE, Double.NEGATIVE_INFINITY));
    }

    private static Slot posture() {
        return other("at", Posture.class, () -> Robots.posture(TREE), () -> Robots.posture(Robots.OTHER));
    }

    private static Slot kinematicsOfTree() {
        return other(
                "kinematics", Kinematics.class, () -> Robots.kinematics(TREE), () -> Robots.kinematics(Robots.OTHER));
    }

    private static Call jointWrench() {
        return Call.of("jointWrenchInBody", index(2), out("wrenchOut", 6));
    }

    private static Stream<Subject> kinematics() {
        Call[] twists = {
            Call.of("worldFromBody", index(2), out("poseOut", 12)),
            Call.of("velocityInWorld", index(2), out("twistOut", 6)),
            Call.of("accelerationInWorld", index(2), out("twistOut", 6)),
            Call.of("jerkInWorld", index(2), out("twistOut", 6))
        };
        return Stream.of(
                Subject.ofTree(
                        Kinematics.class,
                        TREE,
                        Kinematics::new,
                        Call.of("compute", q()).fixed().then(twists[0]),
                        Call.of("compute", q(), qd()).fixed().then(twists[0], twists[1]),
                        Call.of("compute", q(), qd(), qdd()).fixed().then(twists[0], twists[1], twists[2]),
                        Call.of("compute", q(), qd(), qdd(), qddd()).fixed().then(twists),
                        Call.of("compute", noBase(), q(), qd(), qdd(), qddd())
                                .fixed()
                                .then(twists),
                        Call.of("compute", base(), q(), qd(), qdd(), qddd()).then(twists)),
                Subject.ofTree(Posture.class, TREE, Posture::new, Call.of("set", q())),
                Subject.ofTree(
                        Jacobian.class,
                        TREE,
                        Jacobian::new,
                        Call.of("compute", kinematicsOfTree(), index(3), out("jacobianOut", 6 * N)),
                        Call.of("rateTimesVelocity", kinematicsOfTree(), index(3), out("accelerationOut", 6))),
                Subject.ofTree(
                        SystemMotion.class,
                        Robots.ELASTIC,
                        SystemMotion::withFreeMotors,
                        Call.of(
                                        "compute",
                                        other(
                                                "kinematics",
                                                Kinematics.class,
                                                () -> Robots.kinematics(Robots.ELASTIC),
                                                () -> Robots.kinematics(Robots.OTHER_ELASTIC)),
                                        in("motorRates", S - N))
                                .then(
                                        Call.of("momentumInWorldAboutCenterOfMass", out("momentumOut", 6)),
                                        Call.of("kineticEnergy"),
                                        Call.of("potentialEnergy"))));
    }

    private static Stream<Subject> reach() {
        Call positions = Call.of("positions", out("qOut", N));
        Slot from = in("from", N);
        return Stream.of(
                Subject.ofTree(
                                InverseKinematics.class,
                                TREE,
                                CoreSubjects::reachable,
                                Call.of("goal", index(0), in("worldFromBody", Robots.lastPose(TREE))),
                                Call.of("solve", from).fixed().then(positions),
                                Call.of("solveNearest", in("posture", N))
                                        .fixed()
                                        .then(positions),
                                Call.of("allSolutions", from).fixed(),
                                Call.of("solveFloating", other("worldFromBase", Pose.class, () -> Pose.IDENTITY), from)
                                        .free()
                                        .then(positions),
                                Call.of(
                                                "solveNearestFloating",
                                                other("worldFromBase", Pose.class, () -> Pose.IDENTITY),
                                                in("posture", N))
                                        .free()
                                        .then(positions))
                        .within(1e-9),
                Subject.ofTree(
                        InverseVelocity.class,
                        TREE,
                        robot ->
                                new InverseVelocity(robot, robot.bodies().get(N).name(), 0.3, 0.01),
                        Call.of("velocities", q(), in("twistInWorld", 6), out("qdOut", N))
                                .fixed(),
                        Call.of("accelerations", q(), qd(), in("accelerationInWorld", 6), out("qddOut", N))
                                .fixed(),
                        Call.of(
                                        "velocitiesFloating",
                                        base(),
                                        q(),
                                        in("twistInWorld", 6),
                                        out("baseTwistInWorldOut", 6),
                                        out("qdOut", N))
                                .free(),
                        Call.of(
                                        "accelerationsFloating",
                                        base(),
                                        q(),
                                        qd(),
                                        in("accelerationInWorld", 6),
                                        out("baseAccelerationInWorldOut", 6),
                                        out("qddOut", N))
                                .free()));
    }

    /** With a goal that is met somewhere. */
    private static InverseKinematics reachable(RobotModel robot) {
        InverseKinematics reach = new InverseKinematics(
                robot,
                ReachOptions.DEFAULT.withStarts(5),
                List.of(PoseTarget.position(
                        robot.bodies().get(robot.bodies().size() - 1).name())));
        reach.goal(0, Robots.lastPose(robot.withFixedBase()));
        return reach;
    }

    private static Stream<Subject> dynamics() {
        Slot tauOut = out("tauOut", N);
        Slot rateOut = out("tauRateOut", N);
        Call[] rates = {Call.of("jointWrenchRateInBody", index(2), out("wrenchRateOut", 6))};
        return Stream.of(
                Subject.ofTree(
                        InverseDynamics.class,
                        TREE,
                        InverseDynamics::new,
                        Call.of("compute", q(), qd(), qdd(), tauOut).fixed().then(jointWrench()),
                        Call.of("compute", noBase(), q(), qd(), qdd(), wrenches(), tauOut)
                                .fixed()
                                .then(jointWrench()),
                        Call.of("compute", base(), q(), qd(), qdd(), wrenches(), tauOut)
                                .then(jointWrench()),
                        Call.of("compute", posture(), noBase(), qd(), qdd(), noWrenches(), tauOut)
                                .fixed()
                                .then(jointWrench()),
                        Call.of("compute", posture(), base(), qd(), qdd(), wrenches(), tauOut)
                                .then(jointWrench()),
                        Call.of("gravity", q(), tauOut).fixed().then(jointWrench()),
                        Call.of("bias", q(), qd(), tauOut).fixed().then(jointWrench()),
                        Call.of("coriolis", q(), qd(), tauOut).fixed().then(jointWrench()),
                        Call.of("massTimes", q(), qdd(), tauOut).fixed().then(jointWrench()),
                        Call.of("friction", qd(), tauOut)),
                Subject.ofTree(
                        ForceRate.class,
                        TREE,
                        ForceRate::new,
                        Call.of("compute", q(), qd(), qdd(), qddd(), tauOut, rateOut)
                                .fixed()
                                .then(rates),
                        Call.of("compute", base(), q(), qd(), qdd(), qddd(), wrenches(), tauOut, rateOut)
                                .then(rates),
                        Call.of("compute", posture(), base(), qd(), qdd(), qddd(), wrenches(), tauOut, rateOut)
                                .then(rates)),
                Subject.ofTree(
                                FloatingInverseDynamics.class,
                                TREE.withFloatingBase(),
                                FloatingInverseDynamics::new,
                                Call.of(
                                                "compute",
                                                base(),
                                                q(),
                                                qd(),
                                                qdd(),
                                                wrenches(),
                                                out("baseAccelerationOut", 6),
                                                tauOut)
                                        .then(jointWrench()),
                                Call.of("compute", base(), q(), qd(), qdd(), out("baseAccelerationOut", 6), tauOut)
                                        .then(jointWrench()))
                        .refuses("withFloatingBase()", () -> new FloatingInverseDynamics(TREE)),
                Subject.ofTree(
                                FloatingForceRate.class,
                                TREE.withFloatingBase(),
                                FloatingForceRate::new,
                                Call.of(
                                                "compute",
                                                base(),
                                                q(),
                                                qd(),
                                                qdd(),
                                                qddd(),
                                                wrenches(),
                                                out("baseAccelerationOut", 6),
                                                out("baseJerkOut", 6),
                                                tauOut,
                                                rateOut)
                                        .then(Call.of("computeJointWrenchRates", wrenches())))
                        .refuses("withFloatingBase()", () -> new FloatingForceRate(TREE)),
                wrenchResponse(),
                Subject.ofTree(
                        Regressor.class,
                        TREE,
                        Regressor::new,
                        Call.of("compute", q(), qd(), qdd(), out("matrixOut", N * 10 * N))
                                .fixed(),
                        Call.of("compute", base(), q(), qd(), qdd(), out("matrixOut", N * 10 * N)),
                        Call.of("parameters", out("parametersOut", 10 * N)).shared()));
    }

    private static Subject wrenchResponse() {
        Call add = Call.of("add", index(0), index(2), in("wrenchInBody", 6));
        Call floating = Call.of(
                "computeFloating",
                base(),
                q(),
                qd(),
                tau(),
                wrenches(),
                out("baseAccelerationOut", 6),
                out("qddOut", N));
        Call[] results = {
            Call.of("clear"),
            Call.of("addUnits", index(0), index(2), index(1), index(1)),
            Call.of("unitRates", out("ratesOut", 2)),
            add,
            Call.of("delassus", out("matrixOut", 4)),
            Call.of("respond", in("lambda", 2), out("baseOut", 6), out("jointsOut", N)),
            Call.of("accelerate", in("lambda", 2), out("baseOut", 6), out("jointsOut", N))
        };
        return Subject.ofTree(
                WrenchResponse.class,
                TREE,
                robot -> new WrenchResponse(robot, 2),
                Call.of("compute", base(), q(), qd(), tau(), wrenches(), out("qddOut", N))
                        .then(results),
                floating.free().then(results),
                Call.of("release", base(), q(), qd(), tau(), wrenches()).then(results),
                Call.of("releaseFloating", base(), q(), qd(), tau(), wrenches())
                        .free()
                        .then(results));
    }

    private static Stream<Subject> forwardDynamics() {
        Call[] wrench = {Call.of("computeJointWrenches"), jointWrench()};
        Call[] calls = {
            Call.of("compute", q(), qd(), tau(), out("qddOut", N)).fixed().then(wrench),
            Call.of("compute", noBase(), q(), qd(), tau(), noWrenches(), out("qddOut", N))
                    .fixed()
                    .then(wrench),
            Call.of("compute", base(), q(), qd(), tau(), wrenches(), out("qddOut", N))
                    .then(wrench),
            Call.of(
                            "computeFloating",
                            base(),
                            q(),
                            qd(),
                            tau(),
                            wrenches(),
                            out("baseAccelerationOut", 6),
                            out("qddOut", N))
                    .free()
                    .then(wrench)
        };
        // the accelerations of the first and the last joint are given
        List<String> prescribed =
                List.of(TREE.jointNames().get(0), TREE.jointNames().get(N - 1));
        return Stream.of(
                Subject.ofTree(ArticulatedForwardDynamics.class, TREE, ArticulatedForwardDynamics::new, calls),
                Subject.ofTree(ProximalForwardDynamics.class, TREE, ProximalForwardDynamics::new, calls),
                Subject.ofTree(DenseForwardDynamics.class, TREE, DenseForwardDynamics::new, calls),
                Subject.ofTree(
                        HybridDynamics.class,
                        TREE,
                        robot -> new HybridDynamics(robot, prescribed),
                        hybrid(noBase()).fixed().then(wrench),
                        hybrid(base()).then(wrench)));
    }

    private static Call hybrid(Slot base) {
        return Call.of(
                "compute",
                base,
                q(),
                qd(),
                Slot.partly("qdd", N, 1, 2, 3),
                Slot.partly("tau", N, 0, N - 1),
                wrenches(),
                out("qddOut", N),
                out("tauOut", N));
    }

    private static Stream<Subject> matrices() {
        return Stream.of(
                Subject.ofTree(
                        MassMatrix.class,
                        TREE,
                        MassMatrix::new,
                        Call.of("compute", q(), out("matrixOut", N * N)).fixed(),
                        Call.of("computeFloating", q(), out("matrixOut", (6 + N) * (6 + N)))
                                .free()),
                Subject.ofTree(
                                InverseMassMatrix.class,
                                TREE,
                                InverseMassMatrix::new,
                                Call.of("compute", q(), out("inverseOut", N * N)))
                        .refuses("withFixedBase()", () -> new InverseMassMatrix(TREE.withFloatingBase())),
                Subject.ofTree(
                        CentroidalMomentum.class,
                        TREE,
                        CentroidalMomentum::new,
                        Call.of("matrix", noBase(), q(), out("matrixOut", 6 * N))
                                .fixed(),
                        Call.of("matrix", base(), q(), out("matrixOut", 6 * N)),
                        Call.of("matrixFloating", base(), q(), out("matrixOut", 6 * (6 + N)))
                                .free()));
    }

    private static Slot[] joined(Object... parts) {
        return Stream.of(parts)
                .flatMap(part -> part instanceof Slot[] slots ? Stream.of(slots) : Stream.of((Slot) part))
                .toArray(Slot[]::new);
    }

    private static Slot[] matrices(int rows, String... names) {
        return Stream.of(names).map(name -> out(name, rows * rows)).toArray(Slot[]::new);
    }

    private static Stream<Subject> sensitivities() {
        String[] byMotion = {"byPositionOut", "byVelocityOut", "byAccelerationOut"};
        Slot[] byTorque = {out("byPositionOut", N * N), out("byVelocityOut", N * N), out("byTorqueOut", N * N)};
        int size = 6 + N;
        Slot[] freeByTorque = {
            out("byPositionOut", size * size), out("byVelocityOut", size * size), out("byTorqueOut", size * N)
        };
        String[] byJerk = {"byPositionOut", "byVelocityOut", "byAccelerationOut", "byJerkOut"};
        Slot lambda = in("lambda", N);
        Slot hessian = out("hessianOut", 9 * N * N);
        Slot rateHessian = out("hessianOut", 16 * N * N);
        return Stream.of(
                Subject.ofTree(
                        TorqueSensitivity.class,
                        TREE,
                        TorqueSensitivity::new,
                        Call.of("compute", joined(q(), qd(), qdd(), matrices(N, byMotion)))
                                .fixed(),
                        Call.of(
                                "compute",
                                joined(base(), q(), qd(), qdd(), wrenches(), loads(), matrices(N, byMotion))),
                        Call.of(
                                        "computeFloating",
                                        joined(base(), q(), qd(), qdd(), wrenches(), loads(), matrices(size, byMotion)))
                                .free()),
                Subject.ofTree(
                        SpatialDerivatives.class,
                        TREE,
                        SpatialDerivatives::new,
                        Call.of(
                                        "ofTorques",
                                        base(),
                                        in("byVelocity", size * size),
                                        in("byAcceleration", size * size),
                                        out("byVelocityOut", size * size))
                                .free(),
                        Call.of(
                                        "ofAccelerations",
                                        base(),
                                        in("byVelocity", size * size),
                                        out("byVelocityOut", size * size))
                                .free()),
                Subject.ofTree(
                        AccelerationSensitivity.class,
                        TREE,
                        AccelerationSensitivity::new,
                        Call.of("compute", joined(q(), qd(), tau(), byTorque)).fixed(),
                        Call.of("compute", joined(base(), q(), qd(), tau(), wrenches(), byTorque)),
                        Call.of("computeFloating", joined(base(), q(), qd(), tau(), wrenches(), freeByTorque))
                                .free()),
                Subject.ofTree(
                        ForceRateSensitivity.class,
                        TREE,
                        ForceRateSensitivity::new,
                        Call.of("compute", joined(q(), qd(), qdd(), qddd(), matrices(N, byJerk)))
                                .fixed(),
                        Call.of("compute", joined(base(), q(), qd(), qdd(), qddd(), wrenches(), matrices(N, byJerk)))),
                Subject.ofTree(
                        ForceRateCurvature.class,
                        TREE,
                        ForceRateCurvature::new,
                        Call.of("compute", q(), qd(), qdd(), qddd(), lambda, rateHessian)
                                .fixed(),
                        Call.of("compute", base(), q(), qd(), qdd(), qddd(), wrenches(), lambda, rateHessian)),
                Subject.ofTree(
                        TorqueCurvature.class,
                        TREE,
                        TorqueCurvature::new,
                        Call.of("compute", q(), qd(), qdd(), lambda, hessian).fixed(),
                        Call.of("compute", base(), q(), qd(), qdd(), wrenches(), lambda, hessian),
                        Call.of(
                                        "computeFloating",
                                        base(),
                                        q(),
                                        qd(),
                                        qdd(),
                                        wrenches(),
                                        in("lambda", 6 + N),
                                        out("hessianOut", 9 * (6 + N) * (6 + N)))
                                .free()),
                Subject.ofTree(
                        WrenchSensitivity.class,
                        TREE,
                        WrenchSensitivity::new,
                        Call.of("compute", q(), qd(), qdd()).fixed().then(derivatives()),
                        Call.of("compute", base(), q(), qd(), qdd(), wrenches(), loads())
                                .then(derivatives())));
    }

    private static Stream<Subject> ground() {
        RobotModel robot = GlobalJoints.attach(TREE.withFloatingBase());
        int n = robot.jointCount();
        int rows = n + 6;
        int columns = 3 * n + 6;
        Slot standing = other("footing", Footing.class, () -> Footing.on(1, 0));
        Slot given = partly("given", 6, 0, 1, 2, 3, 4, 5);
        return Stream.of(Subject.of(
                GroundReaction.class,
                robot.name(),
                () -> new GroundReaction(
                        robot, List.of(Foot.sole(TREE.bodies().get(N).name()))),
                Call.of("compute", in("q", n), in("qd", n), in("qdd", n), standing, given)
                        .then(
                                Call.of("resultant", out("wrenchOut", 6)),
                                Call.of("rows", out("rowsOut", rows)),
                                Call.of("derivatives", out("jacobianOut", rows * columns)),
                                Call.of("curvature", in("lambda", rows), out("hessianOut", columns * columns)))));
    }

    private static Call[] derivatives() {
        return Stream.of("wrench", "velocity", "acceleration")
                .map(name -> Call.of(
                        name,
                        other("variable", Variable.class, () -> Variable.POSITION),
                        index(2),
                        out("derivativeOut", 6 * N)))
                .toArray(Call[]::new);
    }

    private static Stream<Subject> drives() {
        Slot q = in("q", S);
        Slot qd = in("qd", S);
        Slot qdd = in("qdd", S);
        Call[] wrench = {Call.of("computeJointWrenches"), jointWrench()};
        Call[] torques = {Call.of("generalizedForces", out("forcesOut", S)), jointWrench()};
        Call[] matrices = {
            Call.of("bias", out("biasOut", S)),
            Call.of("inertia", out("inertiaOut", S * S)),
            Call.of("jointInertia", out("inertiaOut", N * N)),
            Call.of("coupling", out("couplingOut", N * (S - N))),
            Call.of("motorInertia", out("inertiaOut", (S - N) * (S - N)))
        };
        Slot efforts = in("springEfforts", S - N);
        Slot onBase = out("baseAccelerationOut", 6);
        Slot qddOut = out("qddOut", S);
        return Stream.of(
                Subject.ofTree(
                        ElasticInverseDynamics.class,
                        Robots.ELASTIC,
                        ElasticInverseDynamics::new,
                        Call.of("compute", q, qd, qdd, out("tauOut", N)).fixed().then(torques),
                        Call.of("compute", base(), q, qd, qdd, elasticWrenches(), out("tauOut", N))
                                .then(torques)),
                Subject.ofTree(
                        ElasticForwardDynamics.class,
                        Robots.ELASTIC,
                        ElasticForwardDynamics::new,
                        Call.of("compute", q, qd, tau(), qddOut).fixed().then(wrench),
                        Call.of("compute", base(), q, qd, tau(), elasticWrenches(), qddOut)
                                .then(wrench),
                        Call.of("computeFloating", base(), q, qd, tau(), elasticWrenches(), onBase, qddOut)
                                .free()
                                .then(wrench),
                        Call.of(
                                        "computeWithSpringEfforts",
                                        base(),
                                        q,
                                        qd,
                                        tau(),
                                        efforts,
                                        elasticWrenches(),
                                        onBase,
                                        qddOut)
                                .free()
                                .then(wrench)),
                Subject.ofTree(
                        ElasticMatrices.class,
                        Robots.ELASTIC,
                        ElasticMatrices::new,
                        Call.of("compute", q, qd).fixed().then(matrices),
                        Call.of("compute", base(), q, qd, elasticWrenches()).then(matrices),
                        Call.of("computeFloating", base(), q, qd, elasticWrenches())
                                .free()
                                .then(
                                        Call.of("bias", out("biasOut", 6 + S)),
                                        Call.of("inertia", out("inertiaOut", (6 + S) * (6 + S))),
                                        matrices[2],
                                        matrices[3],
                                        matrices[4])),
                Subject.of(
                        ElasticCoordinates.class,
                        Robots.ELASTIC.name(),
                        () -> new ElasticCoordinates(Robots.ELASTIC),
                        Call.of("relaxed", q()).shared(),
                        Call.of("springEffort", index(1), q).shared(),
                        Call.of("springEnergy", q).shared()),
                elasticRegressor(),
                floatingTaylor(),
                floatingFeedForward(),
                flexible(wrench),
                feedForward(),
                feedForwardWithRates(),
                elasticSensitivity(),
                Subject.ofTree(
                        ElasticCurvature.class,
                        Robots.ELASTIC,
                        ElasticCurvature::new,
                        Call.of(
                                "compute",
                                base(),
                                q,
                                qd,
                                qdd,
                                elasticWrenches(),
                                in("lambda", N),
                                out("hessianOut", 9 * S * S)),
                        Call.of(
                                        "computeFloating",
                                        base(),
                                        q,
                                        qd,
                                        qdd,
                                        elasticWrenches(),
                                        in("lambda", 6 + N),
                                        out("hessianOut", 9 * (6 + S) * (6 + S)))
                                .free()),
                Subject.ofTree(
                                TaylorInverseDynamics.class,
                                Robots.ELASTIC,
                                robot -> new TaylorInverseDynamics(robot, 2),
                                Call.of("compute", inRows("motion", 5, S), outRows("rowsOut", 3, S)),
                                Call.of("compute", inRows("motion", 5, S), elasticWrenches(), outRows("rowsOut", 3, S)),
                                Call.of(
                                        "computeInertial",
                                        inRows("q", 3, S),
                                        inRows("v", 3, S),
                                        inRows("a", 3, S),
                                        other("withGravity", boolean.class, () -> true),
                                        outRows("rowsOut", 3, S)),
                                Call.of("addFriction", inRows("v", 3, S), outRows("rowsOut", 3, S)))
                        .refuses(
                                "withFixedBase()",
                                () -> new TaylorInverseDynamics(Robots.ELASTIC.withFloatingBase(), 2)));
    }

    private static Subject flexible(Call[] wrench) {
        Slot qdd = Slot.partly("qdd", N, 0, 2, 4);
        Slot tau = Slot.partly("tau", N, 0, 2, 4);
        Slot qddOut = out("qddOut", N);
        Slot tauOut = out("tauOut", N);
        return Subject.ofTree(
                FlexibleJointDynamics.class,
                Robots.FLEXIBLE,
                FlexibleJointDynamics::new,
                Call.of("inverse", q(), qd(), qdd, qddOut, tauOut).fixed().then(wrench),
                Call.of("inverse", base(), q(), qd(), qdd, flexibleWrenches(), qddOut, tauOut)
                        .then(wrench),
                Call.of("forward", q(), qd(), tau, qddOut).fixed(),
                Call.of("forward", base(), q(), qd(), tau, flexibleWrenches(), qddOut));
    }

    private static Subject elasticSensitivity() {
        Slot[] torques = Stream.of("byPositionOut", "byVelocityOut", "byAccelerationOut")
                .map(name -> out(name, N * S))
                .toArray(Slot[]::new);
        Slot wrenches = other(
                "wrenches", ExternalWrenches.class, () -> Robots.wrenches(Robots.ELASTIC), () -> Robots.wrenches(TREE));
        return Subject.ofTree(
                ElasticSensitivity.class,
                Robots.ELASTIC,
                ElasticSensitivity::new,
                Call.of(
                        "torque",
                        base(),
                        in("q", S),
                        in("qd", S),
                        in("qdd", S),
                        wrenches,
                        torques[0],
                        torques[1],
                        torques[2]),
                Call.of(
                        "acceleration",
                        base(),
                        in("q", S),
                        in("qd", S),
                        in("tau", N),
                        wrenches,
                        out("byPositionOut", S * S),
                        out("byVelocityOut", S * S),
                        out("byTorqueOut", S * N)),
                Call.of(
                                "torqueFloating",
                                base(),
                                in("q", S),
                                in("qd", S),
                                in("qdd", S),
                                wrenches,
                                out("byPositionOut", (6 + N) * (6 + S)),
                                out("byVelocityOut", (6 + N) * (6 + S)),
                                out("byAccelerationOut", (6 + N) * (6 + S)))
                        .free(),
                Call.of(
                                "accelerationFloating",
                                base(),
                                in("q", S),
                                in("qd", S),
                                in("tau", N),
                                wrenches,
                                out("byPositionOut", (6 + S) * (6 + S)),
                                out("byVelocityOut", (6 + S) * (6 + S)),
                                out("byTorqueOut", (6 + S) * N))
                        .free());
    }

    private static Subject feedForwardWithRates() {
        int order = ElasticFeedForward.withRates(Robots.ELASTIC).order();
        return Subject.ofTree(
                ElasticFeedForward.class,
                Robots.ELASTIC,
                ElasticFeedForward::withRates,
                Call.of(
                                "compute",
                                inRows("joints", order + 1, N),
                                out("qOut", S),
                                out("qdOut", S),
                                out("qddOut", S),
                                out("tauOut", N))
                        .then(Call.of("torqueRates", out("ratesOut", N))));
    }

    private static Subject floatingTaylor() {
        RobotModel robot = Robots.REFLECTED.withFloatingBase();
        int s = new ElasticCoordinates(robot).size();
        return Subject.of(
                TaylorInverseDynamics.class,
                robot.name(),
                () -> TaylorInverseDynamics.floating(robot, 2),
                Call.of(
                        "computeFloating",
                        base(),
                        inRows("motion", 5, s),
                        other(
                                "wrenches",
                                ExternalWrenches.class,
                                () -> Robots.wrenches(robot),
                                () -> Robots.wrenches(TREE)),
                        out("baseAccelerationOut", 6),
                        outRows("rowsOut", 3, s)),
                Call.of(
                        "computeOnBase",
                        base(),
                        inRows("baseVelocity", 4, 6),
                        inRows("motion", 5, s),
                        other(
                                "wrenches",
                                ExternalWrenches.class,
                                () -> Robots.wrenches(robot),
                                () -> Robots.wrenches(TREE)),
                        outRows("baseRowsOut", 3, 6),
                        outRows("rowsOut", 3, s)),
                Call.of(
                        "wrenchRows",
                        inRows("positions", 3, s),
                        index(1),
                        in("wrenchInBody", 6),
                        outRows("baseRowsOut", 3, 6),
                        outRows("rowsOut", 3, s)));
    }

    private static Subject elasticRegressor() {
        int columns = new ElasticRegressor(Robots.ELASTIC).columns();
        return Subject.of(
                ElasticRegressor.class,
                Robots.ELASTIC.name(),
                () -> new ElasticRegressor(Robots.ELASTIC),
                Call.of("compute", base(), in("x", S), in("xd", S), in("xdd", S), out("matrixOut", S * columns)),
                Call.of("parameters", out("parametersOut", columns)).shared());
    }

    private static Subject floatingFeedForward() {
        RobotModel robot = Robots.REFLECTED.withFloatingBase();
        FloatingElasticFeedForward one = FloatingElasticFeedForward.withRates(robot);
        int n = robot.jointCount();
        int s = one.coordinates().size();
        return Subject.of(
                        FloatingElasticFeedForward.class,
                        robot.name(),
                        () -> FloatingElasticFeedForward.withRates(robot),
                        Call.of(
                                        "compute",
                                        base(),
                                        inRows("joints", one.order() + 1, n),
                                        other(
                                                "wrenches",
                                                ExternalWrenches.class,
                                                () -> Robots.wrenches(robot),
                                                () -> Robots.wrenches(TREE)),
                                        out("baseAccelerationOut", 6),
                                        out("qOut", s),
                                        out("qdOut", s),
                                        out("qddOut", s),
                                        out("tauOut", n))
                                .then(
                                        Call.of("torqueRates", out("ratesOut", n)),
                                        Call.of("motorDerivative", index(1), out("thetaOut", s - n)),
                                        Call.of("springEfforts", index(1), out("effortsOut", s - n))))
                .refuses("withFloatingBase()", () -> new FloatingElasticFeedForward(Robots.REFLECTED));
    }

    private static Subject feedForward() {
        int order = new ElasticFeedForward(Robots.ELASTIC).order();
        return Subject.ofTree(
                        ElasticFeedForward.class,
                        Robots.ELASTIC,
                        ElasticFeedForward::new,
                        Call.of(
                                        "compute",
                                        inRows("joints", order + 1, N),
                                        out("qOut", S),
                                        out("qdOut", S),
                                        out("qddOut", S),
                                        out("tauOut", N))
                                .then(
                                        Call.of("motorDerivative", index(1), out("thetaOut", S - N)),
                                        Call.of("springEfforts", index(1), out("effortsOut", S - N))),
                        Call.of(
                                        "compute",
                                        inRows("joints", order + 1, N),
                                        other(
                                                "wrenches",
                                                ExternalWrenches.class,
                                                () -> Robots.wrenches(Robots.ELASTIC),
                                                () -> Robots.wrenches(TREE)),
                                        out("qOut", S),
                                        out("qdOut", S),
                                        out("qddOut", S),
                                        out("tauOut", N))
                                .then(
                                        Call.of("motorDerivative", index(1), out("thetaOut", S - N)),
                                        Call.of("springEfforts", index(1), out("effortsOut", S - N))))
                .refuses("withFixedBase()", () -> new ElasticFeedForward(Robots.ELASTIC.withFloatingBase()));
    }
}
