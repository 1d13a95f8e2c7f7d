package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The feed-forward of elastic joints is a possible motion, and its rates are the rates of its angles. */
class ElasticFeedForwardTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 10);
    }

    /** Elastic joints with gyroscopic rotors on their parents, so that θ̈ acts on all springs below. */
    private static RobotModel coupled(long seed, int joints) {
        RobotModel bare = RandomRobots.tree(seed, joints)
                .prismaticShare(0.3)
                .fixedShare(0.2)
                .friction()
                .shuffled()
                .build();
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = bare.toBuilder();
        for (Joint joint : bare.movingJoints()) {
            Rotor rotor =
                    new Rotor(random.between(1e-3, 5e-3), random.between(2, 10), joint.parent(), random.vector3(2));
            Spring spring = random.chance(0.7) ? new Spring(random.between(50, 500), random.between(-0.1, 0.1)) : null;
            builder.replace(joint.with(new Drive(
                    random.between(0, 0.1), rotor, spring, Friction.of(0.3, 0.2).smoothed(0.5))));
        }
        return builder.build();
    }

    /** q = A sin(ω t + φ) for every joint, with all derivatives. */
    private static double[][] sines(int joints, int order, double time, long seed) {
        double[][] motion = new double[order + 1][joints];
        RandomNumbers random = new RandomNumbers(seed);
        for (int k = 0; k < joints; k++) {
            double amplitude = random.between(0.2, 0.6);
            double frequency = random.between(0.5, 2);
            double phase = random.between(0, 6);
            for (int d = 0; d <= order; d++) {
                motion[d][k] =
                        amplitude * Math.pow(frequency, d) * Math.sin(frequency * time + phase + d * Math.PI / 2);
            }
        }
        return motion;
    }

    private static final class Instant {
        final double[] q;
        final double[] qd;
        final double[] qdd;
        final double[] tau;

        Instant(ElasticFeedForward feedForward, double time, long seed) {
            int size = feedForward.coordinates().size();
            int n = feedForward.coordinates().jointCount();
            q = new double[size];
            qd = new double[size];
            qdd = new double[size];
            tau = new double[n];
            feedForward.compute(sines(n, feedForward.order(), time, seed), q, qd, qdd, tau);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void itIsAPossibleMotion(long seed) {
        RobotModel robot = coupled(seed, 5);
        ElasticFeedForward feedForward = new ElasticFeedForward(robot);
        Instant at = new Instant(feedForward, 0.4, seed);
        double[] qdd = new double[at.qdd.length];
        ElasticForwardDynamics.withMatrices(robot).compute(at.q, at.qd, at.tau, qdd);
        Agreement.check("seed " + seed, qdd, at.qdd, 1e-8);
    }

    /** By central differences of order six: an independent look at every derivative that the series give. */
    @ParameterizedTest
    @MethodSource("seeds")
    void ratesAreThoseOfTheAngles(long seed) {
        ElasticFeedForward feedForward = new ElasticFeedForward(coupled(seed, 5));
        double h = 0.02;
        double[] weights = {0.75, -0.15, 1.0 / 60};
        Instant at = new Instant(feedForward, 0.4, seed);
        double[] rate = new double[at.q.length];
        double[] acceleration = new double[at.q.length];
        for (int step = 1; step <= 3; step++) {
            Instant after = new Instant(feedForward, 0.4 + step * h, seed);
            Instant before = new Instant(feedForward, 0.4 - step * h, seed);
            for (int k = 0; k < rate.length; k++) {
                rate[k] += weights[step - 1] * (after.q[k] - before.q[k]) / h;
                acceleration[k] += weights[step - 1] * (after.qd[k] - before.qd[k]) / h;
            }
        }
        Agreement.check("rate, seed " + seed, at.qd, rate, 1e-6);
        Agreement.check("acceleration, seed " + seed, at.qdd, acceleration, 1e-6);
    }

    @Test
    void ordersFollowTheMotorsThatActOnSprings() {
        RobotModel bare = RandomRobots.chain(3, 3).build();
        assertThat(new ElasticFeedForward(bare).order()).isEqualTo(2);
        RobotModelBuilder simple = bare.toBuilder();
        RobotModelBuilder gyroscopic = bare.toBuilder();
        RobotModelBuilder onBase = bare.toBuilder();
        for (Joint joint : bare.movingJoints()) {
            simple.replace(joint.with(Drive.reflected(0.1).with(Spring.of(100))));
            gyroscopic.replace(joint.with(Drive.of(new Rotor(0.01, 3, joint.parent(), new Vector3(1, 2, 3)))
                    .with(Spring.of(100))));
            onBase.replace(joint.with(
                    Drive.of(new Rotor(0.01, 3, "base", new Vector3(1, 2, 3))).with(Spring.of(100))));
        }
        assertThat(new ElasticFeedForward(simple.build()).order()).isEqualTo(4);
        assertThat(new ElasticFeedForward(gyroscopic.build()).order()).isEqualTo(8);
        assertThat(new ElasticFeedForward(onBase.build()).order()).isEqualTo(4);
    }

    @Test
    void motorsBeyondTheirJointsAreRefused() {
        RobotModel bare = RandomRobots.chain(3, 3).build();
        Joint second = bare.movingJoints().get(1);
        Joint third = bare.movingJoints().get(2);
        Rotor rotor = new Rotor(0.01, 3, third.child(), new Vector3(1, 2, 3));
        RobotModel robot = bare.toBuilder()
                .replace(second.with(Drive.of(rotor).with(Spring.of(100))))
                .build();
        assertThatThrownBy(() -> new ElasticFeedForward(robot))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("carried beyond their own joints")
                .hasMessageContaining("\"" + second.name() + "\"");
        Rotor onOwnChild = new Rotor(0.01, 3, third.child(), Vector3.X);
        RobotModel tip = bare.toBuilder()
                .replace(third.with(Drive.of(onOwnChild).with(Spring.of(100))))
                .build();
        assertThatThrownBy(() -> new ElasticFeedForward(tip)).hasMessageEndingWith("among those of \"joint3\"");
    }

    /** The first robot in which θ̈ of a motor acts on the spring of another. */
    private static long coupledSeed() {
        return seeds().filter(seed -> new ElasticFeedForward(coupled(seed, 5)).order() > 4)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void derivativesOfMotorAnglesCanBeAskedFor() {
        ElasticFeedForward feedForward = new ElasticFeedForward(coupled(coupledSeed(), 5));
        int n = feedForward.coordinates().jointCount();
        int motors = feedForward.coordinates().motorCount();
        double[] theta = new double[motors];
        assertThatThrownBy(() -> feedForward.motorDerivative(0, theta)).isInstanceOf(IllegalStateException.class);
        Instant at = new Instant(feedForward, 0.4, 1);
        double[][] expected = {at.q, at.qd, at.qdd};
        for (int derivative = 0; derivative <= 2; derivative++) {
            feedForward.motorDerivative(derivative, theta);
            assertThat(theta).containsExactly(Arrays.copyOfRange(expected[derivative], n, n + motors));
        }
        int highest = feedForward.order() - 2;
        assertThat(highest).isGreaterThan(2);
        feedForward.motorDerivative(highest, theta);
        for (int derivative : new int[] {-1, highest + 1}) {
            assertThatThrownBy(() -> feedForward.motorDerivative(derivative, theta))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("derivatives up to " + highest)
                    .hasMessageContaining("derivative " + derivative);
        }
        assertThatThrownBy(() -> feedForward.motorDerivative(0, new double[motors + 1]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A soft spring must be stretched far: for efforts, for their rates, and for the rates of those. */
    @Test
    void motorsThatWouldHaveToGoTooFarAreSaid() {
        RobotModel bare =
                RandomRobots.chain(3, 1).build().toBuilder().gravity(0, 0, 0).build();
        RobotModel robot = bare.toBuilder()
                .replace(bare.movingJoints().get(0).with(Drive.reflected(0.1).with(Spring.of(1e-200))))
                .build();
        ElasticFeedForward feedForward = new ElasticFeedForward(robot);
        String[] outputs = {"qOut", "qdOut", "qddOut"};
        for (int k = 0; k < 3; k++) {
            double[][] motion = new double[5][1];
            motion[2 + k][0] = 1e200;
            assertThatThrownBy(() ->
                            feedForward.compute(motion, new double[2], new double[2], new double[2], new double[1]))
                    .isInstanceOf(NumericalException.class)
                    .hasMessageStartingWith(outputs[k]);
        }
    }

    @Test
    void tooFewDerivativesAreNamed() {
        RobotModel bare = RandomRobots.chain(3, 2).build();
        Joint first = bare.movingJoints().get(0);
        RobotModel robot = bare.toBuilder()
                .replace(first.with(Drive.reflected(0.1).with(Spring.of(100))))
                .build();
        double[] out = new double[3];
        assertThatThrownBy(() -> new ElasticFeedForward(robot).compute(new double[4][2], out, out, out, new double[2]))
                .hasMessageContaining("up to derivative 3")
                .hasMessageContaining("needs it up to 4");
    }

    @Test
    void nothingIsAllocated() {
        ElasticFeedForward feedForward = new ElasticFeedForward(coupled(4, 5));
        int size = feedForward.coordinates().size();
        double[][] motion = sines(feedForward.coordinates().jointCount(), feedForward.order(), 0.1, 4);
        double[] q = new double[size];
        double[] qd = new double[size];
        double[] qdd = new double[size];
        double[] tau = new double[motion[0].length];
        assertThat(Allocations.bytes(() -> feedForward.compute(motion, q, qd, qdd, tau)))
                .isZero();
    }
}
