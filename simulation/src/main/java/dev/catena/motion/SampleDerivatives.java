package dev.catena.motion;

/**
 * Derivatives of sampled functions at any spacing of the samples: those of the polynomial through the nearest samples,
 * by Fornberg's recursion for the weights of the samples.
 */
public final class SampleDerivatives {
    /** Samples that a derivative looks at; the polynomial has one degree less. */
    public static final int WINDOW = 7;

    private final double[] times;

    /**
     * Of functions sampled at these times.
     *
     * @throws IllegalArgumentException unless times are finite and increase
     */
    public SampleDerivatives(double[] times) {
        for (int k = 0; k < times.length; k++) {
            if (!Double.isFinite(times[k]) || (k > 0 && times[k] <= times[k - 1])) {
                throw new IllegalArgumentException("times must be finite and increase, but sample %s is at %s s%s"
                        .formatted(k, times[k], k == 0 ? "" : " and the one before at %s s".formatted(times[k - 1])));
            }
        }
        this.times = times.clone();
    }

    /**
     * The derivative of a series at every sample; not finite where samples are too near in time for their values.
     *
     * @param values by sample, finite
     * @param order 1, 2 or 3; there must be more samples than that
     */
    public double[] derivative(double[] values, int order) {
        check(values, order);
        int window = Math.min(WINDOW, times.length);
        double[] result = new double[times.length];
        for (int k = 0; k < times.length; k++) {
            int from = windowStart(k, times.length);
            double[] weights = weights(times[k], from, window, order);
            double sum = 0;
            for (int i = 0; i < window; i++) {
                // the weights add up to zero: differences to the sample itself lose nothing to its size
                sum += weights[i] * (values[from + i] - values[k]);
            }
            result[k] = sum;
        }
        return result;
    }

    /** The first of those samples, of so many, that a derivative at one of them looks at. */
    public static int windowStart(int sample, int samples) {
        int window = Math.min(WINDOW, samples);
        return Math.max(0, Math.min(sample - window / 2, samples - window));
    }

    /**
     * Derivatives of several series at one sample: those of {@link #derivative}, where the samples are the window around it.
     *
     * @param values by sample, then by series
     * @param sample which of the samples
     */
    public double[] derivatives(double[][] values, int sample, int order) {
        if (values.length != times.length || times.length > WINDOW) {
            throw new IllegalArgumentException("%s rows of values and %s times, but a window has up to %s samples"
                    .formatted(values.length, times.length, WINDOW));
        }
        checkOrder(order);
        double[] weights = weights(times[sample], 0, times.length, order);
        double[] result = new double[values[sample].length];
        for (int c = 0; c < result.length; c++) {
            double sum = 0;
            for (int i = 0; i < weights.length; i++) {
                sum += weights[i] * (values[i][c] - values[sample][c]);
            }
            result[c] = sum;
        }
        return result;
    }

    private void check(double[] values, int order) {
        checkOrder(order);
        if (values.length != times.length) {
            throw new IllegalArgumentException(
                    "%s values, but there are %s times".formatted(values.length, times.length));
        }
        for (int k = 0; k < values.length; k++) {
            if (!Double.isFinite(values[k])) {
                throw new IllegalArgumentException("values[%s] is %s".formatted(k, values[k]));
            }
        }
    }

    private void checkOrder(int order) {
        if (order < 1 || order > 3 || times.length <= order) {
            throw new IllegalArgumentException(
                    "a derivative of order %s of %s samples; orders are 1, 2 and 3, and there must be more samples than the order"
                            .formatted(order, times.length));
        }
    }

    /** Weights of the samples for the derivative at a time. */
    private double[] weights(double at, int from, int count, int order) {
        double[][] w = new double[order + 1][count];
        w[0][0] = 1;
        double c1 = 1;
        double c4 = times[from] - at;
        for (int i = 1; i < count; i++) {
            int most = Math.min(i, order);
            double c2 = 1;
            double c5 = c4;
            c4 = times[from + i] - at;
            for (int j = 0; j < i; j++) {
                double c3 = times[from + i] - times[from + j];
                c2 *= c3;
                if (j == i - 1) {
                    for (int m = most; m >= 1; m--) {
                        w[m][i] = c1 * (m * w[m - 1][i - 1] - c5 * w[m][i - 1]) / c2;
                    }
                    w[0][i] = -c1 * c5 * w[0][i - 1] / c2;
                }
                for (int m = most; m >= 1; m--) {
                    w[m][j] = (c4 * w[m][j] - m * w[m - 1][j]) / c3;
                }
                w[0][j] = c4 * w[0][j] / c3;
            }
            c1 = c2;
        }
        return w[order];
    }
}
