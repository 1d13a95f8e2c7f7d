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
}
