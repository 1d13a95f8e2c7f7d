package dev.catena.identification.signal;

/**
 * A filter run forward and then backward, so that nothing is delayed; the ends are extended by odd reflection, 2x₀ − x_k,
 * which keeps value and slope. One per thread: {@code filter.copy()} makes another.
 */
public final class ZeroPhaseFilter {
    private final BiquadCascade cascade;
    private final int margin;
    private double[] extended = new double[0];

    public ZeroPhaseFilter(BiquadCascade cascade) {
        this.cascade = cascade;
        margin = 3 * (cascade.order() + 1);
    }

    /** The same, for another thread. */
    public ZeroPhaseFilter copy() {
        return new ZeroPhaseFilter(cascade);
    }

    /** The fewest samples that can be filtered. */
    public int leastLength() {
        return margin + 1;
    }

    /** How far from a sample others act on it by more than rounding. */
    public int reach() {
        return cascade.memory();
    }

    /** Filters a signal; {@code xOut} may be {@code x}. */
    public void apply(double[] x, double[] xOut) {
        apply(x, x.length, xOut);
    }

    /** Filters the first samples of a signal; {@code xOut} may be {@code x}. */
    public void apply(double[] x, int length, double[] xOut) {
        if (length < leastLength() || length > x.length) {
            throw new IllegalArgumentException(
                    "a signal of %s samples is too short for a filter of order %s, which needs at least %s"
                            .formatted(length, cascade.order(), leastLength()));
        }
        if (xOut.length < length) {
            throw new IllegalArgumentException(
                    "xOut has length %s, but %s samples are filtered".formatted(xOut.length, length));
        }
        int total = length + 2 * margin;
        if (extended.length < total) {
            extended = new double[total];
        }
        for (int k = 1; k <= margin; k++) {
            extended[margin - k] = 2 * x[0] - x[k];
            extended[margin + length - 1 + k] = 2 * x[length - 1] - x[length - 1 - k];
        }
        System.arraycopy(x, 0, extended, margin, length);
        cascade.run(extended, 0, total, false);
        cascade.run(extended, 0, total, true);
        System.arraycopy(extended, margin, xOut, 0, length);
    }
}
