package dev.catena.motion;

import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * Times of samples, counted from the first. Far from zero, as where a clock counts from 1970, a double holds a time to 2·10⁻⁷ s only, which
 * third derivatives at 1 kHz multiply by 10⁹: so times that are uniform but for their rounding are taken as uniform.
 */
public final class SampleClock {
    /** Roundings of the largest time: of the first, the last, and each between. */
    private static final double ROUNDINGS = 2;

    /** A part of a step that is too large to be the rounding of a time. */
    private static final double COARSE = 1e-9;

    private final int samples;
    private final double first;
    private final double step;
    private final double rounding;
    private final double shortest;
    private final boolean uniform;

    /** Of increasing, finite times. */
    public SampleClock(double... times) {
        this(times.length, k -> times[k]);
    }

    /**
     * Of increasing, finite times.
     *
     * @param time the time of a sample
     */
    public SampleClock(int samples, IntToDoubleFunction time) {
        this.samples = samples;
        first = samples > 0 ? time.applyAsDouble(0) : 0;
        double last = samples > 0 ? time.applyAsDouble(samples - 1) : 0;
        step = samples > 1 ? (last - first) / (samples - 1) : 0;
        rounding = Math.ulp(Math.max(Math.abs(first), Math.abs(last)));
        double before = Double.NEGATIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        boolean even = true;
        for (int k = 0; k < samples; k++) {
            double t = time.applyAsDouble(k);
            even &= Math.abs(t - first - k * step) <= ROUNDINGS * rounding;
            least = Math.min(least, t - before);
            before = t;
        }
        uniform = even && least > 0;
        shortest = least;
    }

    /** The time of a sample since the first, given the time that was told. */
    public double sinceFirst(int sample, double told) {
        return uniform ? sample * step : told - first;
    }

    /** All of them. */
    public double[] sinceFirst(double... told) {
        double[] times = new double[told.length];
        for (int k = 0; k < times.length; k++) {
            times[k] = sinceFirst(k, told[k]);
        }
        return times;
    }

    /** Whether derivatives are no better than the rounding of these times. */
    public boolean isCoarse() {
        return samples > 1 && !uniform && rounding > COARSE * shortest;
    }

    /** What to say of times that are. */
    public String coarseness() {
        return String.format(
                Locale.ROOT,
                "near %.3g s times are told to %.2g s only, %.2g of the shortest step, and derivatives are no better than that: let times begin at 0",
                first,
                rounding,
                rounding / shortest);
    }
}
