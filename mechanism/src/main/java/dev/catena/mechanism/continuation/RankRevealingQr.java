package dev.catena.mechanism.continuation;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.qr.QRColPivDecompositionHouseholderColumn_DDRM;

/**
 * A P = Q R with column pivoting, which tells the rank: dependent rows and columns need no special treatment. Solves
 * A x ≈ b by least squares and Aᵀ y = c by the y of least norm. Nothing is allocated after construction.
 */
public final class RankRevealingQr {
    /** A column that is smaller than this part of the largest entry counts as dependent on those before it. */
    static final double DEPENDENT = 1e-11;

    private final int rows;
    private final int columns;
    private final DMatrixRMaj matrix;
    private final QRColPivDecompositionHouseholderColumn_DDRM decomposition =
            new QRColPivDecompositionHouseholderColumn_DDRM(DEPENDENT);
    private final double[] work;
    private int rank;

    public RankRevealingQr(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        matrix = new DMatrixRMaj(rows, columns);
        work = new double[Math.max(rows, columns)];
        if (columns > 0) {
            decomposition.setExpectedMaxSize(rows, columns);
        }
    }

    /** Where to write A, row-major, before {@link #decompose}. */
    public double[] entries() {
        return matrix.data;
    }

    public void decompose() {
        if (columns == 0) {
            return;
        }
        // false only tells of a deficient rank, which is asked for below
        var unused = decomposition.decompose(matrix);
        rank = decomposition.getRank();
    }

    public int rank() {
        return rank;
    }

    /**
     * The last pivot over the first, an estimate of 1 / condition; zero if columns depend on each other.
     *
     * @param size what the first pivot counts as at least: columns that are all small are not independent for that
     */
    public double pivotRatio(double size) {
        if (columns == 0) {
            return 1;
        }
        if (rank < columns) {
            return 0;
        }
        double[][] qr = decomposition.getQR();
        return Math.abs(qr[columns - 1][columns - 1]) / Math.max(Math.abs(qr[0][0]), size);
    }

    /** The norm of A⁺, by Frobenius and so no less than by Euclid; infinite if columns depend on each other. */
    public double inverseNorm() {
        if (rank < columns) {
            return Double.POSITIVE_INFINITY;
        }
        // ‖R⁻¹‖, one column after the other from the diagonal up
        double[][] qr = decomposition.getQR();
        double sum = 0;
        for (int c = 0; c < columns; c++) {
            work[c] = 1 / qr[c][c];
            sum += work[c] * work[c];
            for (int i = c - 1; i >= 0; i--) {
                double value = 0;
                for (int j = i + 1; j <= c; j++) {
                    value -= qr[j][i] * work[j];
                }
                work[i] = value / qr[i][i];
                sum += work[i] * work[i];
            }
        }
        return Math.sqrt(sum);
    }

    /** The x of least ‖A x − b‖; zero in dependent columns. */
    public void solve(double[] b, double[] xOut) {
        double[][] qr = decomposition.getQR();
        double[] gamma = decomposition.getGammas();
        System.arraycopy(b, 0, work, 0, rows);
        // Qᵀ b, one reflection 1 − γ u uᵀ after the other, u = (1, …) from row j on
        for (int j = 0; j < rank; j++) {
            reflect(qr[j], gamma[j], j);
        }
        // R x = Qᵀ b
        for (int i = rank - 1; i >= 0; i--) {
            double sum = work[i];
            for (int j = i + 1; j < rank; j++) {
                sum -= qr[j][i] * work[j];
            }
            work[i] = sum / qr[i][i];
        }
        int[] pivots = decomposition.getColPivots();
        for (int j = 0; j < columns; j++) {
            xOut[pivots[j]] = j < rank ? work[j] : 0;
        }
    }

    /** The y of least norm with Aᵀ y = c, for those rows of it that are independent. */
    public void solveTransposed(double[] c, double[] yOut) {
        double[][] qr = decomposition.getQR();
        double[] gamma = decomposition.getGammas();
        int[] pivots = decomposition.getColPivots();
        // Rᵀ z = Pᵀ c
        for (int i = 0; i < rank; i++) {
            double sum = c[pivots[i]];
            for (int j = 0; j < i; j++) {
                sum -= qr[i][j] * work[j];
            }
            work[i] = sum / qr[i][i];
        }
        for (int i = rank; i < rows; i++) {
            work[i] = 0;
        }
        // y = Q (z, 0)
        for (int j = rank - 1; j >= 0; j--) {
            reflect(qr[j], gamma[j], j);
        }
        System.arraycopy(work, 0, yOut, 0, rows);
    }

    private void reflect(double[] u, double gamma, int j) {
        double sum = work[j];
        for (int i = j + 1; i < rows; i++) {
            sum += u[i] * work[i];
        }
        sum *= gamma;
        work[j] -= sum;
        for (int i = j + 1; i < rows; i++) {
            work[i] -= sum * u[i];
        }
    }
}
