package dev.catena.compile.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.RobotCompiler;
import dev.catena.formats.ShippedRobots;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatestLastTest {
    private final Graph graph = new Graph();
    private final List<Symbol> x = graph.input("x", 4);

    private static Program program(Symbol... outputs) {
        return Program.of(List.of(new OutputVector("y", List.of(outputs))));
    }

    /** Instructions that outputs wait for one after the other; a sine counts for ten, a division for three. */
    private static int longestWay(Program program) {
        int[] way = new int[program.size()];
        for (int k = 0; k < way.length; k++) {
            int operands = program.operation(k).operands();
            int before = operands > 0 ? way[program.left(k)] : 0;
            before = operands > 1 ? Math.max(before, way[program.right(k)]) : before;
            way[k] = before
                    + switch (program.operation(k)) {
                        case CONSTANT, INPUT -> 0;
                        case SINE, COSINE -> 10;
                        case DIVIDE -> 3;
                        // with the sum that it is a term of
                        case MULTIPLY -> program.uses(k) == 1 ? 0 : 1;
                        default -> 1;
                    };
        }
        return Arrays.stream(way).max().orElseThrow();
    }

    /** By as many operations; sums cancel, so that single numbers may lose more than their last digit. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void numbersStayUpToRounding(long seed) {
        for (Quantity quantity : new Quantity[] {
            Quantity.TORQUE, Quantity.ACCELERATION, Quantity.MASS_MATRIX, Quantity.TORQUE_SENSITIVITY
        }) {
            Program program = RobotCompiler.program(RandomRobots.everything(seed, 4), quantity);
            Program later = program.latestLast();
            Random random = new Random(seed);
            double[][] at = program.inputs().stream()
                    .map(vector -> random.doubles(vector.length(), -3, 3).toArray())
                    .toArray(double[][]::new);
            double[][] expected = program.evaluate(at);
            double[][] found = later.evaluate(at);
            for (int v = 0; v < expected.length; v++) {
                double size = Arrays.stream(expected[v]).map(Math::abs).max().orElseThrow();
                assertThat(found[v])
                        .as("%s, seed %s", quantity, seed)
                        .usingComparatorWithPrecision(1e-13 * size)
                        .containsExactly(expected[v]);
            }
            assertThat(later.count()).as("%s, seed %s", quantity, seed).isEqualTo(program.count());
        }
    }

    @ParameterizedTest
    @CsvSource({"TORQUE, .88", "ACCELERATION, .6", "MASS_MATRIX, .95"})
    void waysAreShorter(Quantity quantity, double times) {
        Program program = RobotCompiler.program(ShippedRobots.load("panda"), quantity);
        assertThat(longestWay(program.latestLast())).isLessThan((int) (times * longestWay(program)));
    }

    /** Of late + x₀ x₁ + x₂, of late − x₀ − x₁ and of x₂ − late − x₁ − x₀. */
    @Test
    void theLatestTermComesLast() {
        Symbol late = x.get(3).sine();
        Program program = LatestLast.of(program(
                late.plus(x.get(0).times(x.get(1))).plus(x.get(2)),
                late.minus(x.get(0)).minus(x.get(1)),
                x.get(2).minus(late).minus(x.get(1)).minus(x.get(0))));
        for (int c = 0; c < 3; c++) {
            int sum = program.outputs().get(0).node(c);
            int last = program.operation(program.left(sum)) == Operation.SINE ? program.left(sum) : program.right(sum);
            assertThat(program.operation(last)).as("output %s", c).isEqualTo(Operation.SINE);
        }
        double[] y = program.evaluate(new double[] {0.3, 0.5, 0.7, 0.9})[0];
        assertThat(y[0]).isCloseTo(Math.sin(0.9) + 0.15 + 0.7, within(1e-15));
        assertThat(y[1]).isCloseTo(Math.sin(0.9) - 0.8, within(1e-15));
        assertThat(y[2]).isCloseTo(0.7 - Math.sin(0.9) - 0.8, within(1e-15));
    }

    /** A sum that is read twice, or is an output too, is not taken apart. */
    @Test
    void sharedSumsStay() {
        Symbol shared = x.get(3).sine().plus(x.get(0));
        Symbol given = x.get(3).sine().plus(x.get(2));
        Program program = program(shared.plus(x.get(1)), shared.times(x.get(2)), given, given.plus(x.get(1)));
        assertThat(LatestLast.of(program).isSameAs(program)).isTrue();
    }

    /** A product that is read once is one instruction with its sum, and is waited for less. */
    @Test
    void productsAreThereWithTheirFactors() {
        Symbol s = x.get(3).sine();
        Program program = LatestLast.of(
                program(s.times(x.get(0)).plus(s.dividedBy(x.get(1))).plus(x.get(2))));
        int sum = program.outputs().get(0).node(0);
        assertThat(List.of(program.operation(program.left(sum)), program.operation(program.right(sum))))
                .contains(Operation.DIVIDE);
    }
}
