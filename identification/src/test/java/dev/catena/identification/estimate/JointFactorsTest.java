package dev.catena.identification.estimate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catena.identification.observation.RowSource;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Factors of parts, put together in a tree, are the factor of all rows, whoever computes them. */
class JointFactorsTest {
    private static final int JOINTS = 2;
    private static final int COLUMNS = 6;

    /** Rows of a log, or of some logs one after the other. */
    private record Logs(List<Integer> seeds, boolean isWhole) implements RowSource {
        @Override
        public int joints() {
            return JOINTS;
        }

        @Override
        public int columns() {
            return COLUMNS;
        }

        @Override
        public double interval() {
            return 1;
        }

        @Override
        public List<RowSource> parts() {
            return isWhole
                    ? List.of(this)
                    : seeds.stream()
                            .<RowSource>map(seed -> new Logs(List.of(seed), true))
                            .toList();
        }

        @Override
        public void forEach(RowSink sink) {
            for (int seed : seeds) {
                if (seed < 0) {
                    throw new IllegalArgumentException("log " + seed);
                }
                Random random = new Random(seed);
                // the second joint has rows in some logs only
                for (int k = 0; k < 100 + 50 * (seed % 7); k++) {
                    double[] row = random.doubles(COLUMNS, -1, 1).toArray();
                    sink.row(seed % 3 == 0 ? k % 2 : 0, k, row, random.nextGaussian());
                }
                sink.gap();
            }
        }
    }

    private static List<Integer> seeds(int logs) {
        return IntStream.range(0, logs).boxed().toList();
    }

    private static double[] factor(JointFactors factors) {
        return factors.weighted(new double[] {1, 2}).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 13, 100})
    void partsInATreeAreAllRows(int logs) {
        JointFactors one = JointFactors.of(new Logs(seeds(logs), true));
        JointFactors tree = JointFactors.of(new Logs(seeds(logs), false));
        double[] r = factor(one);
        double[] other = factor(tree);
        double scale = Arrays.stream(r).map(Math::abs).max().orElseThrow();
        for (int row = 0; row <= COLUMNS; row++) {
            // a factor is unique but for the signs of its rows
            double sign = r[row * (COLUMNS + 2)] * other[row * (COLUMNS + 2)] < 0 ? -1 : 1;
            for (int c = 0; c <= COLUMNS; c++) {
                int at = row * (COLUMNS + 1) + c;
                assertEquals(r[at], sign * other[at], 1e-13 * scale, row + " " + c);
            }
        }
        double[] beta = {1, -2, 3, 0.5, 0.1, 7};
        for (int j = 0; j < JOINTS; j++) {
            assertEquals(one.rows(j), tree.rows(j));
            assertEquals(one.effort(j), tree.effort(j), 1e-13);
            assertEquals(one.residual(j, beta), tree.residual(j, beta), 1e-12);
            assertEquals(one.explained(j, beta), tree.explained(j, beta), 1e-11);
        }
        assertEquals(one.rows(), tree.rows());
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() {
        double[] one = factor(JointFactors.of(new Logs(seeds(21), false), 1));
        for (int threads : new int[] {2, 3, 50}) {
            assertArrayEquals(one, factor(JointFactors.of(new Logs(seeds(21), false), threads)), 0);
        }
    }

    @Test
    void aLogThatFailsIsNotLeftOut() {
        for (int threads = 1; threads <= 3; threads++) {
            Logs logs = new Logs(List.of(1, 2, 3, -4, 5, 6), false);
            int some = threads;
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> JointFactors.of(logs, some));
            assertEquals("log -4", e.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> JointFactors.of(new Logs(seeds(2), false), 0));
    }
}
