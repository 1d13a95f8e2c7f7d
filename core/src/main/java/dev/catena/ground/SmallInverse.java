package dev.catena.ground;

import java.util.Arrays;

/** The inverse of a small matrix by elimination with pivots. */
final class SmallInverse {
    private SmallInverse() {}

    /**
     * Inverts a row-major matrix, which is lost.
     *
     * @return false if a pivot is below a fraction of the largest entry
     */
    static boolean invert(int n, double[] a, double[] inverseOut, double smallest) {
        double largest = 0;
        for (int k = 0; k < n * n; k++) {
            largest = Math.max(largest, Math.abs(a[k]));
        }
        Arrays.fill(inverseOut, 0, n * n, 0);
        for (int k = 0; k < n; k++) {
            inverseOut[k * n + k] = 1;
        }
        for (int k = 0; k < n; k++) {
            int pivot = k;
            for (int r = k + 1; r < n; r++) {
                pivot = Math.abs(a[r * n + k]) > Math.abs(a[pivot * n + k]) ? r : pivot;
            }
            if (!(Math.abs(a[pivot * n + k]) > smallest * largest)) {
                return false;
            }
            for (int c = 0; c < n; c++) {
                swap(a, k * n + c, pivot * n + c);
                swap(inverseOut, k * n + c, pivot * n + c);
            }
            double inverse = 1 / a[k * n + k];
            for (int c = 0; c < n; c++) {
                a[k * n + c] *= inverse;
                inverseOut[k * n + c] *= inverse;
            }
            for (int r = 0; r < n; r++) {
                double factor = a[r * n + k];
                for (int c = 0; c < n && r != k; c++) {
                    a[r * n + c] -= factor * a[k * n + c];
                    inverseOut[r * n + c] -= factor * inverseOut[k * n + c];
                }
            }
        }
        return true;
    }

    private static void swap(double[] a, int i, int j) {
        double t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}
