package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.drive.ElasticInverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiled elastic drives against the hand-written classes. */
class ElasticCodeTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    private static RobotModel bare(long seed, int joints) {
        return RandomRobots.tree(seed, joints)
                .prismaticShare(0.3)
                .fixedShare(0.2)
                .bodyFrames()
                .friction()
                .baseInertia()
                .shuffled()
                .build();
    }

    /** Motors on any body, some behind springs. */
    private static RobotModel robot(long seed) {
        RobotModel robot = RandomDrives.anywhere(bare(seed, 3 + (int) seed % 4), seed);
        return robot.elasticJoints().isEmpty() ? RandomDrives.allElastic(bare(seed, 3 + (int) seed % 4), seed) : robot;
    }

    /** Springs before rotors on the joints' parents, so that θ̈ acts on all springs below; with friction that is smooth. */
    private static RobotModel onParents(long seed, boolean reflected) {
        RobotModel bare =
                RandomRobots.tree(seed, 3).prismaticShare(0.3).friction().build();
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = bare.toBuilder();
        for (Joint joint : bare.movingJoints()) {
            Rotor rotor = reflected
                    ? null
                    : new Rotor(random.between(1e-3, 5e-3), random.between(2, 10), joint.parent(), random.vector3(2));
            Spring spring = joint.equals(bare.movingJoints().get(1))
                    ? null
                    : new Spring(random.between(50, 500), random.between(-0.1, 0.1));
            builder.replace(joint.with(new Drive(
                            random.between(0.02, 0.1),
                            rotor,
                            spring,
                            Friction.of(0.3, 0.2).smoothed(0.5)))
                    .with(new Friction(0.2, 0.1, 0.5)));
        }
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void torquesAndAccelerations(long seed) {
        RobotModel robot = robot(seed);
        ElasticCoordinates coordinates = new ElasticCoordinates(robot);
        int size = coordinates.size();
        int n = robot.jointCount();
        RandomNumbers random = new RandomNumbers(seed);
        CompiledFunction torque = ElasticCompiler.torque(robot);
        CompiledFunction acceleration = ElasticCompiler.acceleration(robot);
        for (int s = 0; s < 3; s++) {
            double[] q = random.vector(size, 1);
            double[] qd = random.vector(size, 1);
            double[] qdd = random.vector(size, 1);
            double[] tau = new double[n];
            double[] expected = new double[n];
            torque.evaluate(q, qd, qdd, tau);
            new ElasticInverseDynamics(robot).compute(q, qd, qdd, expected);
            Agreement.check("torque", tau, expected, 1e-11);

            double[] found = new double[size];
            double[] expectedAcceleration = new double[size];
            acceleration.evaluate(q, qd, tau, found);
            new ElasticForwardDynamics(robot).compute(q, qd, tau, expectedAcceleration);
            Agreement.check("acceleration", found, expectedAcceleration, 1e-9);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ratesOfTorques(long seed) {
        RobotModel robot = onParents(seed, seed % 2 == 0);
        ElasticFeedForward byHand = ElasticFeedForward.withRates(robot);
        CompiledFunction code = ElasticCompiler.feedForwardWithRates(robot);
        int n = robot.jointCount();
        int motors = byHand.coordinates().motorCount();
        RandomNumbers random = new RandomNumbers(seed);
        double[][] joints = new double[byHand.order() + 1][];
        Arrays.setAll(joints, d -> random.vector(n, 1));
        double[][] x = Arrays.copyOf(joints, joints.length + 3);
        for (int v = 0; v < 3; v++) {
            x[joints.length + v] = new double[v < 2 ? n : motors];
        }
        code.evaluateAll(x);
        double[][] motion = {new double[n + motors], new double[n + motors], new double[n + motors]};
        double[] tau = new double[n];
        double[] rates = new double[n];
        byHand.compute(joints, motion[0], motion[1], motion[2], tau);
        byHand.torqueRates(rates);
        Agreement.check("torques", x[joints.length], tau, 1e-9);
        Agreement.check("rates", x[joints.length + 1], rates, 1e-9);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void feedForward(long seed) {
        RobotModel robot = onParents(seed, seed % 2 == 0);
        ElasticFeedForward byHand = new ElasticFeedForward(robot);
        CompiledFunction code = ElasticCompiler.feedForward(robot);
        int n = robot.jointCount();
        int motors = byHand.coordinates().motorCount();
        int size = n + motors;
        double[][] joints = new double[byHand.order() + 1][];
        RandomNumbers random = new RandomNumbers(seed);
        Arrays.setAll(joints, d -> random.vector(n, 1));
        double[][] x = Arrays.copyOf(joints, joints.length + 4);
        x[joints.length] = new double[n];
        for (int v = 1; v < 4; v++) {
            x[joints.length + v] = new double[motors];
        }
        code.evaluateAll(x);
        double[][] expected = {new double[size], new double[size], new double[size]};
        double[] tau = new double[n];
        byHand.compute(joints, expected[0], expected[1], expected[2], tau);
        Agreement.check("torque", x[joints.length], tau, 1e-10);
        for (int v = 0; v < 3; v++) {
            Agreement.check(
                    "derivative " + v + " of motors",
                    x[joints.length + 1 + v],
                    Arrays.copyOfRange(expected[v], n, size),
                    1e-10);
        }
        assertThat(code.inputs()).startsWith("q", "qd", "qdd", "qddd", "q4");
        assertThat(code.outputs()).containsExactly("tau", "motors", "motorVelocities", "motorAccelerations");
    }

    /**
     * Joints that follow one behind a spring load that spring: with the motion that code finds for its motor, the spring does what
     * they need, and velocities and accelerations of the motor are those of its angle along the motion.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void springsThatOthersFollow(long seed) {
        RobotModel elastic = onParents(seed, seed % 2 == 0);
        Joint leader = elastic.movingJoints().get(0);
        RobotModel robot = elastic.toBuilder()
                .coupling(elastic.movingJoints().get(1).name(), leader.name(), -1.7, 0.3)
                .build();
        CompiledFunction code = ElasticCompiler.feedForward(robot);
        int n = robot.jointCount();
        int motors = robot.elasticJoints().size();
        RandomNumbers random = new RandomNumbers(seed);
        double[][] joints = new double[code.inputs().size()][];
        Arrays.setAll(joints, d -> random.vector(n, 1));
        double[][] fed = fed(code, joints, 0, motors);
        double[][] x = new double[3][n + motors];
        for (int d = 0; d < 3; d++) {
            System.arraycopy(joints[d], 0, x[d], 0, n);
            System.arraycopy(fed[1 + d], 0, x[d], n, motors);
        }
        ElasticInverseDynamics byHand = new ElasticInverseDynamics(robot);
        double[] tau = new double[n];
        byHand.compute(x[0], x[1], x[2], tau);
        Agreement.check("torque", fed[0], tau, 1e-11);
        double[] forces = new double[n + motors];
        byHand.generalizedForces(forces);
        ElasticCoordinates coordinates = byHand.coordinates();
        for (int e = 0; e < motors; e++) {
            Agreement.check("spring", forces[coordinates.jointOfMotor(e)], coordinates.springEffort(e, x[0]), 1e-11);
        }
        double h = 1e-2;
        for (int d = 1; d < 3; d++) {
            double[] slope = new double[motors];
            double[] weights = {1.0 / 280, -4.0 / 105, 1.0 / 5, -4.0 / 5, 0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
            for (int k = 0; k < weights.length; k++) {
                double[] there = fed(code, joints, (k - 4) * h, motors)[d];
                for (int e = 0; e < motors; e++) {
                    slope[e] += weights[k] / h * there[e];
                }
            }
            Agreement.check("derivative " + d, fed[1 + d], slope, 1e-8);
        }
    }

    /** At another time of the polynomial motion. */
    private static double[][] fed(CompiledFunction code, double[][] joints, double time, int motors) {
        int n = joints[0].length;
        double[][] x = new double[joints.length + 4][];
        for (int d = 0; d < joints.length; d++) {
            x[d] = new double[n];
            double factor = 1;
            for (int k = d; k < joints.length; k++) {
                for (int j = 0; j < n; j++) {
                    x[d][j] += factor * joints[k][j];
                }
                factor *= time / (k - d + 1);
            }
        }
        x[joints.length] = new double[n];
        for (int v = 1; v < 4; v++) {
            x[joints.length + v] = new double[motors];
        }
        code.evaluateAll(x);
        return Arrays.copyOfRange(x, joints.length, x.length);
    }

    @Test
    void whatIsNotThereIsRefused() {
        RobotModel elastic = onParents(2, true);
        assertThatThrownBy(() -> ElasticCompiler.torque(ShippedRobots.load("panda")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no elastic drive");
        assertThatThrownBy(() -> ElasticCompiler.feedForward(onParents(2, false).withFloatingBase()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withFixedBase()");
        Joint first = elastic.movingJoints().get(0);
        RobotModel massless = elastic.toBuilder()
                .replace(first.with(new Drive(0, null, new Spring(100, 0), Friction.NONE)))
                .build();
        assertThatThrownBy(() -> ElasticCompiler.acceleration(massless))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("exists in no posture");
    }
}
