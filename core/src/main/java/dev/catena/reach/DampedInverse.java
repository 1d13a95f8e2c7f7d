package dev.catena.reach;

import dev.catena.algebra.Cholesky;
import java.util.Arrays;

/**
 * The x of least norm for which J x is what is wanted, level by level: later ones within what the earlier leave, [NakamuraHanafusa].
 * Directions in which J hardly moves anything are damped, [Wampler], and only those: with J = Σ σ u vᵀ, x = Σ σ/max(σ, σ₀)² v uᵀw.
 */
final class DampedInverse {
    private static final int INVERSE_ITERATIONS = 6;
    private static final int MOST_SWEEPS = 60;

    /** Part of the largest σ² below which one is rounding. */
    private static final double ROUNDING = 1e-14;

    private final int size;
    private final int[] start;
    private final int[] count;
    private final double leastGain;
    private final double[] A;
    private final double[] S;
    private final double[] L;
    private final double[] U;
    private final double[] r;
    private final double[] y;
    private final double[] column;
    private final double[] N;
    private double gain;
    private boolean damped;
    private double residual;

    /**
     * @param size number of coordinates
     * @param leastGain σ₀
     */
    DampedInverse(int size, int[] start, int[] count, double leastGain) {
        this.size = size;
        this.start = start;
        this.count = count;
        this.leastGain = leastGain;
        int most = Arrays.stream(count).max().orElse(0);
        A = new double[most * size];
        S = new double[most * most];
        L = new double[most * most];
        U = new double[most * most];
        r = new double[most];
        y = new double[most];
        column = new double[most];
        N = new double[size * size];
    }

    /** The least σ of the levels, those that are zero for lack of coordinates left out. */
    double gain() {
        return gain;
    }

    boolean isDamped() {
        return damped;
    }

    /** The norm of what is missed of the first level. */
    double residual() {
        return residual;
    }

    void solve(double[] J, double[] wanted, double[] x) {
        Arrays.fill(x, 0, size, 0);
        for (int i = 0; i < size * size; i++) {
            N[i] = i % (size + 1) == 0 ? 1 : 0;
        }
        gain = Double.POSITIVE_INFINITY;
        damped = false;
        for (int level = 0; level < start.length; level++) {
            int rows = count[level];
            restrict(J, level);
            missing(J, wanted, level, x);
            double least = rows <= size && factor(rows) ? leastOf(rows) : 0;
            boolean regular = least >= leastGain;
            if (regular) {
                gain = Math.min(gain, least);
                System.arraycopy(r, 0, y, 0, rows);
                Cholesky.solve(L, rows, y);
            } else {
                diagonalize(rows);
                filter(rows);
                byDirections(rows, r, y);
            }
            for (int j = 0; j < size; j++) {
                double sum = 0;
                for (int i = 0; i < rows; i++) {
                    sum += A[i * size + j] * y[i];
                }
                x[j] += sum;
            }
            if (level == 0) {
                missing(J, wanted, 0, x);
                residual = norm(r, rows);
            }
            if (level + 1 < start.length) {
                project(rows, regular);
            }
        }
    }

    /** A = J N, and S = A Aᵀ. */
    private void restrict(double[] J, int level) {
        int rows = count[level];
        if (level == 0) {
            System.arraycopy(J, 0, A, 0, rows * size);
        } else {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < size; j++) {
                    double sum = 0;
                    for (int k = 0; k < size; k++) {
                        sum += J[(start[level] + i) * size + k] * N[k * size + j];
                    }
                    A[i * size + j] = sum;
                }
            }
        }
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k <= i; k++) {
                double sum = 0;
                for (int j = 0; j < size; j++) {
                    sum += A[i * size + j] * A[k * size + j];
                }
                S[i * rows + k] = sum;
                S[k * rows + i] = sum;
            }
        }
    }

    /** r = w − J x of a level. */
    private void missing(double[] J, double[] wanted, int level, double[] x) {
        for (int i = 0; i < count[level]; i++) {
            int row = start[level] + i;
            double sum = wanted[row];
            for (int j = 0; j < size; j++) {
                sum -= J[row * size + j] * x[j];
            }
            r[i] = sum;
        }
    }

    private boolean factor(int rows) {
        System.arraycopy(S, 0, L, 0, rows * rows);
        return Cholesky.factor(L, rows) < 0;
    }

    /** The least σ by inverse iteration on S. */
    private double leastOf(int rows) {
        Arrays.fill(column, 0, rows, 1);
        double growth = 1;
        for (int k = 0; k < INVERSE_ITERATIONS; k++) {
            double norm = norm(column, rows);
            for (int i = 0; i < rows; i++) {
                column[i] /= norm;
            }
            Cholesky.solve(L, rows, column);
            growth = norm(column, rows);
        }
        return 1 / Math.sqrt(growth);
    }

    private static double norm(double[] vector, int rows) {
        double squares = 0;
        for (int i = 0; i < rows; i++) {
            squares += vector[i] * vector[i];
        }
        return Math.sqrt(squares);
    }

    /** S = U Σ² Uᵀ by turns that take off-diagonal entries away one after the other: Jacobi's method. */
    private void diagonalize(int rows) {
        for (int i = 0; i < rows * rows; i++) {
            U[i] = i % (rows + 1) == 0 ? 1 : 0;
        }
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            boolean turned = false;
            for (int p = 0; p < rows; p++) {
                for (int q = p + 1; q < rows; q++) {
                    double off = S[p * rows + q];
                    double product = S[p * rows + p] * S[q * rows + q];
                    if (off * off > 1e-32 * Math.abs(product) && Math.abs(off) > Double.MIN_NORMAL) {
                        turn(rows, p, q, off);
                        turned = true;
                    }
                }
            }
            if (!turned) {
                return;
            }
        }
    }

    private void turn(int rows, int p, int q, double off) {
        double theta = (S[q * rows + q] - S[p * rows + p]) / (2 * off);
        double t = Math.copySign(1 / (Math.abs(theta) + Math.hypot(theta, 1)), theta);
        double c = 1 / Math.hypot(t, 1);
        double s = t * c;
        for (int k = 0; k < rows; k++) {
            double a = S[k * rows + p];
            double b = S[k * rows + q];
            S[k * rows + p] = c * a - s * b;
            S[k * rows + q] = s * a + c * b;
        }
        for (int k = 0; k < rows; k++) {
            double a = S[p * rows + k];
            double b = S[q * rows + k];
            S[p * rows + k] = c * a - s * b;
            S[q * rows + k] = s * a + c * b;
            a = U[k * rows + p];
            b = U[k * rows + q];
            U[k * rows + p] = c * a - s * b;
            U[k * rows + q] = s * a + c * b;
        }
    }

    /** 1/max(σ, σ₀)² in the place of σ², and zero in that of rounding; the least gain of as many directions as there can be. */
    private void filter(int rows) {
        double largest = 0;
        for (int i = 0; i < rows; i++) {
            largest = Math.max(largest, S[i * rows + i]);
        }
        double square = leastGain * leastGain;
        int most = Math.min(rows, size);
        int counted = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < rows; i++) {
            double lambda = S[i * rows + i];
            if (lambda > ROUNDING * largest) {
                least = Math.min(least, lambda);
                counted++;
                L[i] = 1 / Math.max(lambda, square);
            } else {
                L[i] = 0;
            }
        }
        double found = counted < most ? 0 : Math.sqrt(least);
        gain = Math.min(gain, found);
        damped |= found < leastGain;
    }

    /** U f Uᵀ b, with f in L. */
    private void byDirections(int rows, double[] b, double[] out) {
        Arrays.fill(out, 0, rows, 0);
        for (int d = 0; d < rows; d++) {
            double along = 0;
            for (int i = 0; i < rows; i++) {
                along += U[i * rows + d] * b[i];
            }
            for (int i = 0; i < rows; i++) {
                out[i] += along * L[d] * U[i * rows + d];
            }
        }
    }

    /** N −= Aᵀ S⁺ A. */
    private void project(int rows, boolean regular) {
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < rows; i++) {
                column[i] = A[i * size + j];
            }
            if (regular) {
                Cholesky.solve(L, rows, column);
            } else {
                byDirections(rows, column, y);
                System.arraycopy(y, 0, column, 0, rows);
            }
            for (int k = 0; k < size; k++) {
                double sum = 0;
                for (int i = 0; i < rows; i++) {
                    sum += A[i * size + k] * column[i];
                }
                N[k * size + j] -= sum;
            }
        }
    }
}
