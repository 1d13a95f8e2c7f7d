package dev.catena.app.trajectory;

/**
 * Derivatives of sampled functions at any spacing of the samples: those of the polynomial through the nearest samples,
 * by Fornberg's recursion for the weights of the samples.
 */
final class DifferenceWeights {
    /** Samples that a derivative looks at; the polynomial has one degree less. */
    static final int WINDOW = 7;

    private final double[] times;

    DifferenceWeights(double[] times) {
        this.times = times;
    }

    /**
     * The derivative of a series at every sample.
     *
     * @param order 1, 2 or 3
     */
    double[] derivative(double[] values, int order) {
        int window = Math.min(WINDOW, times.length);
        double[] result = new double[times.length];
        for (int k = 0; k < times.length; k++) {
            int from = Math.max(0, Math.min(k - window / 2, times.length - window));
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
