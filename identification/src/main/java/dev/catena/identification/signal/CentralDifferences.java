package dev.catena.identification.signal;

import dev.catena.identification.log.Samples;

/** Derivatives of sampled signals: (x₊ − x₋)/2h inside, one-sided differences at both ends. */
public final class CentralDifferences {
    private CentralDifferences() {}

    /** The derivative of a signal; {@code rateOut} must not be {@code x}. */
    public static void apply(double[] x, double interval, double[] rateOut) {
        if (rateOut == x) {
            throw new IllegalArgumentException("the derivative of a signal cannot take its place");
        }
        apply(Samples.of(x), interval, Samples.of(rateOut));
    }

    /** The derivative of a signal; {@code rateOut} must not be {@code x}. */
    public static void apply(Samples x, double interval, Samples rateOut) {
        int n = x.length();
        if (n < 2 || rateOut.length() != n || rateOut == x) {
            throw new IllegalArgumentException(
                    "a derivative needs two samples or more and an output of the same length, but there are %s and %s"
                            .formatted(n, rateOut.length()));
        }
        if (!(interval > 0 && interval <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("the interval is %s s, but must be positive".formatted(interval));
        }
        rateOut.set(0, (x.get(1) - x.get(0)) / interval);
        for (int k = 1; k < n - 1; k++) {
            rateOut.set(k, (x.get(k + 1) - x.get(k - 1)) / (2 * interval));
        }
        rateOut.set(n - 1, (x.get(n - 1) - x.get(n - 2)) / interval);
    }
}
