package dev.catena.nlp.interior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.CurveFit;
import dev.catena.nlp.ResidualJacobian;
import dev.catena.nlp.SparsityPattern;
import dev.catena.nlp.run.CompressedRows;
import dev.catena.nlp.run.GaussNewtonHessian;
import java.util.Arrays;
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

    /** Rows that begin alike and are as long, with and without gaps between their entries, next to each other. */
    @Test
    void productsOfRowsThatLookAlike() {
        int[][] columns = {
            {0, 2, 5}, {0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 2, 5}, {0, 2, 5}, {0, 3, 4}, {1, 2, 3}, {1, 2, 3},
            {1, 2, 3}, {1, 2, 3}, {1, 2, 4}, {1, 2, 4}, {1, 2, 4}, {3, 4}, {3, 4}, {3, 4}, {3, 4, 5}, {3, 4, 5}, {},
            {2}, {}
        };
        SparsityPattern.Builder builder = SparsityPattern.builder(columns.length, 6);
        for (int r = 0; r < columns.length; r++) {
            for (int c : columns[r]) {
                builder.add(r, c);
            }
        }
        SparsityPattern pattern = builder.build();
        Random random = new Random(SEED);
        double[] values = random.doubles(pattern.entryCount(), -1, 1).toArray();
        double[][] a = dense(pattern, values);
        CompressedRows rows = new CompressedRows(pattern);
        rows.set(values);
        double[] factors = random.doubles(columns.length, -1, 1).toArray();
        double[] product = new double[7 * 6];
        rows.addOuterProducts(factors, product, 7);
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 7; j++) {
                double expected = 0;
                for (int r = 0; r < columns.length && j >= i && j < 6; r++) {
                    expected += factors[r] * a[r][i] * a[r][j];
                }
                assertThat(product[i * 7 + j]).as("%d, %d, seed %d", i, j, SEED).isCloseTo(expected, within(1e-14));
            }
        }
    }

    @Test
    void rowsAndColumnsAreScaled() {
        SparsityPattern pattern = pattern();
        double[] values = new Random(SEED).doubles(pattern.entryCount(), -1, 1).toArray();
        double[][] a = dense(pattern, values);
        CompressedRows rows = new CompressedRows(pattern);
        rows.set(values);
        assertThat(rows.rowCount()).isEqualTo(13);
        double[] byRow = new Random(SEED + 1).doubles(13, 2, 3).toArray();
        double[] byColumn = new Random(SEED + 2).doubles(9, 2, 3).toArray();
        rows.scaleRows(byRow);
        rows.scaleColumns(byColumn);
        double[] column = new double[9 * 4];
        for (int r = 0; r < 13; r++) {
            double largest = 0;
            Arrays.fill(column, 0);
            rows.copyRowAsColumn(r, column, 4, 2);
            for (int c = 0; c < 9; c++) {
                double expected = a[r][c] * byRow[r] * byColumn[c];
                largest = Math.max(largest, Math.abs(expected));
                assertThat(column[4 * c + 2]).isCloseTo(expected, within(1e-14));
                column[4 * c + 2] = 0;
            }
            assertThat(column).containsOnly(0);
            assertThat(rows.largestInRow(r)).isCloseTo(largest, within(1e-14));
        }
    }

    @Test
    void firstRowThatIsNotFiniteIsFound() {
        CompressedRows rows = new CompressedRows(SparsityPattern.dense(4, 3));
        double[] values = new double[12];
        rows.set(values);
        assertThat(rows.firstRowNotFinite()).isEqualTo(-1);
        values[8] = Double.NaN;
        values[9] = Double.NEGATIVE_INFINITY;
        rows.set(values);
        assertThat(rows.firstRowNotFinite()).isEqualTo(2);
        values[8] = 0;
        rows.set(values);
        assertThat(rows.firstRowNotFinite()).isEqualTo(3);
        values[0] = Double.POSITIVE_INFINITY;
        rows.set(values);
        assertThat(rows.firstRowNotFinite()).isZero();
    }

    @Test
    void normsAreThoseOfTheirNames() {
        double[] a = {3, -4, 1};
        assertThat(Norms.largest(a)).isEqualTo(4);
        assertThat(Norms.sum(a)).isEqualTo(8);
        assertThat(Norms.dot(a, new double[] {1, 2, 3})).isEqualTo(-2);
        assertThat(Norms.largest(new double[0])).isZero();
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

    /** sᵀ B s of a step against the curvature is a fifth of what it was, never less [NocedalWright 18.3]. */
    @Test
    void learnedCurvatureIsDamped() {
        LimitedMemoryHessian memory = new LimitedMemoryHessian(3);
        assertThat(memory.isEmpty()).isTrue();
        double[] b = new double[9];
        Arrays.fill(b, 7);
        memory.write(b);
        assertThat(new double[] {b[0], b[1], b[2], b[4], b[5], b[8]}).containsExactly(1, 0, 0, 1, 0, 1);
        memory.add(new double[] {2, 0, 0}, new double[] {6, 0, 0});
        assertThat(memory.isEmpty()).isFalse();
        memory.write(b);
        assertThat(new double[] {b[0], b[1], b[2], b[4], b[5], b[8]})
                .containsExactly(new double[] {3, 0, 0, 3, 0, 3}, within(1e-14));
        memory.add(new double[] {0, 3, 0}, new double[] {1, -45, 0});
        memory.write(b);
        // r = θ y + (1 − θ) B s with θ = 0.8 sᵀBs/(sᵀBs − sᵀy), sᵀBs = 27, sᵀy = −135
        double theta = 0.8 * 27 / (27 + 135);
        double r1 = theta * 1;
        double r2 = theta * -45 + (1 - theta) * 9;
        assertThat(3 * r2).isCloseTo(0.2 * 27, within(1e-13));
        assertThat(b[0]).isCloseTo(3 + r1 * r1 / (3 * r2), within(1e-13));
        assertThat(b[1]).isCloseTo(r1 * r2 / (3 * r2), within(1e-13));
        assertThat(b[4]).isCloseTo(0.2 * 3, within(1e-13));
        assertThat(b[8]).isCloseTo(3, within(1e-13));
        memory.reset();
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void stepsThatTellNothingAreForgotten() {
        LimitedMemoryHessian memory = new LimitedMemoryHessian(2);
        memory.add(new double[] {0, 0}, new double[] {1, 1});
        memory.add(new double[] {1, 0}, new double[] {Double.NaN, 1});
        memory.add(new double[] {1, 0}, new double[] {Double.POSITIVE_INFINITY, 1});
        assertThat(memory.isEmpty()).isTrue();
        double[] b = new double[4];
        memory.add(new double[] {1, 0}, new double[] {1e12, 0});
        memory.write(b);
        assertThat(b[3]).isEqualTo(1e8);
        memory.reset();
        memory.add(new double[] {1, 0}, new double[] {1e-12, 0});
        memory.write(b);
        assertThat(b[3]).isEqualTo(1e-8);
        // a step without curvature leaves the diagonal to the one before
        memory.reset();
        memory.add(new double[] {1, 0}, new double[] {5, 0});
        memory.add(new double[] {1, 0}, new double[] {0, 0});
        memory.write(b);
        assertThat(b[3]).isEqualTo(5);
        assertThat(b[0]).isCloseTo(0.2 * 5, within(1e-14));
    }

    /** Of more than twenty pairs the oldest no longer counts. */
    @Test
    void memoryIsLimited() {
        LimitedMemoryHessian memory = new LimitedMemoryHessian(2);
        memory.add(new double[] {0, 1}, new double[] {0, 7});
        double[] b = new double[4];
        for (int k = 0; k < 19; k++) {
            memory.add(new double[] {1, 0}, new double[] {3, 0});
        }
        memory.write(b);
        assertThat(b[3]).isCloseTo(7, within(1e-13));
        memory.add(new double[] {1, 0}, new double[] {3, 0});
        memory.write(b);
        assertThat(b[3]).isCloseTo(3, within(1e-13));
    }

    @Test
    void patternsRefuseEntriesOutside() {
        SparsityPattern.Builder builder = SparsityPattern.builder(2, 3);
        assertThat(builder.add(1, 2)).isZero();
        assertThat(builder.add(0, 0)).isEqualTo(1);
        assertThat(builder.addRow(1, 0, 2)).isEqualTo(2);
        assertThat(builder.add(0, 1)).isEqualTo(4);
        for (int[] entry : new int[][] {{-1, 0}, {2, 0}, {0, -1}, {0, 3}}) {
            assertThatThrownBy(() -> builder.add(entry[0], entry[1])).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(builder.build().entryCount()).isEqualTo(5);
        assertThat(SparsityPattern.builder(0, 0).build()).hasToString("0 × 0 with 0 entries");
        assertThatThrownBy(() -> SparsityPattern.builder(3, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GaussNewtonHessian(2, new CurveFit() {
                    @Override
                    public SparsityPattern pattern() {
                        return SparsityPattern.dense(4, 3);
                    }
                }))
                .hasMessageContaining("pattern of the residual Jacobian is 4 × 3");

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
