package dev.catena.compile.graph;

import static org.assertj.core.api.Assertions.assertThat;

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

class FusibleSignsTest {
    /** Sums that take in a product of their own. */
    private static long fusible(Program program, boolean withConstants) {
        long count = 0;
        for (int k = 0; k < program.size(); k++) {
            if (program.operation(k) == Operation.ADD
                    && (isProduct(program, program.left(k), withConstants)
                            || isProduct(program, program.right(k), withConstants))) {
                count++;
            }
        }
        return count;
    }

    private static boolean isProduct(Program program, int k, boolean withConstants) {
        return program.operation(k) == Operation.MULTIPLY
                && program.uses(k) == 1
                && (withConstants || !program.hasConstant(k));
    }

    private static double[][] positiveZeros(double[][] results) {
        return Arrays.stream(results)
                .map(vector -> Arrays.stream(vector).map(x -> x + 0.0).toArray())
                .toArray(double[][]::new);
    }

    private static void checkSame(Program program, Program signed, long seed) {
        Random random = new Random(seed);
        double[][] x = program.inputs().stream()
                .map(vector -> random.doubles(vector.length(), -3, 3).toArray())
                .toArray(double[][]::new);
        assertThat(positiveZeros(signed.evaluate(x)))
                .as("seed %s", seed)
                .isDeepEqualTo(positiveZeros(program.evaluate(x)));
        // a product with −2 is no sum any more
        assertThat(signed.count().arithmetic())
                .as("seed %s", seed)
                .isEqualTo(program.count().arithmetic());
    }

    /** The same numbers to the last bit, by as many operations. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void numbersStay(long seed) {
        for (Quantity quantity : new Quantity[] {
            Quantity.TORQUE, Quantity.ACCELERATION, Quantity.ENERGY, Quantity.TORQUE_SENSITIVITY, Quantity.POSE
        }) {
            Program program = RobotCompiler.program(RandomRobots.everything(seed, 4), quantity);
            checkSame(program, program.fusible(true), seed);
            checkSame(program, program.fusible(false), seed);
        }
    }

    /** Products that are subtracted as the recursions write them can be added. */
    @ParameterizedTest
    @CsvSource({"TORQUE, 1.7", "ACCELERATION, 1.35", "TORQUE_SENSITIVITY, 1.4", "ACCELERATION_SENSITIVITY, 1.6"})
    void moreProductsAreAdded(Quantity quantity, double times) {
        Program program = RobotCompiler.program(ShippedRobots.load("panda"), quantity);
        assertThat(fusible(program.fusible(true), true)).isGreaterThan((long) (times * fusible(program, true)));
    }

    /** x − (0.3 y − x y) is (−0.3 y + x y) + x. */
    @Test
    void differencesOfDifferences() {
        Graph graph = new Graph();
        Symbol x = graph.input("x", 1).get(0);
        Symbol y = graph.input("y", 1).get(0);
        Symbol inner = y.times(x.constant(0.3)).minus(x.times(y));
        Symbol outer = x.minus(inner);
        Program program = Program.of(List.of(new OutputVector("z", List.of(outer))));
        assertThat(fusible(program.fusible(true), true)).isOne();
    }
}
