package dev.catena.control;

/**
 * From point to point, starting and ending at rest with all derivatives up to a given order r zero: every joint follows
 * the polynomial of degree 2r + 1 in the elapsed part s of the duration that does so. r = 2 is {@link QuinticTrajectory};
 * elastic joints need r = 4 for torques that do not jump, and rigid ones beyond it are as smooth. Before and after, it
 * stays at its ends.
 */
public final class SmoothMove implements SmoothTrajectory {
    private final double[] from;
    private final double[] distance;
    private final double startTime;
    private final double duration;
    private final int order;

    /** Coefficients of the polynomial in s, by power. */
    private final double[] polynomial;

    /** @param order r, at least 1 and at most 12 */
    public SmoothMove(double[] from, double[] to, double startTime, double duration, int order) {
        WantedMotion.checkMove(from, to, startTime, duration);
        if (order < 1 || order > 12) {
            throw new IllegalArgumentException("the order of a smooth move must be from 1 to 12, but is " + order);
        }
        this.from = WantedMotion.finite("the start", from);
        double[] end = WantedMotion.finite("the end", to);
        this.startTime = startTime;
        this.duration = duration;
        this.order = order;
        distance = new double[from.length];
        for (int i = 0; i < from.length; i++) {
            distance[i] = end[i] - from[i];
        }
        polynomial = new double[2 * order + 2];
        // s^(r+1) Σₖ C(r+k, k) C(2r+1, r−k) (−s)ᵏ
        for (int k = 0; k <= order; k++) {
            polynomial[order + 1 + k] =
                    binomial(order + k, k) * binomial(2 * order + 1, order - k) * (k % 2 == 0 ? 1 : -1);
        }
    }

    private static double binomial(int n, int k) {
        double product = 1;
        for (int j = 1; j <= k; j++) {
            product = product * (n - k + j) / j;
        }
        return product;
    }

    @Override
    public void derivatives(double time, double[][] derivativesOut) {
        WantedMotion.checkOutputs(from.length, time, derivativesOut);
        for (int d = 0; d < derivativesOut.length; d++) {
            fill(time, d, derivativesOut[d]);
        }
    }

    @Override
    public void at(double time, double[] qOut, double[] qdOut, double[] qddOut) {
        WantedMotion.checkOutputs(from.length, time, qOut, qdOut, qddOut);
        fill(time, 0, qOut);
        fill(time, 1, qdOut);
        fill(time, 2, qddOut);
    }

    private void fill(double time, int derivative, double[] out) {
        double s = (time - startTime) / duration;
        double part = derivative == 0 && s >= 1 ? 1 : s <= 0 || s >= 1 ? 0 : value(s, derivative);
        for (int i = 0; i < out.length; i++) {
            out[i] = (derivative == 0 ? from[i] : 0) + part * distance[i];
        }
    }

    /** A derivative by time of the polynomial, by Horner's rule; the second half of the way mirrors the first. */
    private double value(double s, int derivative) {
        boolean mirrored = s > 0.5;
        double x = mirrored ? 1 - s : s;
        double sum = 0;
        for (int power = polynomial.length - 1; power >= derivative; power--) {
            double factor = 1;
            for (int j = 0; j < derivative; j++) {
                factor *= power - j;
            }
            sum = sum * x + factor * polynomial[power];
        }
        double scaled = sum / Math.pow(duration, derivative);
        if (!mirrored) {
            return scaled;
        }
        return derivative == 0 ? 1 - scaled : derivative % 2 == 1 ? scaled : -scaled;
    }

    /** Its start and its end, where a derivative of order r + 1 jumps. */
    @Override
    public double nextSwitch(double time) {
        if (time < startTime) {
            return startTime;
        }
        return time < startTime + duration ? startTime + duration : Double.POSITIVE_INFINITY;
    }

    /** r. */
    public int order() {
        return order;
    }
}
