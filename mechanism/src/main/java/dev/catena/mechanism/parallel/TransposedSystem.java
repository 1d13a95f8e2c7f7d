package dev.catena.mechanism.parallel;

/** Solves Aᵀx = b for a small square matrix by elimination, at a fraction of the cost of reflections. */
final class TransposedSystem {
    private final int n;

    /** Row by row: Aᵀ and the right-hand side, scaled so that the largest entry of Aᵀ in a row is one. */
    private final double[][] row;

    TransposedSystem(int n) {
        this.n = n;
        row = new double[n][n + 1];
    }

    /**
     * The solution, unless a pivot of the scaled matrix is too small.
     *
     * @return whether all pivots were large enough
     */
    boolean solve(double[] matrix, double[] b, double leastPivot, double[] xOut) {
        for (int i = 0; i < n; i++) {
            load(matrix, b, i, row[i]);
        }
        for (int k = 0; k < n; k++) {
            double[] pivotRow = bringUpLargest(k);
            double pivot = pivotRow[k];
            if (!(Math.abs(pivot) > leastPivot)) {
                return false;
            }
            // the pivot row is divided, so that no division is left for substituting back
            double reciprocal = 1 / pivot;
            for (int j = k + 1; j <= n; j++) {
                pivotRow[j] *= reciprocal;
            }
            for (int i = k + 1; i < n; i++) {
                subtract(row[i][k], pivotRow, row[i], k + 1);
            }
        }
        for (int k = n - 1; k >= 0; k--) {
            double[] r = row[k];
            double sum = r[n];
            for (int j = k + 1; j < n; j++) {
                sum -= r[j] * xOut[j];
            }
            xOut[k] = sum;
        }
        return true;
    }

    private void load(double[] matrix, double[] b, int column, double[] rowOut) {
        double largest = 0;
        for (int j = 0; j < n; j++) {
            double value = matrix[j * n + column];
            rowOut[j] = value;
            largest = Math.max(largest, Math.abs(value));
        }
        double scale = 1 / largest;
        for (int j = 0; j < n; j++) {
            rowOut[j] *= scale;
        }
        rowOut[n] = b[column] * scale;
    }

    private double[] bringUpLargest(int k) {
        int best = k;
        double most = Math.abs(row[k][k]);
        for (int i = k + 1; i < n; i++) {
            double size = Math.abs(row[i][k]);
            if (size > most) {
                best = i;
                most = size;
            }
        }
        double[] chosen = row[best];
        row[best] = row[k];
        row[k] = chosen;
        return chosen;
    }

    private static void subtract(double factor, double[] from, double[] out, int start) {
        for (int j = start; j < out.length; j++) {
            out[j] -= factor * from[j];
        }
    }
}
