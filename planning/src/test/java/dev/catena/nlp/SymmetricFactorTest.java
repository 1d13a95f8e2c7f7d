package dev.catena.nlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inertia against eigenvalues, solutions against the equations; sizes about those of the blocks. */
class SymmetricFactorTest {
    private static final long SEED = 5;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 46, 47, 48, 49, 93, 94, 95, 96, 97, 150})
    void indefiniteMatrices(int size) {
        Random random = new Random(SEED + size);
        double[][] a = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                // few diagonal entries, so that pivots of two are needed
                a[i][j] = i == j && size > 1 && random.nextInt(3) > 0 ? 0 : random.nextGaussian();
                a[j][i] = a[i][j];
            }
        }
        check(a, random);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 30, 80})
    void saddlePoints(int n) {
        Random random = new Random(SEED + n);
        int size = n + n / 2;
        double[][] a = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                a[i][j] = i < n
                        ? random.nextGaussian() + (i == j ? 3 * Math.sqrt(n) : 0)
                        : j < n ? random.nextGaussian() : 0;
                a[j][i] = a[i][j];
            }
        }
        SymmetricFactor factor = check(a, random);
        assertThat(factor.positiveCount()).isEqualTo(n);
        assertThat(factor.negativeCount()).isEqualTo(n / 2);
    }

    @Test
    void zerosAreCounted() {
        // rank 2: u uᵀ − w wᵀ
        double[] u = {0.5, -0.2, 1, 0.3, -0.4};
        double[] w = {0.1, 0.7, -0.3, 0.2, 0.6};
        double[][] a = new double[5][5];
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                a[i][j] = u[i] * u[j] - w[i] * w[j];
            }
        }
        SymmetricFactor factor = factor(a);
        assertThat(factor.zeroCount()).isEqualTo(3);
        assertThat(factor.positiveCount()).isEqualTo(1);
        assertThat(factor.negativeCount()).isEqualTo(1);
    }

    @Test
    void aLargerMatrixMayBeFollowedByASmallerOne() {
        Random random = new Random(SEED);
        SymmetricFactor factor = new SymmetricFactor();
        for (int size : new int[] {60, 3, 61, 2}) {
            double[] entries = factor.matrix(size);
            double[][] a = new double[size][size];
            for (int i = 0; i < size; i++) {
                for (int j = i; j < size; j++) {
                    a[i][j] = random.nextGaussian();
                    a[j][i] = a[i][j];
                    entries[i * size + j] = a[i][j];
                }
            }
            factor.factor();
            checkSolution(factor, a, random);
        }
    }

    private static SymmetricFactor factor(double[][] a) {
        SymmetricFactor factor = new SymmetricFactor();
        double[] entries = factor.matrix(a.length);
        for (int i = 0; i < a.length; i++) {
            System.arraycopy(a[i], i, entries, i * a.length + i, a.length - i);
        }
        factor.factor();
        return factor;
    }

    @CanIgnoreReturnValue
    private static SymmetricFactor check(double[][] a, Random random) {
        SymmetricFactor factor = factor(a);
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(a.length, false, true);
        assertThat(eigen.decompose(new DMatrixRMaj(a))).isTrue();
        int positive = 0;
        for (int i = 0; i < a.length; i++) {
            positive += eigen.getEigenvalue(i).getReal() > 0 ? 1 : 0;
        }
        assertThat(factor.positiveCount()).as("seed %s", SEED).isEqualTo(positive);
        assertThat(factor.negativeCount()).isEqualTo(a.length - positive);
        assertThat(factor.zeroCount()).isZero();
        checkSolution(factor, a, random);
        return factor;
    }

    private static void checkSolution(SymmetricFactor factor, double[][] a, Random random) {
        double[] b = random.doubles(a.length, -1, 1).toArray();
        double[] x = b.clone();
        factor.solve(x);
        double size = Norms.largest(x);
        for (int i = 0; i < a.length; i++) {
            assertThat(Math.abs(Norms.dot(a[i], x) - b[i])).isLessThan(1e-12 * a.length * (1 + size));
        }
    }
}
