package dev.catena.mechanism.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against pseudoinverses. */
class RankRevealingQrTest {
    private static RankRevealingQr factored(DMatrixRMaj matrix) {
        RankRevealingQr qr = new RankRevealingQr(matrix.numRows, matrix.numCols);
        System.arraycopy(matrix.data, 0, qr.entries(), 0, matrix.data.length);
        qr.decompose();
        return qr;
    }

    private static DMatrixRMaj inverse(DMatrixRMaj matrix) {
        DMatrixRMaj inverse = new DMatrixRMaj(matrix.numCols, matrix.numRows);
        CommonOps_DDRM.pinv(matrix, inverse);
        return inverse;
    }

    private static double[] times(DMatrixRMaj matrix, double[] x) {
        DMatrixRMaj out = new DMatrixRMaj(matrix.numRows, 1);
        CommonOps_DDRM.mult(matrix, DMatrixRMaj.wrap(x.length, 1, x), out);
        return out.data;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "3, 3", "5, 2", "6, 4", "9, 9", "12, 7"})
    void leastSquaresAndLeastNorm(int rows, int columns) {
        RandomNumbers random = new RandomNumbers(10L * rows + columns);
        DMatrixRMaj matrix = DMatrixRMaj.wrap(rows, columns, random.vector(rows * columns, 1));
        RankRevealingQr qr = factored(matrix);
        DMatrixRMaj inverse = inverse(matrix);
        assertThat(qr.rank()).isEqualTo(columns);
        assertThat(qr.pivotRatio(0)).isBetween(1e-4, 1.0);
        assertThat(qr.inverseNorm()).isCloseTo(NormOps_DDRM.normF(inverse), within(1e-9));
        double[] b = random.vector(rows, 1);
        double[] x = new double[columns];
        qr.solve(b, x);
        Agreement.check("least squares", x, times(inverse, b), 1e-11);
        DMatrixRMaj transposed = new DMatrixRMaj(rows, columns);
        CommonOps_DDRM.transpose(inverse, transposed);
        double[] c = random.vector(columns, 1);
        double[] y = new double[rows];
        qr.solveTransposed(c, y);
        Agreement.check("least norm", y, times(transposed, c), 1e-11);
    }

    /** A column that is the sum of two others, and another one that nearly is. */
    @Test
    void dependentColumns() {
        RandomNumbers random = new RandomNumbers(5);
        DMatrixRMaj matrix = DMatrixRMaj.wrap(5, 3, random.vector(15, 1));
        for (int r = 0; r < 5; r++) {
            matrix.set(r, 2, matrix.get(r, 0) + matrix.get(r, 1));
        }
        RankRevealingQr qr = factored(matrix);
        assertThat(qr.rank()).isEqualTo(2);
        assertThat(qr.pivotRatio(0)).isZero();
        assertThat(qr.inverseNorm()).isInfinite();
        double[] x = new double[3];
        qr.solve(times(matrix, new double[] {1, 2, 3}), x);
        Agreement.check("a solution", times(matrix, x), times(matrix, new double[] {1, 2, 3}), 1e-12);
        assertThat(x).contains(0.0);
        matrix.add(1, 2, 1e-6);
        RankRevealingQr nearly = factored(matrix);
        assertThat(nearly.rank()).isEqualTo(3);
        assertThat(nearly.pivotRatio(0)).isBetween(1e-8, 1e-5);
        assertThat(nearly.inverseNorm()).isBetween(1e5, 1e8);
    }

    /** A diagonal matrix, where everything can be read. */
    @Test
    void aDiagonal() {
        RankRevealingQr qr = factored(new DMatrixRMaj(new double[][] {{2, 0}, {0, 8}}));
        assertThat(qr.pivotRatio(0)).isCloseTo(0.25, within(1e-15));
        assertThat(qr.pivotRatio(8)).isCloseTo(0.25, within(1e-15));
        assertThat(qr.pivotRatio(20)).isCloseTo(0.1, within(1e-15));
        assertThat(qr.inverseNorm()).isCloseTo(Math.hypot(0.5, 0.125), within(1e-15));
    }

    @Test
    void noColumns() {
        RankRevealingQr qr = new RankRevealingQr(3, 0);
        qr.decompose();
        assertThat(qr.rank()).isZero();
        assertThat(qr.pivotRatio(5)).isEqualTo(1);
        assertThat(qr.inverseNorm()).isZero();
    }
}
