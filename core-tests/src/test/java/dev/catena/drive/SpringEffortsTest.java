package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where motors stand matters to their springs alone. */
class SpringEffortsTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 8);
    }

    private static RobotModel robot(long seed) {
        return RandomDrives.rigidOnParents(
                RandomRobots.tree(seed, 3 + (int) seed)
                        .prismaticShare(0.3)
                        .friction()
                        .bodyFrames()
                        .baseInertia()
                        .shuffled()
                        .build(),
                seed);
    }

    /** Efforts of springs stretched otherwise, given, are those springs. */
    @ParameterizedTest
    @MethodSource("seeds")
    void givenEffortsAreThoseOfMotorsElsewhere(long seed) {
        RobotModel model = robot(seed);
        RandomMotion motion = RandomMotion.of(model, seed).withMovingBase(seed).withLoads(seed);
        ElasticForwardDynamics dynamics = new ElasticForwardDynamics(model);
        ElasticCoordinates coordinates = dynamics.coordinates();
        int n = coordinates.jointCount();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(coordinates.size(), 1);
        double[] qd = random.vector(coordinates.size(), 1);
        double[] elsewhere = q.clone();
        double[] efforts = new double[coordinates.motorCount()];
        for (int e = 0; e < efforts.length; e++) {
            elsewhere[n + e] += random.between(-0.3, 0.3);
        }
        for (int e = 0; e < efforts.length; e++) {
            efforts[e] = coordinates.springEffort(e, elsewhere);
        }
        double[] tau = motion.qddd();
        double[] given = new double[coordinates.size()];
        double[] expected = new double[coordinates.size()];
        double[] givenBase = new double[6];
        double[] expectedBase = new double[6];
        ExternalWrenches wrenches = motion.wrenches();

        dynamics.computeWithSpringEfforts(null, q, qd, tau, efforts, wrenches, givenBase, given);
        dynamics.compute(null, elsewhere, qd, tau, wrenches, expected);
        Agreement.check("fixed base, seed " + seed, given, expected, 1e-13);
        assertThat(givenBase).as("not written").containsOnly(0);

        BaseMotion base = motion.baseMotion();
        ElasticForwardDynamics free = new ElasticForwardDynamics(model.withFloatingBase());
        free.computeWithSpringEfforts(base, q, qd, tau, efforts, wrenches, givenBase, given);
        free.computeFloating(base, elsewhere, qd, tau, wrenches, expectedBase, expected);
        Agreement.check("floating base, seed " + seed, given, expected, 1e-13);
        Agreement.check("floating base, seed " + seed, givenBase, expectedBase, 1e-13);

        assertThatThrownBy(() -> free.computeWithSpringEfforts(null, q, qd, tau, efforts, null, givenBase, given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("this method of ElasticForwardDynamics")
                .hasMessageContaining("withFixedBase()");
        assertThatThrownBy(() -> dynamics.computeWithSpringEfforts(base, q, qd, tau, efforts, null, givenBase, given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("this method of ElasticForwardDynamics")
                .hasMessageContaining("withFloatingBase()");
    }

    /** Springs that are stretched beyond the range of numbers, while all else is at rest. */
    @Test
    void effortsBeyondTheRangeOfNumbersAreSaid() {
        RobotModel model = robot(3);
        ElasticForwardDynamics forward = new ElasticForwardDynamics(model);
        ElasticInverseDynamics inverse = new ElasticInverseDynamics(forward.coordinates());
        ElasticCoordinates coordinates = forward.coordinates();
        int n = coordinates.jointCount();
        double[] zero = new double[coordinates.size()];
        double[] far = new double[coordinates.size()];
        far[n] = 1e308;
        double[] tau = new double[n];
        double[] out = new double[coordinates.size()];
        double[] efforts = new double[coordinates.motorCount()];
        efforts[0] = 1e308;
        double[] against = new double[n];
        against[coordinates.jointOfMotor(0)] = -1e308;
        String words = "the efforts of springs";
        overflows(words, () -> forward.compute(far, zero, tau, out));
        overflows(
                words,
                () -> forward.computeWithSpringEfforts(null, zero, zero, against, efforts, null, new double[6], out));
        overflows("tauOut", () -> inverse.compute(far, zero, zero, tau));
        overflows("the effort of a spring", () -> out[0] = coordinates.springEffort(0, far));
        overflows("the energy of the springs", () -> out[0] = coordinates.springEnergy(far));
        inverse.compute(zero, zero, zero, tau);
        forward.compute(zero, zero, tau, out);
    }

    private static void overflows(String words, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NumericalException.class).hasMessageContaining(words);
    }
}
