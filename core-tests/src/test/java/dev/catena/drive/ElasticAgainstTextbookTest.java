package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.dynamics.HybridDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.BaseKind;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.ExplicitMotors;
import dev.catena.testkit.NearlyParallelRobots;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Elastic robots against the textbook's plain trees, in which motors are bodies like any other. */
class ElasticAgainstTextbookTest {
    private static final double TOLERANCE = 1e-11;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 24);
    }

    private static RobotModel bare(long seed) {
        return RandomRobots.tree(seed, 1 + (int) seed % 12)
                .prismaticShare(0.3)
                .fixedShare(0.2)
                .bodyFrames()
                .friction()
                .baseInertia()
                .shuffled()
                .build();
    }

    private static RobotModel robot(long seed) {
        return seed % 2 == 0 ? RandomDrives.anywhere(bare(seed), seed) : RandomDrives.rigidOnParents(bare(seed), seed);
    }

    /** Every third motion on a resting base, every fourth without loads. */
    private static RandomMotion motion(RobotModel robot, long seed) {
        RandomMotion motion = RandomMotion.of(robot, seed);
        motion = seed % 3 == 0 ? motion : motion.withMovingBase(seed);
        return seed % 4 == 0 ? motion : motion.withLoads(seed);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void torquesAndWrenches(long seed) {
        RobotModel robot = robot(seed);
        RandomMotion motion = motion(robot, seed);
        ElasticInverseDynamics dynamics = new ElasticInverseDynamics(robot);
        ElasticCoordinates coordinates = dynamics.coordinates();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(coordinates.size(), 2);
        double[] qd = random.vector(coordinates.size(), 2);
        double[] qdd = random.vector(coordinates.size(), 2);
        double[] tau = new double[robot.jointCount()];
        double[] rows = new double[coordinates.size()];
        dynamics.compute(motion.baseMotion(), q, qd, qdd, motion.wrenches(), tau);
        dynamics.generalizedForces(rows);

        ExplicitMotors explicit = new ExplicitMotors(robot);
        NewtonEuler<Real> textbook = explicit.textbook(motion, q, qd, qdd);
        double[] expected = explicit.generalizedForces(textbook, qd, qdd);
        for (int e = 0; e < coordinates.motorCount(); e++) {
            expected[robot.jointCount() + e] += coordinates.springEffort(e, q);
        }
        Agreement.check("seed " + seed, rows, expected, TOLERANCE);
        double[] torques = new double[robot.jointCount()];
        for (Joint joint : robot.movingJoints()) {
            torques[robot.coordinate(joint.name())] = expected[coordinates.motorOf(joint.name())];
        }
        Agreement.check("seed " + seed, tau, torques, TOLERANCE);
        double[] wrench = new double[6];
        for (int body = 0; body < robot.bodies().size(); body++) {
            dynamics.jointWrenchInBody(body, wrench);
            Agreement.check(
                    "seed %s, body %s".formatted(seed, body),
                    wrench,
                    explicit.jointWrench(textbook, robot.bodies().get(body)),
                    TOLERANCE);
        }
    }

    /** The accelerations of forward dynamics, by recursion and by matrices, need the torques that caused them. */
    @ParameterizedTest
    @MethodSource("seeds")
    void accelerationsAndWrenches(long seed) {
        RobotModel robot = robot(seed);
        RandomMotion motion = motion(robot, seed);
        RandomNumbers random = new RandomNumbers(seed);
        ElasticForwardDynamics dynamics = new ElasticForwardDynamics(robot);
        ElasticCoordinates coordinates = dynamics.coordinates();
        double[] q = coordinates.relaxed(motion.q());
        double[] qd = random.vector(coordinates.size(), 2);
        double[] tau = random.vector(robot.jointCount(), 5);
        for (int k = robot.jointCount(); k < q.length; k++) {
            q[k] += random.between(-0.1, 0.1);
        }
        double[] qdd = new double[coordinates.size()];
        dynamics.compute(motion.baseMotion(), q, qd, tau, motion.wrenches(), qdd);

        ExplicitMotors explicit = new ExplicitMotors(robot);
        NewtonEuler<Real> textbook = explicit.textbook(motion, q, qd, qdd);
        double[] rows = explicit.generalizedForces(textbook, qd, qdd);
        double[] given = new double[rows.length];
        System.arraycopy(tau, 0, given, 0, tau.length);
        for (int e = 0; e < coordinates.motorCount(); e++) {
            int k = coordinates.jointOfMotor(e);
            given[k] = coordinates.springEffort(e, q);
            given[tau.length + e] = tau[k] - given[k];
        }
        double scale = 1;
        for (double x : qdd) {
            scale = Math.max(scale, Math.abs(x));
        }
        Agreement.check("seed " + seed, rows, given, TOLERANCE * scale);

        double[] byMatrices = new double[qdd.length];
        ElasticForwardDynamics matrices = ElasticForwardDynamics.withMatrices(robot);
        matrices.compute(motion.baseMotion(), q, qd, tau, motion.wrenches(), byMatrices);
        Agreement.check("seed " + seed, byMatrices, qdd, 1e-9);

        dynamics.computeJointWrenches();
        matrices.computeJointWrenches();
        double[] wrench = new double[6];
        for (int body = 0; body < robot.bodies().size(); body++) {
            double[] expected = explicit.jointWrench(textbook, robot.bodies().get(body));
            dynamics.jointWrenchInBody(body, wrench);
            Agreement.check("seed %s, body %s".formatted(seed, body), wrench, expected, TOLERANCE * scale);
            matrices.jointWrenchInBody(body, wrench);
            Agreement.check("seed %s, body %s".formatted(seed, body), wrench, expected, 1e-9 * scale);
        }
    }

    /** Axes that are parallel but for a tilt of any size: accelerations need the torques that caused them. */
    @ParameterizedTest
    @MethodSource("tilts")
    void nearlyParallelAxes(double tilt) {
        NearlyParallelRobots.all(5, tilt).forEach(bare -> {
            RobotModel robot = RandomDrives.rigidOnParents(bare, 5);
            RandomMotion motion = RandomMotion.of(robot, 5);
            RandomNumbers random = new RandomNumbers(5);
            ElasticForwardDynamics dynamics = new ElasticForwardDynamics(robot);
            ElasticCoordinates coordinates = dynamics.coordinates();
            double[] q = coordinates.relaxed(motion.q());
            double[] qd = random.vector(coordinates.size(), 2);
            double[] tau = random.vector(robot.jointCount(), 5);
            double[] qdd = new double[coordinates.size()];
            dynamics.compute(motion.baseMotion(), q, qd, tau, motion.wrenches(), qdd);
            ExplicitMotors explicit = new ExplicitMotors(robot);
            double[] rows = explicit.generalizedForces(explicit.textbook(motion, q, qd, qdd), qd, qdd);
            double[] given = new double[rows.length];
            System.arraycopy(tau, 0, given, 0, tau.length);
            for (int e = 0; e < coordinates.motorCount(); e++) {
                int k = coordinates.jointOfMotor(e);
                given[k] = coordinates.springEffort(e, q);
                given[tau.length + e] = tau[k] - given[k];
            }
            double scale = 1;
            for (double x : qdd) {
                scale = Math.max(scale, Math.abs(x));
            }
            Agreement.check(robot.toString(), rows, given, TOLERANCE * scale);
        });
    }

    static DoubleStream tilts() {
        return NearlyParallelRobots.TILTS.stream().mapToDouble(x -> x);
    }

    /** A floating base: with the accelerations found, the world need not hold the base. */
    @ParameterizedTest
    @MethodSource("seeds")
    void floatingRobots(long seed) {
        RobotModel robot = robot(seed).toBuilder().floating().build();
        RandomMotion motion = RandomMotion.of(robot, seed).withMovingBase(seed).withLoads(seed);
        assertThat(robot.baseKind()).isEqualTo(BaseKind.FLOATING);
        RandomNumbers random = new RandomNumbers(seed);
        ElasticForwardDynamics dynamics = new ElasticForwardDynamics(robot);
        int size = dynamics.coordinates().size();
        double[] q = random.vector(size, 0.5);
        double[] qd = random.vector(size, 2);
        double[] tau = random.vector(robot.jointCount(), 5);
        double[] qdd = new double[size];
        double[] acceleration = new double[6];
        dynamics.computeFloating(motion.baseMotion(), q, qd, tau, motion.wrenches(), acceleration, qdd);

        double[] byMatrices = new double[size];
        double[] accelerationByMatrices = new double[6];
        ElasticForwardDynamics.withMatrices(robot)
                .computeFloating(
                        motion.baseMotion(), q, qd, tau, motion.wrenches(), accelerationByMatrices, byMatrices);
        Agreement.check("seed " + seed, byMatrices, qdd, 1e-8);
        Agreement.check("seed " + seed, accelerationByMatrices, acceleration, 1e-8);

        ElasticInverseDynamics inverse = new ElasticInverseDynamics(robot);
        double[] needed = new double[robot.jointCount()];
        double[] a = acceleration;
        inverse.compute(
                motion.baseMotion().accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]),
                q,
                qd,
                qdd,
                motion.wrenches(),
                needed);
        Agreement.check("seed " + seed, needed, tau, 1e-8);
        double[] held = new double[6];
        inverse.jointWrenchInBody(0, held);
        Agreement.check("seed " + seed, held, new double[6], 1e-8);
    }

    /** Some accelerations and some efforts given: inverse dynamics with all accelerations agree. */
    @ParameterizedTest
    @MethodSource("seeds")
    void hybridDynamics(long seed) {
        RobotModel robot = RandomDrives.rigid(bare(seed), seed);
        List<String> prescribed = robot.jointNames().stream()
                .filter(name -> (name.hashCode() + seed) % 2 == 0)
                .toList();
        // where accelerations are given, the motors may sit anywhere
        RobotModel other = RandomDrives.anywhere(bare(seed), seed + 100).withoutSprings();
        var builder = robot.toBuilder();
        prescribed.forEach(name -> builder.replace(other.movingJoints().get(other.coordinate(name))));
        RobotModel mixed = builder.build();

        RandomMotion motion = motion(mixed, seed);
        int n = mixed.jointCount();
        double[] tau = new double[n];
        InverseDynamics inverse = new InverseDynamics(mixed);
        inverse.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), tau);
        double[] qddGiven = new double[n];
        double[] tauGiven = new double[n];
        for (int k = 0; k < n; k++) {
            boolean given = prescribed.contains(mixed.jointNames().get(k));
            qddGiven[k] = given ? motion.qdd()[k] : Double.NaN;
            tauGiven[k] = given ? Double.NaN : tau[k];
        }
        HybridDynamics hybrid = new HybridDynamics(mixed, prescribed);
        double[] qddOut = new double[n];
        double[] tauOut = new double[n];
        hybrid.compute(
                motion.baseMotion(), motion.q(), motion.qd(), qddGiven, tauGiven, motion.wrenches(), qddOut, tauOut);

        Agreement.check("seed " + seed, qddOut, motion.qdd(), 1e-9);
        Agreement.check("seed " + seed, tauOut, tau, 1e-9);
        hybrid.computeJointWrenches();
        double[] wrench = new double[6];
        double[] expected = new double[6];
        for (int body = 0; body < mixed.bodies().size(); body++) {
            hybrid.jointWrenchInBody(body, wrench);
            inverse.jointWrenchInBody(body, expected);
            Agreement.check("seed %s, body %s".formatted(seed, body), wrench, expected, 1e-9);
        }
    }
}
