package dev.catena.compile.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ForceRate;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Real;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A robot with fewer parameters in other frames needs the same torques. */
class LeanRobotTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    private static void check(String what, RobotModel robot, long seed) {
        RandomMotion motion = RandomMotion.of(robot, seed);
        double[] expected = new double[robot.jointCount()];
        double[] rates = new double[robot.jointCount()];
        new ForceRate(robot).compute(motion.q(), motion.qd(), motion.qdd(), motion.qddd(), expected, rates);
        LeanForceRates<Real> lean = new LeanForceRates<>(
                LeanRobot.of(robot),
                new Real(0),
                Real.list(motion.q()),
                Real.list(motion.qd()),
                Real.list(motion.qdd()),
                Real.list(motion.qddd()));
        Agreement.check(what + ", seed " + seed, values(lean.torques()), expected, 1e-12);
        Agreement.check(what + ", rates, seed " + seed, values(lean.torqueRates()), rates, 1e-12);
    }

    private static double[] values(List<Real> numbers) {
        return numbers.stream().mapToDouble(Real::value).toArray();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sameTorques(long seed) {
        check("special", SpecialRobots.tree(seed, 1 + (int) seed % 12), seed);
        check(
                "arbitrary",
                RandomRobots.tree(seed, 1 + (int) seed % 9)
                        .prismaticShare(0.3)
                        .fixedShare(0.2)
                        .masslessShare(0.2)
                        .bodyFrames()
                        .friction()
                        .reflectedInertia()
                        .shuffled()
                        .build(),
                seed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"panda", "puma560", "scara", "srms", "stanford"})
    void sameTorquesOfShippedRobots(String name) {
        check(name, ShippedRobots.load(name), 1);
    }

    @Test
    void asManyParametersAsBaseParameters() {
        assertThat(LeanRobot.of(PaperRobots.general6R()).parameterCount()).isEqualTo(36);
        assertThat(LeanRobot.of(PaperRobots.rx90()).parameterCount()).isEqualTo(36);
        assertThat(LeanRobot.of(PaperRobots.puma560()).parameterCount()).isEqualTo(36);
        assertThat(LeanRobot.of(PaperRobots.stanford()).parameterCount()).isEqualTo(33);
    }

    @Test
    void notForFloatingBasesAndRotors() {
        RobotModel floating = PaperRobots.rx90().toBuilder().floating().build();
        assertThat(LeanRobot.covers(floating)).isFalse();
        assertThatThrownBy(() -> LeanRobot.of(floating))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("floating");
        assertThat(LeanRobot.covers(ShippedRobots.load("two-link"))).isFalse();
    }
}
