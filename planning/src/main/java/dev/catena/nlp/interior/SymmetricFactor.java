package dev.catena.nlp.interior;

import java.util.Arrays;

/**
 * P A Pᵀ = L D Lᵀ of a symmetric indefinite matrix, with the numbers of positive and negative eigenvalues: the method of
 * Bunch and Kaufman [BunchKaufman], D of blocks of one or two, blocked so that most of the work runs along rows.
 *
 * <p>The upper triangle is stored by rows; row k holds column k of L after the factorization. EJML has no factorization
 * of this kind, and its Cholesky decomposition of a positive definite matrix is no faster.
 */
final class SymmetricFactor {
    /** (1 + √17) / 8: bounds the growth of entries. */
    private static final double ALPHA = (1 + Math.sqrt(17)) / 8;

    private static final int BLOCK = 48;
    /** Pivots below this, in a matrix whose largest entries are about one, count as zero. */
    private static final double ZERO = 1e-14;

    private int size;
    private int stride;
    private double[] a = new double[0];
    private double[] offDiagonal = new double[0]; // entry (k, k+1) of D where a block of two starts at k
    private int[] permutation = new int[0]; // row of A that stands at place k
    private double[][] scaledRows = new double[0][]; // rows of D Lᵀ of the current panel
    private double[] candidate = new double[0];
    private double[] ordered = new double[0];
    private int positive;
    private int negative;
    private int zero;

    /** Makes room for a matrix and returns its entries, row-major with {@code size} columns, to be filled. */
    double[] matrix(int newSize) {
        size = newSize;
        stride = newSize;
        if (a.length < newSize * newSize) {
            a = new double[newSize * newSize];
            offDiagonal = new double[newSize];
            permutation = new int[newSize];
            candidate = new double[newSize];
            ordered = new double[newSize];
            scaledRows = new double[BLOCK][newSize];
        }
        Arrays.fill(a, 0, newSize * newSize, 0);
        return a;
    }

    int positiveCount() {
        return positive;
    }

    int negativeCount() {
        return negative;
    }

    int zeroCount() {
        return zero;
    }

    /** Factors the matrix in place. */
    void factor() {
        positive = 0;
        negative = 0;
        zero = 0;
        Arrays.fill(offDiagonal, 0, size, 0);
        for (int i = 0; i < size; i++) {
            permutation[i] = i;
        }
        int start = 0;
        while (start < size) {
            int end = factorPanel(start);
            updateTrailing(start, end);
            start = end;
        }
    }

    // rows from start to at most start + BLOCK; rows below are brought up to date only when they are looked at
    private int factorPanel(int start) {
        int k = start;
        while (k < size && k - start < BLOCK - 1) {
            k += eliminate(start, k);
        }
        return k;
    }

    // chooses a pivot at k, moves it there, and stores its row of L and D Lᵀ; returns its size
    private int eliminate(int start, int k) {
        double[] row = scaledRows[k - start];
        updatedRow(start, k, k, row);
        int r = largestBehind(row, k);
        double lambda = r < 0 ? 0 : Math.abs(row[r]);
        double diagonal = Math.abs(row[k]);
        // r < 0: nothing beside it, or no numbers any more, which count as negative
        if (r < 0 || diagonal >= ALPHA * lambda) {
            storeSingle(start, k);
            return 1;
        }
        updatedRow(start, k, r, candidate);
        double sigma = Math.abs(candidate[largestOther(candidate, k, r)]);
        if (diagonal * sigma >= ALPHA * lambda * lambda) {
            storeSingle(start, k);
            return 1;
        }
        if (Math.abs(candidate[r]) >= ALPHA * sigma) {
            System.arraycopy(candidate, k, row, k, size - k);
            swap(start, k, k, r);
            swapEntries(row, k, r);
            storeSingle(start, k);
            return 1;
        }
        double[] second = scaledRows[k + 1 - start];
        System.arraycopy(candidate, k, second, k, size - k);
        swap(start, k, k + 1, r);
        swapEntries(row, k + 1, r);
        swapEntries(second, k + 1, r);
        storePair(start, k);
        return 2;
    }

    // out = row r of A − Σ L D Lᵀ over the pivots of this panel, from column k on
    private void updatedRow(int start, int k, int r, double[] out) {
        for (int j = k; j < r; j++) {
            out[j] = a[j * stride + r];
        }
        System.arraycopy(a, r * stride + r, out, r, size - r);
        for (int p = start; p < k; p++) {
            double factor = scaledRows[p - start][r];
            if (factor != 0) {
                int row = p * stride;
                for (int j = k; j < size; j++) {
                    out[j] -= factor * a[row + j];
                }
            }
        }
    }

    private int largestBehind(double[] row, int k) {
        int best = -1;
        double largest = 0;
        for (int j = k + 1; j < size; j++) {
            double value = Math.abs(row[j]);
            if (value > largest) {
                largest = value;
                best = j;
            }
        }
        return best;
    }

    private int largestOther(double[] row, int k, int r) {
        int best = k;
        double largest = 0;
        for (int j = k; j < size; j++) {
            double value = Math.abs(row[j]);
            if (j != r && value > largest) {
                largest = value;
                best = j;
            }
        }
        return best;
    }

    private static void swapEntries(double[] row, int i, int j) {
        double t = row[i];
        row[i] = row[j];
        row[j] = t;
    }

    // exchanges rows and columns i < j of what is left of A, of L so far, and of this panel's D Lᵀ up to k
    private void swap(int start, int k, int i, int j) {
        if (i == j) {
            return;
        }
        int t = permutation[i];
        permutation[i] = permutation[j];
        permutation[j] = t;
        for (int p = 0; p < i; p++) {
            swapEntries(a, p * stride + i, p * stride + j);
        }
        for (int p = start; p < k; p++) {
            swapEntries(scaledRows[p - start], i, j);
        }
        swapEntries(a, i * stride + i, j * stride + j);
        for (int p = i + 1; p < j; p++) {
            swapEntries(a, i * stride + p, p * stride + j);
        }
        for (int p = j + 1; p < size; p++) {
            swapEntries(a, i * stride + p, j * stride + p);
        }
    }

    private void storeSingle(int start, int k) {
        double[] row = scaledRows[k - start];
        double d = row[k];
        int target = k * stride;
        a[target + k] = d;
        if (Math.abs(d) <= ZERO) {
            zero++;
            // the pivot was the largest of its row: nothing is left to eliminate
            Arrays.fill(a, target + k + 1, target + size, 0);
            Arrays.fill(row, k + 1, size, 0);
            return;
        }
        if (d > 0) {
            positive++;
        } else {
            negative++;
        }
        double inverse = 1 / d;
        for (int j = k + 1; j < size; j++) {
            a[target + j] = row[j] * inverse;
        }
    }

    // a block of two: its determinant is negative by the choice of pivots, one eigenvalue of each sign
    private void storePair(int start, int k) {
        double[] first = scaledRows[k - start];
        double[] second = scaledRows[k + 1 - start];
        double d11 = first[k];
        double d12 = first[k + 1];
        double d22 = second[k + 1];
        double inverse = 1 / (d11 * d22 - d12 * d12);
        int one = k * stride;
        int two = one + stride;
        a[one + k] = d11;
        a[two + k + 1] = d22;
        offDiagonal[k] = d12;
        a[one + k + 1] = 0;
        positive++;
        negative++;
        double i11 = d22 * inverse;
        double i12 = -d12 * inverse;
        double i22 = d11 * inverse;
        for (int j = k + 2; j < size; j++) {
            a[one + j] = i11 * first[j] + i12 * second[j];
            a[two + j] = i12 * first[j] + i22 * second[j];
        }
    }

    // A −= L D Lᵀ of the panel for all rows behind it, four pivots at a time
    private void updateTrailing(int start, int end) {
        for (int i = end; i < size; i++) {
            int p = start;
            for (; p + 3 < end; p += 4) {
                double f0 = scaledRows[p - start][i];
                double f1 = scaledRows[p + 1 - start][i];
                double f2 = scaledRows[p + 2 - start][i];
                double f3 = scaledRows[p + 3 - start][i];
                subtractFour(i, p, f0, f1, f2, f3);
            }
            for (; p < end; p++) {
                subtractOne(i, p, scaledRows[p - start][i]);
            }
        }
    }

    private void subtractFour(int i, int p, double f0, double f1, double f2, double f3) {
        double[] m = a;
        int row = i * stride;
        int r0 = p * stride;
        int r1 = r0 + stride;
        int r2 = r1 + stride;
        int r3 = r2 + stride;
        for (int j = i; j < size; j++) {
            m[row + j] -= f0 * m[r0 + j] + f1 * m[r1 + j] + f2 * m[r2 + j] + f3 * m[r3 + j];
        }
    }

    private void subtractOne(int i, int p, double factor) {
        int row = i * stride;
        int other = p * stride;
        for (int j = i; j < size; j++) {
            a[row + j] -= factor * a[other + j];
        }
    }

    /** b = A⁻¹ b. Zero pivots give zeros. */
    void solve(double[] b) {
        double[] x = ordered;
        for (int k = 0; k < size; k++) {
            x[k] = b[permutation[k]];
        }
        for (int k = 0; k < size; k++) {
            double f = x[k];
            if (f != 0) {
                int row = k * stride;
                for (int j = k + 1; j < size; j++) {
                    x[j] -= f * a[row + j];
                }
            }
        }
        solveDiagonal(x);
        for (int k = size - 1; k >= 0; k--) {
            int row = k * stride;
            double sum = x[k];
            for (int j = k + 1; j < size; j++) {
                sum -= a[row + j] * x[j];
            }
            x[k] = sum;
        }
        for (int k = 0; k < size; k++) {
            b[permutation[k]] = x[k];
        }
    }

    private void solveDiagonal(double[] x) {
        for (int k = 0; k < size; k++) {
            double d11 = a[k * stride + k];
            double d12 = offDiagonal[k];
            if (d12 == 0) {
                x[k] = Math.abs(d11) <= ZERO ? 0 : x[k] / d11;
            } else {
                double d22 = a[(k + 1) * stride + k + 1];
                double inverse = 1 / (d11 * d22 - d12 * d12);
                double first = (d22 * x[k] - d12 * x[k + 1]) * inverse;
                x[k + 1] = (d11 * x[k + 1] - d12 * x[k]) * inverse;
                x[k] = first;
                k++;
            }
        }
    }
}
