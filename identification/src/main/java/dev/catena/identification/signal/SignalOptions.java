package dev.catena.identification.signal;

/**
 * How measured signals become positions, velocities, accelerations and rows of equations.
 *
 * @param cutoff of the low-pass filter on positions and velocities, Hz; infinite for none
 * @param order of that Butterworth filter; run forward and backward it counts twice
 * @param edge how many samples are dropped at each end of a stretch, where differences and filters are poor
 * @param decimation how rows of equations and efforts are thinned out alike
 */
public record SignalOptions(double cutoff, int order, int edge, Decimation decimation) {
    private static final int DEFAULT_ORDER = 4;

    /** The cutoff stays below this part of the Nyquist frequency. */
    private static final double HIGHEST = 0.9;

    /** What may be left, in the first equation of a stretch, of what the filter makes of its end. */
    private static final double LEFT_OF_ENDS = 1e-3;

    private static final int LEAST_EDGE = 20;

    public SignalOptions {
        if (!(cutoff > 0)) {
            throw new IllegalArgumentException("the cutoff is %s Hz, but must be positive".formatted(cutoff));
        }
        if (edge < 0) {
            throw new IllegalArgumentException("%s samples cannot be dropped".formatted(edge));
        }
    }

    /** Signals as they are: nothing filtered, every sample an equation. */
    public static SignalOptions unfiltered() {
        return new SignalOptions(Double.POSITIVE_INFINITY, DEFAULT_ORDER, 0, Decimation.by());
    }

    /**
     * What suits most robots: positions are passed up to a cutoff, and as many equations are kept as that bandwidth has
     * independent samples, with a margin of two.
     *
     * @param interval between samples, s
     */
    public static SignalOptions forBandwidth(double cutoff, double interval) {
        return new SignalOptions(
                cutoff,
                DEFAULT_ORDER,
                edge(cutoff, DEFAULT_ORDER, interval),
                Decimation.about(1 / (4 * cutoff * interval)));
    }

    /**
     * How many samples the filter spoils at each end, 20 at least: 2.9 periods of the cutoff at order 4. It cannot know how a
     * motion went on beyond its ends, and accelerations show most of that.
     */
    public static int edge(double cutoff, int order, double interval) {
        SignalOptions options = new SignalOptions(cutoff, order, 0, Decimation.by());
        return options.filters(interval)
                ? Math.max(LEAST_EDGE, options.filter(interval).settling(LEFT_OF_ENDS))
                : LEAST_EDGE;
    }

    /** Whether a signal at this interval is filtered: not if there is nothing above the cutoff. */
    public boolean filters(double interval) {
        return cutoff * 2 * interval < HIGHEST;
    }

    /** The filter for signals at this interval. */
    public ZeroPhaseFilter filter(double interval) {
        return new ZeroPhaseFilter(BiquadCascade.butterworth(order, cutoff * 2 * interval));
    }

    /** The fewest samples of a stretch that leave an equation. */
    public int leastLength(double interval) {
        int filtered = filters(interval) ? filter(interval).leastLength() : 2;
        return (int) Math.min(Integer.MAX_VALUE, Math.max(filtered, 2L * edge + decimation.leastLength()));
    }
}
