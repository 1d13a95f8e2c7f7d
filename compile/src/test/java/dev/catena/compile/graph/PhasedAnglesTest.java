package dev.catena.compile.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.RobotCompiler;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhasedAnglesTest {
    private final Symbol angle = new Graph().input("angle", 1).get(0);

    /** cos(angle + phase) and sin(angle + phase) by the formula, times signs, and more. */
    private Program turned(double phase, int signOfCosine, int signOfSine, Symbol... more) {
        Symbol c = angle.constant(Math.cos(phase));
        Symbol s = angle.constant(Math.sin(phase));
        Symbol cosine = angle.cosine().times(c).minus(angle.sine().times(s));
        Symbol sine = angle.sine().times(c).plus(angle.cosine().times(s));
        return Program.of(List.of(
                new OutputVector(
                        "turn",
                        List.of(signOfCosine < 0 ? cosine.negate() : cosine, signOfSine < 0 ? sine.negate() : sine)),
                new OutputVector("more", List.of(more))));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, -0.4, 1.3, 1.9, -2, 2.9, 3.14, -3.14, 1e-5})
    void pairsAreOneSineAndOneCosine(double phase) {
        for (int signs = 0; signs < 4; signs++) {
            Program program = turned(phase, 1 - (signs & 2), 1 - 2 * (signs & 1));
            Program phased = program.phased();
            OperationCount count = phased.count();
            assertThat(count.arithmetic()).as("%s", count).isZero();
            assertThat(count.sines() + count.cosines()).isEqualTo(2);
            for (double q : new double[] {0, 0.1, 2, -3, 40, 1e5}) {
                double[] expected = program.evaluate(new double[] {q})[0];
                assertThat(phased.evaluate(new double[] {q})[0]).containsExactly(expected, within(1e-15));
            }
        }
    }

    /** Where others read the sine too, or factors are no turn, another sine would be more than the products. */
    @Test
    void othersStay() {
        Program read = turned(0.3, 1, 1, angle.sine());
        assertThat(read.phased().isSameAs(read)).isTrue();
        Symbol sum = angle.sine().times(angle.constant(0.6)).plus(angle.cosine().times(angle.constant(0.9)));
        Symbol other =
                angle.cosine().times(angle.constant(0.6)).minus(angle.sine().times(angle.constant(0.9)));
        Program stretched = Program.of(List.of(new OutputVector("y", List.of(sum, other))));
        assertThat(stretched.phased().isSameAs(stretched)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void robotsTakeFewerOperations(long seed) {
        for (Quantity quantity : new Quantity[] {Quantity.TORQUE, Quantity.ACCELERATION, Quantity.MASS_MATRIX}) {
            Program program = RobotCompiler.program(RandomRobots.chain(seed, 4).build(), quantity);
            Program phased = program.phased();
            assertThat(phased.count().arithmetic()).isLessThan(program.count().arithmetic() - 10);
            Random random = new Random(seed);
            double[][] at = program.inputs().stream()
                    .map(vector -> random.doubles(vector.length(), -9, 9).toArray())
                    .toArray(double[][]::new);
            double[][] expected = program.evaluate(at);
            double[][] found = phased.evaluate(at);
            for (int v = 0; v < expected.length; v++) {
                Agreement.check("%s, seed %s".formatted(quantity, seed), found[v], expected[v], 1e-12);
            }
        }
    }
}
