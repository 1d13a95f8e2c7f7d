package dev.catena.identification.signal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Fewer samples of a signal without aliases: stages of a Chebyshev filter of order 8 (0.05 dB, 0.8 of the new Nyquist
 * frequency) without phase, and every so-manieth sample of its output. One per thread: {@code decimation.copy()} makes
 * another.
 */
public final class Decimation {
    private static final int ORDER = 8;
    private static final double RIPPLE = 0.05;
    private static final double PASSED = 0.8;

    /** A stage with a larger factor would have its poles too near to 1. */
    private static final int LARGEST_STAGE = 13;

    /** All stages together: at 1 kHz a sample of a quarter of an hour. */
    private static final double LARGEST = 1e6;

    private final int[] factors;
    private final ZeroPhaseFilter[] filters;
    private double[] buffer = new double[0];

    private Decimation(int[] factors) {
        this.factors = factors;
        filters = new ZeroPhaseFilter[factors.length];
        for (int s = 0; s < factors.length; s++) {
            filters[s] = new ZeroPhaseFilter(BiquadCascade.chebyshev(ORDER, RIPPLE, PASSED / factors[s]));
        }
    }

    /** By stages one after the other, such as 10 and 10; none leaves signals as they are. */
    public static Decimation by(int... factors) {
        double product = 1;
        for (int factor : factors) {
            if (factor < 2 || factor > LARGEST_STAGE) {
                throw new IllegalArgumentException("a stage takes one of %s samples, but it must be one of 2 to %s"
                        .formatted(factor, LARGEST_STAGE));
            }
            product *= factor;
        }
        requirePossible(product);
        return new Decimation(factors.clone());
    }

    /** About one sample of so many, in as few stages as it takes. */
    public static Decimation about(double factor) {
        requirePossible(factor);
        List<Integer> stages = new ArrayList<>();
        int count = factor < 2 ? 0 : (int) Math.ceil(Math.log(factor) / Math.log(LARGEST_STAGE) - 1e-9);
        double left = factor;
        for (int s = count; s > 0; s--) {
            int stage = Math.max(2, (int) Math.floor(Math.pow(left, 1.0 / s) + 1e-9));
            stages.add(stage);
            left /= stage;
        }
        return by(stages.stream().mapToInt(Integer::intValue).toArray());
    }

    private static void requirePossible(double factor) {
        if (!(factor <= LARGEST)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "one of %.3g samples is to be kept, but one of %.0e is the least", factor, LARGEST));
        }
    }

    /** The same, for another thread. */
    public Decimation copy() {
        return new Decimation(factors);
    }

    /** One of how many samples is kept. */
    public int factor() {
        int product = 1;
        for (int factor : factors) {
            product *= factor;
        }
        return product;
    }

    int stages() {
        return factors.length;
    }

    /** One stage by itself. */
    Decimation stage(int s) {
        return new Decimation(new int[] {factors[s]});
    }

    /** How many samples are kept of so many. */
    public int kept(int length) {
        int kept = length;
        for (int factor : factors) {
            kept = (kept + factor - 1) / factor;
        }
        return kept;
    }

    /** The fewest samples that can be decimated. */
    public int leastLength() {
        int least = 1;
        for (int s = factors.length - 1; s >= 0; s--) {
            least = Math.max((least - 1) * factors[s] + 1, filters[s].leastLength());
        }
        return least;
    }

    /** How far from a sample others act on it by more than rounding. */
    public int reach() {
        int reach = 0;
        for (int s = factors.length - 1; s >= 0; s--) {
            reach = reach * factors[s] + filters[s].reach();
        }
        return reach;
    }

    /** Decimates the first samples of a signal into the first of the output, which must not be the input. */
    public void apply(double[] x, int length, double[] xOut) {
        if (length > x.length || length < leastLength() || xOut.length < kept(length) || xOut == x) {
            throw new IllegalArgumentException(
                    "%s of %s samples are to be decimated into %s others, but %s are needed at least, and room for %s"
                            .formatted(length, x.length, xOut.length, leastLength(), kept(Math.max(0, length))));
        }
        if (buffer.length < length) {
            buffer = new double[length];
        }
        System.arraycopy(x, 0, buffer, 0, length);
        int left = length;
        for (int s = 0; s < factors.length; s++) {
            filters[s].apply(buffer, left, buffer);
            int kept = (left + factors[s] - 1) / factors[s];
            for (int k = 0; k < kept; k++) {
                buffer[k] = buffer[k * factors[s]];
            }
            left = kept;
        }
        System.arraycopy(buffer, 0, xOut, 0, left);
    }
}
