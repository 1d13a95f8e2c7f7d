package dev.catena.mechanism;

/**
 * Solves A x = b for a symmetric matrix without negative eigenvalues, and a b within its range, by the x of least norm.
 * A = L Lᵀ, with the largest pivot first where one is small, ends where nothing is left; a matrix of full rank takes n³/3
 * operations. Rows that depend on others are B times those: L = [I; B] L₁, and with y = L₁⁻ᵀ L₁⁻¹ b the solutions are
 * x = [y − Bᵀw; w] for any w, which is least for (I + B Bᵀ) w = B y.
 */
final class SemidefiniteSystem {
    /** Pivots above this part of the largest entry are taken as they come. */
    private static final double CLEAR = 1e-3;

    private final int n;
    private final double smallest;

    /** Row by row, of which the first rank columns are L, then B below L₁. */
    private final double[] a;

    /** Where each row came from. */
    private final int[] origin;

    /** 1/Lₖₖ. */
    private final double[] inverses;

    private final double[] z;

    /** I + B Bᵀ = C Cᵀ, a row for each that depends on others. */
    private final double[] gram;

    private int rank;

    /** @param smallest a pivot below this part of the largest entry counts as none */
    SemidefiniteSystem(int n, double smallest) {
        this.n = n;
        this.smallest = smallest;
        a = new double[n * n];
        origin = new int[n];
        inverses = new double[n];
        z = new double[n];
        gram = new double[n * n];
    }

    int rank() {
        return rank;
    }

    /** Factors a matrix, row-major, of which the lower triangle counts; it stays as it is. */
    void factor(double[] matrix) {
        System.arraycopy(matrix, 0, a, 0, n * n);
        double largest = 0;
        for (int i = 0; i < n; i++) {
            origin[i] = i;
            largest = Math.max(largest, a[i * n + i]);
        }
        rank = 0;
        while (rank < n) {
            if (!(a[rank * n + rank] > CLEAR * largest)) {
                exchange(rank, largestFrom(rank));
            }
            double pivot = a[rank * n + rank];
            if (!(pivot > smallest * largest)) {
                break;
            }
            eliminate(rank, pivot);
            rank++;
        }
        if (rank < n) {
            express();
        }
    }

    private int largestFrom(int k) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            if (a[i * n + i] > a[best * n + best]) {
                best = i;
            }
        }
        return best;
    }

    /** Column k of L, and what it leaves of those behind it. */
    private void eliminate(int k, double pivot) {
        double root = Math.sqrt(pivot);
        double inverse = 1 / root;
        a[k * n + k] = root;
        inverses[k] = inverse;
        for (int i = k + 1; i < n; i++) {
            double factor = a[i * n + k] * inverse;
            a[i * n + k] = factor;
            z[i] = factor;
            for (int j = k + 1; j <= i; j++) {
                a[i * n + j] -= factor * z[j];
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

    /** B L₁ = L₂ in the place of L₂, and I + B Bᵀ = C Cᵀ. */
    private void express() {
        for (int i = rank; i < n; i++) {
            solveUpper(a, i * n);
        }
        int size = n - rank;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = i == j ? 1 : 0;
                for (int k = 0; k < rank; k++) {
                    sum += a[(rank + i) * n + k] * a[(rank + j) * n + k];
                }
                for (int k = 0; k < j; k++) {
                    sum -= gram[i * size + k] * gram[j * size + k];
                }
                gram[i * size + j] = j < i ? sum / gram[j * size + j] : Math.sqrt(sum);
            }
        }
    }

    /** L₁⁻ᵀ x in its place. */
    private void solveUpper(double[] x, int at) {
        for (int k = rank - 1; k >= 0; k--) {
            double found = x[at + k] * inverses[k];
            x[at + k] = found;
            for (int i = 0; i < k; i++) {
                x[at + i] -= a[k * n + i] * found;
            }
        }
    }

    /** y = L₁⁻ᵀ L₁⁻¹ b, which is x where the rank is full. */
    void solve(double[] b, double[] xOut) {
        for (int i = 0; i < n; i++) {
            z[i] = b[origin[i]];
        }
        for (int k = 0; k < rank; k++) {
            double found = z[k] * inverses[k];
            z[k] = found;
            for (int i = k + 1; i < rank; i++) {
                z[i] -= a[i * n + k] * found;
            }
        }
        solveUpper(z, 0);
        if (rank < n) {
            share();
        }
        for (int i = 0; i < n; i++) {
            xOut[origin[i]] = z[i];
        }
    }

    /** w with C Cᵀ w = B y, and y − Bᵀ w. */
    private void share() {
        int size = n - rank;
        for (int i = 0; i < size; i++) {
            double sum = 0;
            for (int k = 0; k < rank; k++) {
                sum += a[(rank + i) * n + k] * z[k];
            }
            for (int k = 0; k < i; k++) {
                sum -= gram[i * size + k] * z[rank + k];
            }
            z[rank + i] = sum / gram[i * size + i];
        }
        for (int i = size - 1; i >= 0; i--) {
            double sum = z[rank + i];
            for (int k = i + 1; k < size; k++) {
                sum -= gram[k * size + i] * z[rank + k];
            }
            z[rank + i] = sum / gram[i * size + i];
        }
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < rank; k++) {
                z[k] -= a[(rank + i) * n + k] * z[rank + i];
            }
        }
    }
}
