package dev.catena.identification.signal;

/** Derivatives of sampled signals: (x₊ − x₋)/2h inside, one-sided differences at both ends. */
public final class CentralDifferences {
    private CentralDifferences() {}

    /** The derivative of a signal; {@code rateOut} must not be {@code x}. */
    public static void apply(double[] x, double interval, double[] rateOut) {
        int n = x.length;
        if (n < 2 || rateOut.length != n || rateOut == x) {
            throw new IllegalArgumentException(
                    "a derivative needs two samples or more and an output of the same length, but there are %s and %s"
                            .formatted(n, rateOut.length));
        }
        rateOut[0] = (x[1] - x[0]) / interval;
        for (int k = 1; k < n - 1; k++) {
            rateOut[k] = (x[k + 1] - x[k - 1]) / (2 * interval);
        }
        rateOut[n - 1] = (x[n - 1] - x[n - 2]) / interval;
    }
}
