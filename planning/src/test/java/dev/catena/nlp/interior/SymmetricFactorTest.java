package dev.catena.nlp.interior;

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

    /** Zero pivots and small ones of all sizes: the choice of pivots keeps the factors, and so the residual, small. */
    @Test
    void pivotsAreChosenSoThatNothingGrows() {
        double[] sizes = {0, 1e-13, 1e-9, 1e-5, 0.01, 0.3, 0.9, 1};
        Random random = new Random(SEED);
        for (int trial = 0; trial < 4000; trial++) {
            int n = 2 + random.nextInt(4);
            double[][] a = new double[n][n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    double size = sizes[random.nextInt(sizes.length)];
                    a[i][j] = random.nextBoolean() ? size : -size;
                    a[j][i] = a[i][j];
                }
            }
            SymmetricFactor factor = factor(a);
            // of a solution of size one, so that small pivots are not hidden behind a large one
            double[] solution = random.doubles(n, -1, 1).toArray();
            double[] b = new double[n];
            for (int i = 0; i < n; i++) {
                b[i] = Norms.dot(a[i], solution);
            }
            double[] x = b.clone();
            factor.solve(x);
            double size = Norms.largest(x);
            for (int i = 0; i < n && factor.zeroCount() == 0; i++) {
                assertThat(Math.abs(Norms.dot(a[i], x) - b[i]))
                        .as("trial %d, seed %d", trial, SEED)
                        .isLessThan(3e-14 * (1 + size));
            }
        }
    }

    /** u uᵀ − w wᵀ x = b has solutions for b in the span of u and w, although the matrix is singular. */
    @Test
    void singularSystemsThatHaveASolutionAreSolved() {
        double[] u = {0.5, -0.2, 1, 0.3, -0.4};
        double[] w = {0.1, 0.7, -0.3, 0.2, 0.6};
        double[][] a = new double[5][5];
        double[] b = new double[5];
        for (int i = 0; i < 5; i++) {
            b[i] = 2 * u[i] - 3 * w[i];
            for (int j = 0; j < 5; j++) {
                a[i][j] = u[i] * u[j] - w[i] * w[j];
            }
        }
        double[] x = b.clone();
        factor(a).solve(x);
        for (int i = 0; i < 5; i++) {
            assertThat(Math.abs(Norms.dot(a[i], x) - b[i])).isLessThan(1e-13);
        }
        // a pivot that vanishes before others that do not
        double[][] middle = {{1, 1, 1}, {1, 1, 1}, {1, 1, 2}};
        double[] y = {1, 1, 5};
        factor(middle).solve(y);
        assertThat(y).containsExactly(-3, 0, 4);
        SymmetricFactor tiny = factor(new double[][] {{1e-14}});
        assertThat(tiny.zeroCount()).isEqualTo(1);
        double[] any = {5};
        tiny.solve(any);
        assertThat(any).containsExactly(0);
        assertThat(factor(new double[][] {{1.1e-14}}).positiveCount()).isEqualTo(1);
        assertThat(factor(new double[][] {{-1.1e-14}}).negativeCount()).isEqualTo(1);
    }

    @Test
    void matrixToBeFilledIsEmpty() {
        SymmetricFactor factor = factor(new double[][] {{1, 2, 3}, {2, 4, 1}, {3, 1, 9}});
        double[] entries = factor.matrix(2);
        for (int k = 0; k < 4; k++) {
            assertThat(entries[k]).isZero();
        }
        entries = factor.matrix(3);
        for (int k = 0; k < 9; k++) {
            assertThat(entries[k]).isZero();
        }
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

    /** They have no inertia of a program's matrix, in which pivots are positive and negative. */
    @Test
    void whatIsNoNumberIsNoPositivePivot() {
        for (double none : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            SymmetricFactor factor = factor(new double[][] {{1, none, 2}, {none, none, none}, {2, none, 3}});
            assertThat(factor.positiveCount()).isLessThan(2);
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
