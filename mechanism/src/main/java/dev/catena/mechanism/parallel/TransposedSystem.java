package dev.catena.mechanism.parallel;

/** Solves Aᵀx = b for a small square matrix by elimination with scaled pivots, a third of the cost of reflections. */
final class TransposedSystem {
    private final int n;

    /** Row by row: Aᵀ and the right-hand side. */
    private final double[][] row;

    private final double[] largest;

    TransposedSystem(int n) {
        this.n = n;
        row = new double[n][n + 1];
        largest = new double[n];
    }

    /**
     * The solution, unless a pivot is less than a share of the largest entry of its row.
     *
     * @return whether all pivots were large enough
     */
    boolean solve(double[] matrix, double[] b, double leastPivot, double[] xOut) {
        load(matrix, b);
        for (int k = 0; k < n; k++) {
            int best = k;
            double most = -1;
            for (int i = k; i < n; i++) {
                double size = Math.abs(row[i][k]) * largest[i];
                if (size > most) {
                    best = i;
                    most = size;
                }
            }
            if (!(most > leastPivot)) {
                return false;
            }
            swap(k, best);
            double[] pivotRow = row[k];
            double reciprocal = 1 / pivotRow[k];
            for (int i = k + 1; i < n; i++) {
                double[] other = row[i];
                double factor = other[k] * reciprocal;
                for (int j = k + 1; j <= n; j++) {
                    other[j] -= factor * pivotRow[j];
                }
            }
        }
        for (int k = n - 1; k >= 0; k--) {
            double sum = row[k][n];
            for (int j = k + 1; j < n; j++) {
                sum -= row[k][j] * xOut[j];
            }
            xOut[k] = sum / row[k][k];
        }
        return true;
    }

    private void load(double[] matrix, double[] b) {
        for (int i = 0; i < n; i++) {
            double most = 0;
            for (int j = 0; j < n; j++) {
                double value = matrix[j * n + i];
                row[i][j] = value;
                most = Math.max(most, Math.abs(value));
            }
            row[i][n] = b[i];
            largest[i] = 1 / most;
        }
    }

    private void swap(int a, int b) {
        double[] swapped = row[a];
        row[a] = row[b];
        row[b] = swapped;
        double size = largest[a];
        largest[a] = largest[b];
        largest[b] = size;
    }
}
