package dev.catena.mechanism;

/**
 * Solves A x = b for a symmetric matrix without negative eigenvalues, and a b within its range, by the x of least norm.
 * A = L Lᵀ, with the largest pivot first where one is small, ends where nothing is left; a matrix of full rank takes n³/3 operations.
 */
final class SemidefiniteSystem {
    /** Pivots above this part of the largest entry leave no doubt about the rank, in whatever order they come. */
    private static final double CLEAR = 1e-6;

    private final int n;
    private final double smallest;

    /** Row by row, of which the first rank columns are L. */
    private final double[] a;

    /** Where each row came from. */
    private final int[] origin;

    private final double[] z;
    private final double[] gram;
    private int rank;

    /** @param smallest a pivot below this part of the largest counts as none */
    SemidefiniteSystem(int n, double smallest) {
        this.n = n;
        this.smallest = smallest;
        a = new double[n * n];
        origin = new int[n];
        z = new double[n];
        gram = new double[n * n];
    }

    int rank() {
        return rank;
    }

    /** Factors a matrix, row-major, which stays as it is. */
    void factor(double[] matrix) {
        if (!factorInOrder(matrix)) {
            factorLargestFirst(matrix);
        }
    }

    /** L row by row where no pivot is small; false where one is. */
    private boolean factorInOrder(double[] matrix) {
        double largest = 0;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, matrix[i * n + i]);
        }
        double least = Math.max(CLEAR, smallest) * largest;
        for (int i = 0; i < n; i++) {
            origin[i] = i;
            int row = i * n;
            for (int j = 0; j < i; j++) {
                double sum = matrix[row + j];
                int other = j * n;
                for (int k = 0; k < j; k++) {
                    sum -= a[row + k] * a[other + k];
                }
                a[row + j] = sum * z[j];
            }
            double pivot = matrix[row + i];
            for (int k = 0; k < i; k++) {
                pivot -= a[row + k] * a[row + k];
            }
            if (!(pivot > least)) {
                return false;
            }
            a[row + i] = Math.sqrt(pivot);
            z[i] = 1 / a[row + i];
        }
        rank = n;
        return true;
    }

    private void factorLargestFirst(double[] matrix) {
        System.arraycopy(matrix, 0, a, 0, n * n);
        for (int i = 0; i < n; i++) {
            origin[i] = i;
        }
        double least = 0;
        rank = n;
        for (int k = 0; k < n; k++) {
            int best = k;
            for (int i = k + 1; i < n; i++) {
                if (a[i * n + i] > a[best * n + best]) {
                    best = i;
                }
            }
            double pivot = a[best * n + best];
            if (k == 0) {
                least = smallest * pivot;
            }
            if (!(pivot > least)) {
                rank = k;
                break;
            }
            exchange(k, best);
            eliminate(k, Math.sqrt(pivot));
        }
        if (rank < n) {
            factorGram();
        }
    }

    private void eliminate(int k, double root) {
        a[k * n + k] = root;
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= root;
        }
        for (int i = k + 1; i < n; i++) {
            double factor = a[i * n + k];
            for (int j = k + 1; j <= i; j++) {
                a[i * n + j] -= factor * a[j * n + k];
            }
        }
    }

    /** Exchanges two rows and columns of the part that is left; of it, the lower triangle counts. */
    private void exchange(int k, int best) {
        if (k == best) {
            return;
        }
        int kept = origin[k];
        origin[k] = origin[best];
        origin[best] = kept;
        for (int j = 0; j < k; j++) {
            swap(k * n + j, best * n + j);
        }
        swap(k * n + k, best * n + best);
        for (int j = k + 1; j < best; j++) {
            swap(j * n + k, best * n + j);
        }
        for (int i = best + 1; i < n; i++) {
            swap(i * n + k, i * n + best);
        }
    }

    private void swap(int i, int j) {
        double kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }

    /** LᵀL = C Cᵀ. */
    private void factorGram() {
        for (int i = 0; i < rank; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int r = i; r < n; r++) {
                    sum += a[r * n + i] * a[r * n + j];
                }
                for (int k = 0; k < j; k++) {
                    sum -= gram[i * n + k] * gram[j * n + k];
                }
                gram[i * n + j] = j < i ? sum / gram[j * n + j] : Math.sqrt(sum);
            }
        }
    }

    /** L z = b; then Lᵀx = z where the rank is full, and x = L (LᵀL)⁻¹ z of least norm otherwise. */
    void solve(double[] b, double[] xOut) {
        for (int i = 0; i < rank; i++) {
            double sum = b[origin[i]];
            for (int k = 0; k < i; k++) {
                sum -= a[i * n + k] * z[k];
            }
            z[i] = sum / a[i * n + i];
        }
        if (rank == n) {
            for (int i = n - 1; i >= 0; i--) {
                double sum = z[i];
                for (int k = i + 1; k < n; k++) {
                    sum -= a[k * n + i] * xOut[origin[k]];
                }
                xOut[origin[i]] = sum / a[i * n + i];
            }
            return;
        }
        substituteGram();
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 0; k < Math.min(i + 1, rank); k++) {
                sum += a[i * n + k] * z[k];
            }
            xOut[origin[i]] = sum;
        }
    }

    private void substituteGram() {
        for (int i = 0; i < rank; i++) {
            double sum = z[i];
            for (int k = 0; k < i; k++) {
                sum -= gram[i * n + k] * z[k];
            }
            z[i] = sum / gram[i * n + i];
        }
        for (int i = rank - 1; i >= 0; i--) {
            double sum = z[i];
            for (int k = i + 1; k < rank; k++) {
                sum -= gram[k * n + i] * z[k];
            }
            z[i] = sum / gram[i * n + i];
        }
    }
}
