package dev.catena.nlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sparse rows, Gauss-Newton products and matrices from gradients, against dense arithmetic. */
class MatricesTest {
    private static final long SEED = 11;

    private static double[][] dense(SparsityPattern pattern, double[] values) {
        double[][] a = new double[pattern.rowCount()][pattern.columnCount()];
        for (int k = 0; k < values.length; k++) {
            a[pattern.row(k)][pattern.column(k)] += values[k];
        }
        return a;
    }

    /** Rows with the same columns, with gaps, empty, and with places named twice. */
    private static SparsityPattern pattern() {
        SparsityPattern.Builder builder = SparsityPattern.builder(13, 9);
        for (int r = 0; r < 7; r++) {
            builder.addRow(r, 2, 7);
        }
        builder.add(8, 5);
        builder.add(8, 1);
        builder.add(8, 5);
        builder.addRow(9, 0, 9);
        builder.addRow(10, 2, 6);
        builder.addRow(11, 2, 7);
        builder.add(12, 8);
        return builder.build();
    }

    @Test
    void productsOfRows() {
        SparsityPattern pattern = pattern();
        Random random = new Random(SEED);
        double[] values = random.doubles(pattern.entryCount(), -1, 1).toArray();
        double[][] a = dense(pattern, values);
        CompressedRows rows = new CompressedRows(pattern);
        rows.set(values);
        double[] factors = random.doubles(13, -1, 1).toArray();
        factors[3] = 0;
        double[] product = new double[81];
        rows.addOuterProducts(factors, product, 9);
        double[] x = random.doubles(9).toArray();
        double[] y = random.doubles(13).toArray();
        double[] transposed = new double[9];
        rows.addTransposeTimes(y, transposed);
        for (int i = 0; i < 9; i++) {
            double sum = 0;
            for (int r = 0; r < 13; r++) {
                sum += a[r][i] * y[r];
            }
            assertThat(transposed[i]).isCloseTo(sum, within(1e-14));
            for (int j = i; j < 9; j++) {
                double expected = 0;
                for (int r = 0; r < 13; r++) {
                    expected += factors[r] * a[r][i] * a[r][j];
                }
                assertThat(product[i * 9 + j]).as("%s, %s, seed %s", i, j, SEED).isCloseTo(expected, within(1e-14));
            }
        }
        for (int r = 0; r < 13; r++) {
            assertThat(rows.rowTimes(r, x)).isCloseTo(Norms.dot(a[r], x), within(1e-14));
        }
    }

    @Test
    void rowsAndColumnsMayBeLeftOut() {
        SparsityPattern pattern = SparsityPattern.dense(3, 3);
        CompressedRows rows = new CompressedRows(pattern, new int[] {1, -1, 0}, 2, new int[] {-1, 1, 0});
        rows.set(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
        assertThat(rows.rowTimes(0, new double[] {1, 10})).isEqualTo(9 + 80);
        assertThat(rows.rowTimes(1, new double[] {1, 10})).isEqualTo(3 + 20);
    }

    @Test
    void gaussNewtonIsTheProductOfTheResidualsJacobian() {
        SparsityPattern pattern = pattern();
        double[] values = new Random(SEED).doubles(pattern.entryCount(), -1, 1).toArray();
        double[][] a = dense(pattern, values);
        GaussNewtonHessian hessian = new GaussNewtonHessian(9, new ResidualJacobian() {
            @Override
            public SparsityPattern pattern() {
                return pattern;
            }

            @Override
            public void values(double[] x, double[] valuesOut) {
                System.arraycopy(values, 0, valuesOut, 0, values.length);
            }
        });
        double[] out = new double[hessian.pattern().entryCount()];
        hessian.values(new double[9], 2, new double[0], out);
        double[][] w = dense(hessian.pattern(), out);
        for (int i = 0; i < 9; i++) {
            for (int j = 0; j <= i; j++) {
                double expected = 0;
                for (double[] row : a) {
                    expected += 2 * row[i] * row[j];
                }
                assertThat(w[i][j]).isCloseTo(expected, within(1e-14));
            }
        }
    }

    /** B s = y holds for the last step. */
    @Test
    void learnedCurvatureSatisfiesTheSecantEquation() {
        int n = 5;
        Random random = new Random(SEED);
        LimitedMemoryHessian memory = new LimitedMemoryHessian(n);
        double[] lastStep = new double[n];
        double[] lastChange = new double[n];
        for (int step = 0; step < 30; step++) {
            for (int i = 0; i < n; i++) {
                lastStep[i] = random.nextGaussian();
                lastChange[i] = (1 + i) * lastStep[i];
            }
            memory.add(lastStep, lastChange);
        }
        double[] b = new double[n * n];
        memory.write(b);
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += b[Math.min(i, j) * n + Math.max(i, j)] * lastStep[j];
            }
            assertThat(sum).as("seed %s", SEED).isCloseTo(lastChange[i], within(1e-12));
        }
    }

    @Test
    void learnedCurvatureStaysPositiveWhereTheLagrangianIsNot() {
        int n = 3;
        LimitedMemoryHessian memory = new LimitedMemoryHessian(n);
        memory.add(new double[] {1, 0, 0}, new double[] {2, 0, 0});
        memory.add(new double[] {0, 1, 0}, new double[] {0, -5, 0});
        SymmetricFactor factor = new SymmetricFactor();
        memory.write(factor.matrix(n));
        factor.factor();
        assertThat(factor.positiveCount()).isEqualTo(n);
    }

    @Test
    void patternsRefuseEntriesOutside() {
        assertThatThrownBy(() -> SparsityPattern.builder(2, 3).add(2, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("entry (2, 0) is outside a matrix of 2 rows and 3 columns");
        assertThatThrownBy(() -> SparsityPattern.builder(-1, 3)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void patternsKeepTheirOrder() {
        SparsityPattern triangle = SparsityPattern.lowerTriangle(3);
        assertThat(triangle.entryCount()).isEqualTo(6);
        assertThat(triangle.row(4)).isEqualTo(2);
        assertThat(triangle.column(4)).isEqualTo(1);
        assertThat(SparsityPattern.dense(2, 2)).hasToString("2 × 2 with 4 entries");
    }
}
