package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Factors of small matrices: what they solve is solved, and how far from singular they are can be told. */
class SmallSystemsTest {
    private static double[] random(int count, long seed) {
        return new Random(seed).doubles(count, -1, 1).toArray();
    }

    /** A⁺A = 1 and (A A⁺)ᵀ = A A⁺; least squares and least norm are what A⁺ gives. */
    @ParameterizedTest
    @CsvSource({"1,1", "3,3", "3,2", "6,5", "6,6", "4,1"})
    void reflectionsGiveThePseudoinverse(int rows, int columns) {
        double[] a = random(rows * columns, 7 * rows + columns);
        HouseholderFactor factor = new HouseholderFactor(rows, columns);
        assertThat(factor.factor(random(rows * columns, 99))).isPositive();
        assertThat(factor.factor(a)).isBetween(1e-3, 1.0);
        double[] inverse = new double[columns * rows];
        factor.inverse(inverse);
        for (int i = 0; i < columns; i++) {
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                for (int k = 0; k < rows; k++) {
                    sum += inverse[i * rows + k] * a[k * columns + j];
                }
                assertThat(sum).isCloseTo(i == j ? 1 : 0, within(1e-12));
            }
        }
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < i; j++) {
                double difference = 0;
                for (int k = 0; k < columns; k++) {
                    difference +=
                            a[i * columns + k] * inverse[k * rows + j] - a[j * columns + k] * inverse[k * rows + i];
                }
                assertThat(difference).isCloseTo(0, within(1e-12));
            }
        }
        double[] b = random(rows, 3);
        double[] c = random(columns, 4);
        double[] x = new double[columns];
        double[] y = new double[rows];
        factor.solve(b, x);
        factor.solveTransposed(c, y);
        for (int j = 0; j < columns; j++) {
            double expected = 0;
            for (int k = 0; k < rows; k++) {
                expected += inverse[j * rows + k] * b[k];
            }
            assertThat(x[j]).isCloseTo(expected, within(1e-12));
        }
        for (int i = 0; i < rows; i++) {
            double expected = 0;
            for (int k = 0; k < columns; k++) {
                expected += inverse[k * rows + i] * c[k];
            }
            assertThat(y[i]).isCloseTo(expected, within(1e-12));
        }
    }

    /** The sine of the angle between columns, whatever their lengths. */
    @ParameterizedTest
    @CsvSource({"1, 1", "1e-3, 200", "-5, 0.01"})
    void independenceIsASine(double first, double second) {
        for (double angle : new double[] {Math.PI / 2, 0.3, 1e-4, 0}) {
            double[] a = {first, second * Math.cos(angle), 0, second * Math.sin(angle), 0, 0};
            assertThat(new HouseholderFactor(3, 2).factor(a)).isCloseTo(Math.sin(angle), within(1e-15));
        }
        assertThat(new HouseholderFactor(3, 2).factor(new double[] {first, 0, 0, 0, 0, 0}))
                .isZero();
        assertThat(new HouseholderFactor(3, 2).factor(new double[] {0, first, 0, 0, 0, 0}))
                .isZero();
    }

    /** Aᵀ x = b, rows of any size. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "6"})
    void eliminationSolvesTransposedSystems(int n) {
        for (long seed = 1; seed < 20; seed++) {
            double[] a = random(n * n, seed);
            double[] x = random(n, seed + 50);
            double[] b = new double[n];
            for (int j = 0; j < n; j++) {
                double size = Math.pow(10, 3 * j - 4);
                for (int i = 0; i < n; i++) {
                    a[i * n + j] *= size;
                    b[j] += a[i * n + j] * x[i];
                }
            }
            double[] out = new double[n];
            assertThat(new TransposedSystem(n).solve(a, b, 1e-7, out)).isTrue();
            assertThat(out).as("seed %s", seed).containsExactly(x, within(1e-11));
        }
    }

    /** Pivots are looked for among rows whose largest entry is one. */
    @Test
    void smallPivotsAreRefused() {
        TransposedSystem system = new TransposedSystem(2);
        double[] out = new double[2];
        // Aᵀ = ((1, 1), (1, 1 + s)): pivots 1 and s / (1 + s)
        assertThat(system.solve(new double[] {1, 1, 1, 1.5}, new double[] {2, 2.5}, 0.3, out))
                .isTrue();
        assertThat(out).containsExactly(new double[] {1, 1}, within(1e-15));
        assertThat(system.solve(new double[] {1, 1, 1, 1.5}, new double[] {2, 2.5}, 0.34, out))
                .isFalse();
        assertThat(system.solve(new double[] {1, 2, 2, 4}, new double[] {1, 2}, 1e-7, out))
                .isFalse();
        assertThat(system.solve(new double[] {0, 0, 0, 1}, new double[] {1, 2}, 1e-7, out))
                .isFalse();
        // a zero first is brought down, not given up
        assertThat(system.solve(new double[] {0, 3, 5, 0}, new double[] {10, 6}, 0.9, out))
                .isTrue();
        assertThat(out).containsExactly(new double[] {2, 2}, within(1e-15));
    }
}
