package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.testkit.Agreement;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Solutions of A x = b, and those of least norm where A has no inverse. */
class SemidefiniteSystemTest {
    private final Random random = new Random(7);

    /** B Bᵀ with as many columns of B as the rank; what is large comes first, last or anywhere. */
    private double[] matrix(int n, int rank) {
        double[] root = new double[n * rank];
        for (int i = 0; i < n; i++) {
            double size = Math.exp(random.nextGaussian());
            for (int k = 0; k < rank; k++) {
                root[i * rank + k] = size * random.nextGaussian();
            }
        }
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < rank; k++) {
                    a[i * n + j] += root[i * rank + k] * root[j * rank + k];
                }
            }
        }
        return a;
    }

    private static double[] times(double[] a, double[] x) {
        int n = x.length;
        double[] out = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                out[i] += a[i * n + j] * x[j];
            }
        }
        return out;
    }

    /** A solution in the range of A is the one of least norm. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 3", "4, 2", "5, 1", "5, 4", "5, 5", "7, 3", "7, 6", "6, 0"})
    void leastNorm(int n, int rank) {
        SemidefiniteSystem system = new SemidefiniteSystem(n, 1e-10);
        for (int sample = 0; sample < 20; sample++) {
            double[] a = matrix(n, rank);
            double[] x = times(a, random.doubles(n, -1, 1).toArray());
            double norm = Math.sqrt(dot(x, x)) + Double.MIN_NORMAL;
            for (int i = 0; i < n; i++) {
                x[i] /= norm;
            }
            double[] kept = a.clone();
            system.factor(a);
            assertThat(a).isEqualTo(kept);
            assertThat(system.rank()).isEqualTo(rank);
            double[] found = new double[n];
            system.solve(times(a, x), found);
            Agreement.check("solution " + sample, found, x, 1e-5);
            Agreement.check("what it solves " + sample, times(a, found), times(a, x), 1e-9);
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** On paper: rows 1 and 2 are the same, and share alike. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 4})
    void equalRowsShareAlike(double other) {
        SemidefiniteSystem system = new SemidefiniteSystem(3, 1e-10);
        system.factor(new double[] {2, 2, 0, 2, 2, 0, 0, 0, other});
        double[] x = new double[3];
        system.solve(new double[] {8, 8, other}, x);
        assertThat(system.rank()).isEqualTo(2);
        assertThat(x).containsExactly(new double[] {2, 2, 1}, within(1e-14));
    }

    /** A pivot counts where it is larger than its part of the largest. */
    @ParameterizedTest
    @CsvSource({"1e-3, 1", "2e-3, 2"})
    void smallPivotsDoNotCount(double pivot, int rank) {
        SemidefiniteSystem system = new SemidefiniteSystem(2, 1e-3);
        system.factor(new double[] {pivot, 0, 0, 1});
        assertThat(system.rank()).isEqualTo(rank);
    }
}
