package dev.catena.algebra;

/** Solves A x = b for a symmetric positive definite matrix, row-major, by A = L Lᵀ in place. */
public final class Cholesky {
    /** A pivot below this part of its diagonal entry counts as zero. */
    public static final double SINGULAR = 1e-12;

    /** The same for pivots after small ones, whose rounding is divided by them. */
    private static final double ROUNDING = 0x1p-48;

    private Cholesky() {}

    /**
     * Overwrites the lower triangle of A by L.
     *
     * @return the first row whose pivot is not positive beyond rounding, or −1
     */
    public static int factor(double[] A, int n) {
        double singular = SINGULAR;
        for (int j = 0; j < n; j++) {
            double pivot = A[j * n + j];
            double scale = Math.abs(pivot);
            for (int k = 0; k < j; k++) {
                pivot -= A[j * n + k] * A[j * n + k];
            }
            if (!(pivot > singular * scale)) {
                return j;
            }
            singular = Math.max(singular, ROUNDING * scale / pivot);
            double root = Math.sqrt(pivot);
            A[j * n + j] = root;
            for (int i = j + 1; i < n; i++) {
                double sum = A[i * n + j];
                for (int k = 0; k < j; k++) {
                    sum -= A[i * n + k] * A[j * n + k];
                }
                A[i * n + j] = sum / root;
            }
        }
        return -1;
    }

    /** Overwrites b by the solution, with L from {@link #factor}. */
    public static void solve(double[] L, int n, double[] b) {
        solveLower(L, n, b);
        solveUpper(L, n, b);
    }

    /** Overwrites b by L⁻¹b. */
    public static void solveLower(double[] L, int n, double[] b) {
        for (int i = 0; i < n; i++) {
            double sum = b[i];
            for (int k = 0; k < i; k++) {
                sum -= L[i * n + k] * b[k];
            }
            b[i] = sum / L[i * n + i];
        }
    }

    /** Overwrites b by L⁻ᵀb. */
    public static void solveUpper(double[] L, int n, double[] b) {
        for (int i = n - 1; i >= 0; i--) {
            double sum = b[i];
            for (int k = i + 1; k < n; k++) {
                sum -= L[k * n + i] * b[k];
            }
            b[i] = sum / L[i * n + i];
        }
    }
}
