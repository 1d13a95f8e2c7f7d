package dev.catena.sensitivity;

/**
 * M = LᵀL for a matrix with the sparsity of a tree, [RBDA]: where neither of two rows is an ancestor of the other, the
 * entry is zero and stays zero, so that factoring costs O(n·depth²) and a solution O(n·depth).
 */
final class TreeFactor {
    /** A pivot below this part of its diagonal entry counts as zero. */
    private static final double SINGULAR = 1e-14;

    private final int size;
    private final int[] parent;
    private final double[] L;

    /**
     * @param parent by row, the row of its parent, −1 without; parents come first
     */
    TreeFactor(int[] parent) {
        this.parent = parent.clone();
        size = parent.length;
        L = new double[size * size];
    }

    /**
     * Factors a symmetric matrix whose rows are permuted: row i here is row order[i] there.
     *
     * @return the first row without a positive pivot, or −1
     */
    int factor(double[] M, int[] order) {
        for (int i = 0; i < size; i++) {
            for (int j = i; j >= 0; j = parent[j]) {
                L[i * size + j] = M[order[i] * size + order[j]];
            }
        }
        for (int k = size - 1; k >= 0; k--) {
            double pivot = L[k * size + k];
            if (!(pivot > SINGULAR * M[order[k] * size + order[k]])) {
                return order[k];
            }
            double root = Math.sqrt(pivot);
            L[k * size + k] = root;
            for (int i = parent[k]; i >= 0; i = parent[i]) {
                L[k * size + i] /= root;
            }
            for (int i = parent[k]; i >= 0; i = parent[i]) {
                for (int j = i; j >= 0; j = parent[j]) {
                    L[i * size + j] -= L[k * size + i] * L[k * size + j];
                }
            }
        }
        return -1;
    }

    /** Overwrites the right sides, one per column, by the solutions; rows are permuted as in {@link #factor}. */
    void solve(double[] B, int columns, int[] order) {
        for (int i = size - 1; i >= 0; i--) {
            int row = order[i] * columns;
            scale(B, row, columns, 1 / L[i * size + i]);
            for (int j = parent[i]; j >= 0; j = parent[j]) {
                subtract(B, order[j] * columns, row, columns, L[i * size + j]);
            }
        }
        for (int i = 0; i < size; i++) {
            int row = order[i] * columns;
            for (int j = parent[i]; j >= 0; j = parent[j]) {
                subtract(B, row, order[j] * columns, columns, L[i * size + j]);
            }
            scale(B, row, columns, 1 / L[i * size + i]);
        }
    }

    private static void scale(double[] B, int row, int columns, double factor) {
        for (int c = 0; c < columns; c++) {
            B[row + c] *= factor;
        }
    }

    private static void subtract(double[] B, int from, int row, int columns, double factor) {
        for (int c = 0; c < columns; c++) {
            B[from + c] -= factor * B[row + c];
        }
    }
}
