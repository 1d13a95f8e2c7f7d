package dev.catena.sweep.source;

import dev.catena.sweep.columns.Columns;

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
        return Columns.mixed(seed + (n + 1) * STEP);
    }

    /** Number n, from 0 to 1, 1 excluded. */
    public static double uniform(long seed, long n) {
        return (bits(seed, n) >>> 11) * UNIT;
    }

    /** A seed for one of several sequences that have nothing to do with each other. */
    public static long seedOf(long seed, int sequence) {
        return Columns.mixed(Columns.mixed(seed) ^ ((sequence + 1) * 0xD1342543DE82EF95L));
    }

    /** Numbers {@code first}, {@code first + stride} and so on. */
    static void bits(Columns columns, long seed, long first, int stride, int count, long[] out) {
        columns.mix(seed + (first + 1) * STEP, stride * STEP, 0, count, out);
    }
}
