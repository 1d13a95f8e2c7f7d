package dev.catena.planning.terms;

import java.util.Arrays;

/** A matrix with at least as many rows as columns as Q R by reflections: least squares, and least norm of its transpose. */
final class TallFactor {
    private final int rows;
    private final int columns;

    /** R above the diagonal, the reflections' vectors on and below it. */
    private final double[] a;

    private final double[] diagonal;
    private final double[] factor;
    private final double[] work;

    TallFactor(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        a = new double[rows * columns];
        diagonal = new double[columns];
        factor = new double[columns];
        work = new double[rows];
    }

    /** The matrix to be filled, row-major, before {@link #factor()}, which overwrites it. */
    double[] matrix() {
        return a;
    }

    /** Returns the smallest of |Rᵢᵢ| as a fraction of the largest; one if there are no columns. */
    double factor() {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int c = 0; c < columns; c++) {
            double square = 0;
            for (int r = c; r < rows; r++) {
                square += a[r * columns + c] * a[r * columns + c];
            }
            double norm = Math.sqrt(square);
            double head = a[c * columns + c];
            double pivot = head > 0 ? -norm : norm;
            diagonal[c] = pivot;
            a[c * columns + c] = head - pivot;
            // I − 2vvᵀ/(vᵀv) with vᵀv = 2(norm² + |head| norm)
            factor[c] = norm == 0 ? 0 : 1 / (square + Math.abs(head) * norm);
            for (int d = c + 1; d < columns; d++) {
                double sum = 0;
                for (int r = c; r < rows; r++) {
                    sum += a[r * columns + c] * a[r * columns + d];
                }
                sum *= factor[c];
                for (int r = c; r < rows; r++) {
                    a[r * columns + d] -= sum * a[r * columns + c];
                }
            }
            least = Math.min(least, norm);
            most = Math.max(most, norm);
        }
        return columns == 0 ? 1 : most > 0 ? least / most : 0;
    }

    private void reflect(int c) {
        double sum = 0;
        for (int r = c; r < rows; r++) {
            sum += a[r * columns + c] * work[r];
        }
        sum *= factor[c];
        for (int r = c; r < rows; r++) {
            work[r] -= sum * a[r * columns + c];
        }
    }

    /** The x for which A x is nearest to b. */
    void solve(double[] b, double[] xOut) {
        System.arraycopy(b, 0, work, 0, rows);
        for (int c = 0; c < columns; c++) {
            reflect(c);
        }
        for (int c = columns - 1; c >= 0; c--) {
            double sum = work[c];
            for (int d = c + 1; d < columns; d++) {
                sum -= a[c * columns + d] * xOut[d];
            }
            xOut[c] = sum / diagonal[c];
        }
    }

    /** The smallest y for which Aᵀy = b. */
    void solveTransposed(double[] b, double[] yOut) {
        Arrays.fill(work, 0);
        for (int c = 0; c < columns; c++) {
            double sum = b[c];
            for (int d = 0; d < c; d++) {
                sum -= a[d * columns + c] * work[d];
            }
            work[c] = sum / diagonal[c];
        }
        for (int c = columns - 1; c >= 0; c--) {
            reflect(c);
        }
        System.arraycopy(work, 0, yOut, 0, rows);
    }
}
