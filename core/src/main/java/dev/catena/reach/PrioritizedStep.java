package dev.catena.reach;

import dev.catena.algebra.Cholesky;
import java.util.Arrays;

/**
 * Steps toward several goals at once: damped least squares, [Wampler], goals of a later priority within what the earlier ones
 * leave, [NakamuraHanafusa], and coordinates that are held left out.
 */
final class PrioritizedStep {
    private static final int MOST_ATTEMPTS = 8;

    private final int size;
    private final int[] start;
    private final int[] count;

    /** A = J N of a level, row-major. */
    private final double[] A;

    private final double[] S;
    private final double[] r;
    private final double[] column;
    private final double[] N;

    /**
     * @param size number of coordinates
     * @param start by level, the first of its rows
     * @param count by level, how many
     */
    PrioritizedStep(int size, int[] start, int[] count) {
        this.size = size;
        this.start = start;
        this.count = count;
        int most = Arrays.stream(count).max().orElse(0);
        A = new double[most * size];
        S = new double[most * most];
        r = new double[most];
        column = new double[most];
        N = new double[size * size];
    }

    /**
     * A step for what is missing; false if numbers are too large for one.
     *
     * @param damping by level: λ
     * @param held coordinates that do not move; their entries of the step are given and count
     * @param step where held coordinates are given, and the others are written
     */
    boolean solve(double[] J, double[] e, double[] damping, boolean[] held, double[] step) {
        boolean hasLevels = start.length > 1;
        if (hasLevels) {
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    N[i * size + j] = i == j && !held[i] ? 1 : 0;
                }
            }
        }
        for (int i = 0; i < size; i++) {
            if (!held[i]) {
                step[i] = 0;
            }
        }
        for (int level = 0; level < start.length; level++) {
            int rows = count[level];
            gather(J, start[level], rows, held, level > 0);
            // r = e − J dq
            for (int i = 0; i < rows; i++) {
                double sum = e[start[level] + i];
                for (int j = 0; j < size; j++) {
                    sum -= J[(start[level] + i) * size + j] * step[j];
                }
                r[i] = sum;
            }
            if (!factor(rows, damping[level])) {
                return false;
            }
            Cholesky.solve(S, rows, r);
            // dq += Aᵀ (A Aᵀ + λ)⁻¹ r
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < size; j++) {
                    step[j] += A[i * size + j] * r[i];
                }
            }
            if (hasLevels && level < start.length - 1) {
                project(rows);
            }
        }
        return true;
    }

    /** A = J N, or J without the columns of what is held. */
    private void gather(double[] J, int from, int rows, boolean[] held, boolean projected) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < size; j++) {
                double entry = 0;
                if (projected) {
                    for (int k = 0; k < size; k++) {
                        entry += J[(from + i) * size + k] * N[k * size + j];
                    }
                } else if (!held[j]) {
                    entry = J[(from + i) * size + j];
                }
                A[i * size + j] = entry;
            }
        }
    }

    /** S = A Aᵀ + λ, factored; more damping where rounding makes that singular. */
    private boolean factor(int rows, double lambda) {
        double added = lambda;
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            double trace = 0;
            for (int i = 0; i < rows; i++) {
                for (int k = 0; k <= i; k++) {
                    double sum = 0;
                    for (int j = 0; j < size; j++) {
                        sum += A[i * size + j] * A[k * size + j];
                    }
                    S[i * rows + k] = sum;
                }
                trace += S[i * rows + i];
            }
            double least = attempt == 0 ? 0 : 1e-10 * Math.pow(100, attempt - 1) * (trace > 0 ? trace : 1);
            for (int i = 0; i < rows; i++) {
                S[i * rows + i] += Math.max(added, least);
            }
            if (Cholesky.factor(S, rows) < 0) {
                return true;
            }
            added = Math.max(added, least);
        }
        return false;
    }

    /** N −= Aᵀ S⁻¹ A. */
    private void project(int rows) {
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < rows; i++) {
                column[i] = A[i * size + j];
            }
            Cholesky.solve(S, rows, column);
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
