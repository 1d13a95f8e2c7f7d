package dev.catena.testkit;

import java.util.Locale;

/** Comparison of numbers: |x − expected| ≤ tolerance · max(1, max|expected|) for every entry. */
public final class Agreement {
    private Agreement() {}

    /**
     * Compares entry by entry.
     *
     * @throws AssertionError naming the worst entry if some entry differs by more, or is not a number
     */
    public static void check(String what, double[] actual, double[] expected, double tolerance) {
        if (actual.length != expected.length) {
            throw new AssertionError("%s: has %s entries, expected %s".formatted(what, actual.length, expected.length));
        }
        double scale = 1;
        for (double x : expected) {
            scale = Math.max(scale, Math.abs(x));
        }
        int worst = -1;
        double most = tolerance * scale;
        for (int i = 0; i < actual.length; i++) {
            double difference = Math.abs(actual[i] - expected[i]);
            if (!(difference <= most)) {
                worst = i;
                most = Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference;
            }
        }
        if (worst >= 0) {
            throw new AssertionError(String.format(
                    Locale.ROOT,
                    "%s: entry %s of %s is %s, expected %s: the difference %.3g exceeds %.3g",
                    what,
                    worst,
                    actual.length,
                    actual[worst],
                    expected[worst],
                    actual[worst] - expected[worst],
                    tolerance * scale));
        }
    }

    public static void check(String what, double actual, double expected, double tolerance) {
        check(what, new double[] {actual}, new double[] {expected}, tolerance);
    }

    /**
     * Compares all entries of a symmetric matrix together: aᵀHb and bᵀHa against the second derivative along a and b, to the
     * rounding of their terms.
     */
    public static void checkForm(
            String what, double[] matrix, double[] a, double[] b, double expected, double tolerance) {
        double form = 0;
        double transposed = 0;
        double scale = 1;
        for (int k = 0; k < matrix.length; k++) {
            int row = k / b.length;
            int column = k % b.length;
            form += a[row] * matrix[k] * b[column];
            transposed += b[row] * matrix[k] * a[column];
            scale += Math.abs(a[row] * matrix[k] * b[column]);
        }
        check(what + " along a, b", form / scale, expected / scale, tolerance);
        check(what + " along b, a", transposed / scale, expected / scale, tolerance);
    }
}
