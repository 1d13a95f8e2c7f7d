package dev.catena.planning.function;

/** The Cholesky factor of a symmetric positive definite 6 × 6 matrix, the corner of a larger one. */
final class SymmetricSix {
    private static final int SIZE = 6;

    /** Less of a diagonal entry is rounding. */
    private static final double SINGULAR = 1e-13;

    private final double[] factor = new double[SIZE * SIZE];

    /** Whether the matrix is positive definite beyond rounding. */
    boolean factor(double[] matrix, int width) {
        for (int r = 0; r < SIZE; r++) {
            for (int c = 0; c <= r; c++) {
                double sum = matrix[r * width + c];
                for (int k = 0; k < c; k++) {
                    sum -= factor[r * SIZE + k] * factor[c * SIZE + k];
                }
                if (r == c && !(sum > SINGULAR * matrix[r * width + r])) {
                    return false;
                }
                factor[r * SIZE + c] = r == c ? Math.sqrt(sum) : sum / factor[c * SIZE + c];
            }
        }
        return true;
    }

    /** In place. */
    void solve(double[] x) {
        for (int r = 0; r < SIZE; r++) {
            for (int k = 0; k < r; k++) {
                x[r] -= factor[r * SIZE + k] * x[k];
            }
            x[r] /= factor[r * SIZE + r];
        }
        for (int r = SIZE - 1; r >= 0; r--) {
            for (int k = r + 1; k < SIZE; k++) {
                x[r] -= factor[k * SIZE + r] * x[k];
            }
            x[r] /= factor[r * SIZE + r];
        }
    }
}
