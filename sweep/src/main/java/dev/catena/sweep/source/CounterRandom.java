package dev.catena.sweep.source;

/**
 * Random numbers by their place: number n of a seed is a function of both, so that any thread draws any of them. It is
 * the sequence of {@link java.util.SplittableRandom}, a Weyl sequence whose terms are mixed, [SteeleLeaFlood].
 */
public final class CounterRandom {
    /** 2⁶⁴ over the golden ratio, odd. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    /** 2⁻⁵³. */
    private static final double UNIT = 0x1p-53;

    private CounterRandom() {}

    /** Number n, of 64 random bits. */
    public static long bits(long seed, long n) {
        return mixed(seed + (n + 1) * STEP);
    }

    /** Number n, from 0 to 1, 1 excluded. */
    public static double uniform(long seed, long n) {
        return (bits(seed, n) >>> 11) * UNIT;
    }

    /** A seed for one of several sequences that have nothing to do with each other. */
    public static long seedOf(long seed, int sequence) {
        return mixed(mixed(seed) ^ ((sequence + 1) * 0xD1342543DE82EF95L));
    }

    /** Numbers {@code first}, {@code first + stride} and so on. */
    static void bits(long seed, long first, int stride, int count, long[] out) {
        long term = seed + (first + 1) * STEP;
        long step = stride * STEP;
        for (int k = 0; k < count; k++) {
            out[k] = mixed(term + k * step);
        }
    }

    private static long mixed(long term) {
        long z = term;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
