package dev.catena.identification.signal;

import dev.catena.identification.log.Samples;

/**
 * A filter run forward and then backward, so that nothing is delayed; the ends are extended by odd reflection, 2x₀ − x_k,
 * which keeps value and slope. One per thread: {@code filter.copy()} makes another.
 */
public final class ZeroPhaseFilter {
    /** So many samples of a long signal are in memory at once. */
    private static final int PART = 4096;

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

    /** How far from the ends of a signal more than this part is left of what the filter makes of them. */
    int settling(double part) {
        return cascade.settling(part);
    }

    /** Filters a signal; {@code xOut} may be {@code x}. */
    public void apply(double[] x, double[] xOut) {
        apply(x, x.length, xOut);
    }

    /** Filters a signal of any length part by part, with the same result; {@code xOut} must not be {@code x}. */
    public void apply(Samples x, Samples xOut) {
        int length = x.length();
        checkLengths(length, length, xOut.length());
        double[] before = new double[margin];
        double[] after = new double[margin];
        for (int k = 1; k <= margin; k++) {
            before[margin - k] = 2 * x.get(0) - x.get(k);
            after[k - 1] = 2 * x.get(length - 1) - x.get(length - 1 - k);
        }
        double[] part = new double[Math.min(length, PART)];
        double[][] memory = cascade.start(before[0]);
        cascade.run(memory, before, 0, margin, false);
        for (int from = 0; from < length; from += PART) {
            int count = Math.min(PART, length - from);
            for (int k = 0; k < count; k++) {
                part[k] = x.get(from + k);
            }
            cascade.run(memory, part, 0, count, false);
            set(xOut, from, part, count);
        }
        cascade.run(memory, after, 0, margin, false);
        memory = cascade.start(after[margin - 1]);
        cascade.run(memory, after, 0, margin, true);
        for (int to = length; to > 0; to -= PART) {
            int from = Math.max(0, to - PART);
            for (int k = 0; k < to - from; k++) {
                part[k] = xOut.get(from + k);
            }
            cascade.run(memory, part, 0, to - from, true);
            set(xOut, from, part, to - from);
        }
    }

    private static void set(Samples out, int from, double[] part, int count) {
        for (int k = 0; k < count; k++) {
            out.set(from + k, part[k]);
        }
    }

    /** Filters the first samples of a signal; {@code xOut} may be {@code x}. */
    public void apply(double[] x, int length, double[] xOut) {
        checkLengths(length, x.length, xOut.length);
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

    private void checkLengths(int length, int given, int room) {
        if (length < leastLength() || length > given) {
            throw new IllegalArgumentException(
                    "a signal of %s samples is too short for a filter of order %s, which needs at least %s"
                            .formatted(length, cascade.order(), leastLength()));
        }
        if (room < length) {
            throw new IllegalArgumentException(
                    "xOut has length %s, but %s samples are filtered".formatted(room, length));
        }
    }
}
