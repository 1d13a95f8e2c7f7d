package dev.catena.mechanism.parallel;

import java.util.Arrays;

/**
 * A = Q R of a small matrix with at least as many rows as columns, by reflections. Owns its buffers; nothing is allocated
 * after construction.
 */
final class HouseholderFactor {
    private final int rows;
    private final int columns;

    /** Column by column: above the diagonal R, on and below it the reflection vectors. */
    private final double[] packed;

    private final double[] diagonal;
    private final double[] scale;
    private final double[] work;

    HouseholderFactor(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        packed = new double[rows * columns];
        diagonal = new double[columns];
        scale = new double[columns];
        work = new double[rows];
    }

    /**
     * Factors the first rows of a row-major matrix with as many columns.
     *
     * @return the smallest sine of the angle between a column and the span of those before it: a measure of independence
     *     between 0 and 1, whatever the units of the columns
     */
    double factor(double[] matrix) {
        double smallest = 1; // squared
        for (int j = 0; j < columns; j++) {
            int at = j * rows;
            double all = 0;
            for (int i = 0; i < rows; i++) {
                double value = matrix[i * columns + j];
                packed[at + i] = value;
                all += value * value;
            }
            for (int k = 0; k < j; k++) {
                reflect(k, packed, at);
            }
            double rest = 0;
            for (int i = j; i < rows; i++) {
                rest += packed[at + i] * packed[at + i];
            }
            double norm = Math.sqrt(rest);
            smallest = Math.min(smallest, all > 0 ? rest / all : 0);
            double r = packed[at + j] > 0 ? -norm : norm;
            diagonal[j] = r;
            packed[at + j] -= r;
            // H = E − u uᵀ / s with s = −r u_j = uᵀu / 2
            scale[j] = norm > 0 ? -1 / (r * packed[at + j]) : 0;
        }
        return Math.sqrt(smallest);
    }

    /** x ← H_k x for the vector that starts at an offset. */
    private void reflect(int k, double[] x, int offset) {
        int at = k * rows;
        double sum = 0;
        for (int i = k; i < rows; i++) {
            sum += packed[at + i] * x[offset + i];
        }
        sum *= scale[k];
        for (int i = k; i < rows; i++) {
            x[offset + i] -= sum * packed[at + i];
        }
    }

    /** The x of least |A x − b|. */
    void solve(double[] b, double[] xOut) {
        System.arraycopy(b, 0, work, 0, rows);
        solveWork(xOut, 0, 1);
    }

    /** The pseudoinverse A⁺ = R⁻¹Qᵀ, row-major, one row per column of A. */
    void inverse(double[] inverseOut) {
        for (int c = 0; c < rows; c++) {
            Arrays.fill(work, 0);
            work[c] = 1;
            solveWork(inverseOut, c, rows);
        }
    }

    private void solveWork(double[] xOut, int offset, int stride) {
        for (int k = 0; k < columns; k++) {
            reflect(k, work, 0);
        }
        for (int j = columns - 1; j >= 0; j--) {
            double sum = work[j];
            for (int k = j + 1; k < columns; k++) {
                sum -= packed[k * rows + j] * xOut[offset + stride * k];
            }
            xOut[offset + stride * j] = sum / diagonal[j];
        }
    }

    /** The shortest x with Aᵀx = b: x = Q R⁻ᵀ b. */
    void solveTransposed(double[] b, double[] xOut) {
        Arrays.fill(work, 0);
        for (int j = 0; j < columns; j++) {
            double sum = b[j];
            for (int k = 0; k < j; k++) {
                sum -= packed[j * rows + k] * work[k];
            }
            work[j] = sum / diagonal[j];
        }
        for (int k = columns - 1; k >= 0; k--) {
            reflect(k, work, 0);
        }
        System.arraycopy(work, 0, xOut, 0, rows);
    }
}
