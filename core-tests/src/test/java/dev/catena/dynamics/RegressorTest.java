package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Torques are linear in the inertial parameters. */
class RegressorTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    private static RandomRobots robots(long seed) {
        return RandomRobots.tree(seed, (int) seed)
                .prismaticShare(0.3)
                .fixedShare(0.2)
                .masslessShare(0.1)
                .bodyFrames()
                .baseInertia()
                .shuffled();
    }

    private static double[] product(Regressor regressor, RandomMotion motion) {
        double[] w = new double[regressor.rows() * regressor.columns()];
        regressor.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), w);
        double[] parameters = new double[regressor.columns()];
        regressor.parameters(parameters);
        double[] product = new double[regressor.rows()];
        for (int i = 0; i < product.length; i++) {
            for (int k = 0; k < parameters.length; k++) {
                product[i] += w[i * parameters.length + k] * parameters[k];
            }
        }
        return product;
    }

    private static double[] torques(RandomMotion motion) {
        double[] tau = new double[motion.model().jointCount()];
        new InverseDynamics(motion.model())
                .compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), null, tau);
        return tau;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void matrixTimesParametersIsTheTorque(long seed) {
        RandomMotion motion = RandomMotion.of(robots(seed).build(), seed);
        Agreement.check("seed " + seed, product(new Regressor(motion.model()), motion), torques(motion), 1e-12);
        RandomMotion moving = motion.withMovingBase(seed);
        Agreement.check(
                "moving base, seed " + seed, product(new Regressor(motion.model()), moving), torques(moving), 1e-12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void drivesHaveColumnsToo(long seed) {
        RobotModel model = robots(seed).friction().reflectedInertia().build();
        RandomMotion motion = RandomMotion.of(model, seed);
        double[] expected = torques(motion);
        Agreement.check("seed " + seed, product(Regressor.withDrives(model), motion), expected, 1e-12);
        double[] free = product(Regressor.withDrives(model.withFloatingBase()), motion);
        Agreement.check("free base, seed " + seed, Arrays.copyOfRange(free, 6, free.length), expected, 1e-12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aFloatingBaseHasSixRows(long seed) {
        RobotModel model = robots(seed).build().toBuilder().floating().build();
        RandomMotion motion = RandomMotion.of(model, seed).withMovingBase(seed + 1);
        NewtonEuler<Real> textbook = new NewtonEuler<>(TextbookRobot.of(model), motion.textbook());
        var base = textbook.baseReaction();
        double[] expected = new double[6 + model.jointCount()];
        System.arraycopy(base.force().values(), 0, expected, 0, 3);
        System.arraycopy(base.moment().values(), 0, expected, 3, 3);
        for (int k = 0; k < model.jointCount(); k++) {
            expected[6 + k] = textbook.torques().get(k).value();
        }
        Agreement.check("seed " + seed, product(new Regressor(model), motion), expected, 1e-12);
    }

    @Test
    void allocatesNothingAndChecksLengths() {
        RobotModel model = robots(9).build();
        Regressor regressor = new Regressor(model);
        RandomMotion motion = RandomMotion.of(model, 9);
        double[] w = new double[regressor.rows() * regressor.columns()];
        assertThat(Allocations.bytes(() -> regressor.compute(motion.q(), motion.qd(), motion.qdd(), w)))
                .isZero();
        assertThatThrownBy(() -> regressor.compute(motion.q(), motion.qd(), motion.qdd(), new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("matrixOut has length 1");
        assertThatThrownBy(() -> regressor.parameters(new double[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("parametersOut has length 2");
    }
}
