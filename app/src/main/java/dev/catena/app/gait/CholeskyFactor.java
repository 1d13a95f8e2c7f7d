package dev.catena.app.gait;

/** M = L Lᵀ of a mass matrix. */
final class CholeskyFactor {
    private final int n;

    /** The lower triangle, by rows. */
    private final double[] l;

    /** @param matrix symmetric, row-major */
    CholeskyFactor(int n, double[] matrix) {
        this.n = n;
        l = matrix.clone();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = l[i * n + j];
                for (int k = 0; k < j; k++) {
                    sum -= l[i * n + k] * l[j * n + k];
                }
                l[i * n + j] = i == j ? Math.sqrt(sum) : sum / l[j * n + j];
            }
        }
    }

    /** x = M⁻¹ x. */
    void solve(double[] x) {
        for (int i = 0; i < n; i++) {
            double sum = x[i];
            for (int k = 0; k < i; k++) {
                sum -= l[i * n + k] * x[k];
            }
            x[i] = sum / l[i * n + i];
        }
        for (int i = n - 1; i >= 0; i--) {
            double sum = x[i];
            for (int k = i + 1; k < n; k++) {
                sum -= l[k * n + i] * x[k];
            }
            x[i] = sum / l[i * n + i];
        }
    }
}
