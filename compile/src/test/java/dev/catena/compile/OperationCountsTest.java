package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.compile.graph.OperationCount;
import dev.catena.compile.parameters.PaperRobots;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Operations beside those of OpenSYMORO with base inertial parameters, and of the literature. All ten inertial
 * parameters of every body are taken as nonzero and unrelated, geometry and gravity are the robot's own numbers, and the
 * base rests: what is known beforehand is folded. Products with two count as additions, changes of sign not at all.
 */
class OperationCountsTest {
    static Stream<Arguments> published() {
        return Stream.of(
                Arguments.of("RX90", PaperRobots.rx90(), 287, 226),
                Arguments.of("PUMA 560", PaperRobots.puma560(), 301, 240),
                Arguments.of("Stanford", PaperRobots.stanford(), 262, 211),
                // the best of the literature, 92n − 127 and 81n − 117; OpenSYMORO has 469 and 376
                Arguments.of("general 6R", PaperRobots.general6R(), 425, 369));
    }

    @ParameterizedTest
    @MethodSource("published")
    void torqueTakesNoMoreThanPublished(String name, RobotModel robot, int multiplications, int additions) {
        OperationCount count = RobotCompiler.program(robot, Quantity.TORQUE).count();
        print(name, count, multiplications, additions);
        assertThat(count.multiplications()).as(name).isLessThanOrEqualTo(multiplications);
        assertThat(count.additions()).as(name).isLessThanOrEqualTo(additions);
        assertThat(count.sines()).as(name).isLessThanOrEqualTo(robot.jointCount());
        assertThat(count.divisions() + count.squareRoots() + count.others())
                .as(name)
                .isZero();
    }

    /** The bound is that of Catena's own recursion in components, with all parameters and without regrouping. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 6, 10})
    void torqueRatesOfARevoluteChain(int n) {
        OperationCount count = RobotCompiler.program(PaperRobots.generalRevolute(n), Quantity.TORQUE_RATE)
                .count();
        print("rates, %sR".formatted(n), count, 210 * n - 214, 187 * n - 198);
        assertThat(count.multiplications()).isLessThanOrEqualTo(210 * n - 214);
        assertThat(count.additions()).isLessThanOrEqualTo(187 * n - 198);
    }

    private static void print(String name, OperationCount count, int multiplications, int additions) {
        System.out.printf(
                "%-12s %4d × %4d + %2d sines %2d cosines   published %4d × %4d +%n",
                name,
                count.multiplications(),
                count.additions(),
                count.sines(),
                count.cosines(),
                multiplications,
                additions);
    }
}
