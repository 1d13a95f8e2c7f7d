package dev.catena.sensitivity;

import static java.util.Objects.requireNonNull;

import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.InverseMassMatrix;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Dual;
import dev.catena.textbook.MassMatrixByInverseDynamics;
import dev.catena.textbook.Real;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Where a robot stands makes no difference to what its joints do: not where it is bolted to the world, as with coordinates of a
 * map, nor where it has gone on a rail. And a joint that feels a slight inertia, far from the base, feels just that.
 */
class FarFromBaseTest {
    private static final double TOLERANCE = 1e-11;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    private static RobotModel robot(long seed) {
        return RandomRobots.chain(seed, 2 + (int) (seed % 6))
                .prismaticShare(0.3)
                .bodyFrames()
                .reflectedInertia()
                .build();
    }

    /** The first joint moved by whole kilometers, which cost no digits. */
    private static RobotModel moved(RobotModel robot, Vector3 by) {
        Joint first = robot.joints().get(0);
        JointGeometry at = first.geometry();
        Pose there = new Pose(
                at.parentFromJoint().rotation(), at.parentFromJoint().position().plus(by));
        return robot.toBuilder()
                .replace(first.with(new JointGeometry(there, at.axisInJoint(), at.jointFromBody())))
                .build();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void boltedDownFarAway(long seed) {
        RobotModel near = robot(seed);
        RandomMotion motion = RandomMotion.of(near, seed);
        double kilometers = 1024 * Math.pow(2, (double) seed);
        compare(
                "seed " + seed,
                results(near, motion, motion.q()),
                results(moved(near, new Vector3(kilometers, -2 * kilometers, kilometers)), motion, motion.q()));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void onALongRail(long seed) {
        RobotModel arm = robot(seed);
        RandomNumbers random = new RandomNumbers(seed);
        RobotModel onRail = arm.toBuilder()
                .base("ground", SpatialInertia.ZERO)
                .link(
                        Joint.prismatic("rail", "ground", arm.base().name())
                                .at(random.pose(0.5), random.chance(0.5) ? Vector3.X : new Vector3(0.6, 0, 0.8)),
                        random.inertia())
                .build();
        RandomMotion motion = RandomMotion.of(onRail, seed);
        double[] start = motion.q().clone();
        start[onRail.coordinate("rail")] = 0;
        double[] end = start.clone();
        end[onRail.coordinate("rail")] = 1024 * Math.pow(2, (double) (seed % 9));
        compare("seed " + seed, results(onRail, motion, start), results(onRail, motion, end));
    }

    private static void compare(String where, Map<String, double[]> near, Map<String, double[]> far) {
        near.forEach((what, numbers) ->
                Agreement.check(what + ", " + where, requireNonNull(far.get(what)), numbers, TOLERANCE));
    }

    private static Map<String, double[]> results(RobotModel model, RandomMotion motion, double[] q) {
        int n = model.jointCount();
        double[] qd = motion.qd();
        double[] qdd = motion.qdd();
        double[] tau = new double[n];
        double[] rate = new double[n];
        Map<String, double[]> all = new LinkedHashMap<>();
        new InverseDynamics(model).compute(q, qd, qdd, tau);
        all.put("torques", tau);
        new ForceRate(model).compute(q, qd, qdd, motion.qddd(), tau.clone(), rate);
        all.put("rates", rate);
        double[] accelerations = new double[n];
        ForwardDynamics.of(model).compute(q, qd, tau, accelerations);
        all.put("accelerations", accelerations);
        new MassMatrix(model).compute(q, put(all, "mass matrix", n * n));
        new InverseMassMatrix(model).compute(q, put(all, "inverse mass matrix", n * n));
        new TorqueSensitivity(model)
                .compute(
                        q,
                        qd,
                        qdd,
                        put(all, "torques by q", n * n),
                        put(all, "torques by q̇", n * n),
                        put(all, "torques by q̈", n * n));
        new AccelerationSensitivity(model)
                .compute(
                        q,
                        qd,
                        tau,
                        put(all, "accelerations by q", n * n),
                        put(all, "accelerations by q̇", n * n),
                        put(all, "accelerations by τ", n * n));
        new ForceRateSensitivity(model)
                .compute(
                        q,
                        qd,
                        qdd,
                        motion.qddd(),
                        put(all, "rates by q", n * n),
                        put(all, "rates by q̇", n * n),
                        put(all, "rates by q̈", n * n),
                        put(all, "rates by q⃛", n * n));
        new TorqueCurvature(model).compute(q, qd, qdd, qdd, put(all, "curvature", 9 * n * n));
        WrenchSensitivity wrenches = new WrenchSensitivity(model);
        wrenches.compute(q, qd, qdd);
        for (AppliedLoad.Variable variable : AppliedLoad.Variable.values()) {
            int tip = model.bodies().size() - 1;
            wrenches.wrench(variable, tip, put(all, "wrench by " + variable, 6 * n));
            wrenches.velocity(variable, tip, put(all, "velocity by " + variable, 6 * n));
            wrenches.acceleration(variable, tip, put(all, "acceleration by " + variable, 6 * n));
        }
        return all;
    }

    private static double[] put(Map<String, double[]> all, String what, int length) {
        double[] numbers = new double[length];
        all.put(what, numbers);
        return numbers;
    }

    /** A point mass two micrometers off the last axis, meters from the base, against the textbook on dual numbers. */
    @Test
    void aSlightInertiaAtTheTip() {
        RandomNumbers random = new RandomNumbers(1);
        RobotModel model = RobotModel.builder("slight")
                .inertiaPolicy(InertiaPolicy.LENIENT)
                .base("base")
                .link(
                        Joint.revolute("joint1", "base", "upper").at(random.pose(2), new Vector3(1, 2, 3)),
                        random.inertia())
                .link(
                        Joint.revolute("joint2", "upper", "lower").at(random.pose(2), new Vector3(3, 1, 2)),
                        random.inertia())
                .link(
                        Joint.revolute("joint3", "lower", "tip").at(random.pose(2), Vector3.Z),
                        SpatialInertia.aboutCenterOfMass(1, new Vector3(0, 2e-6, 0), InertiaTensor.ZERO))
                .build();
        RandomMotion motion = RandomMotion.of(model, 1);
        double[] tau = {4, 1, 2};
        double[][] actual = new double[3][9];
        new AccelerationSensitivity(model).compute(motion.q(), motion.qd(), tau, actual[0], actual[1], actual[2]);
        List<Dual<Real>> constants =
                Arrays.stream(tau).mapToObj(x -> Dual.constant(new Real(x))).toList();
        VariedMotion varied = new VariedMotion(motion, List.of());
        for (int order = 0; order < 2; order++) {
            for (int k = 0; k < 3; k++) {
                double[] expected = Duals.derivatives(new MassMatrixByInverseDynamics<>(varied.dualRobot())
                        .accelerations(varied.byJoint(order, k), constants));
                for (int i = 0; i < 3; i++) {
                    Agreement.check(
                            "joint %s by joint %s, order %s".formatted(i, k, order),
                            actual[order][i * 3 + k] / expected[i],
                            1,
                            1e-8);
                }
            }
        }
    }
}
