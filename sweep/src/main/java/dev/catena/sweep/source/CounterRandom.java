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

    /**
     * Draws numbers {@code first} to {@code first + count − 1} of a seed, from {@code low} to {@code low + width}. In two
     * loops, of which HotSpot makes vector instructions out of the first.
     */
    static final class Block {
        private static final int ROOM = 2048;

        /** How far the terms of a block are from its first one. */
        private static final long[] STEPS = new long[ROOM];

        static {
            for (int k = 0; k < ROOM; k++) {
                STEPS[k] = k * STEP;
            }
        }

        private final long[] bits = new long[ROOM];

        void fill(long seed, long first, int count, double low, double width, double[] out, int at) {
            double scale = width * UNIT;
            for (int done = 0; done < count; done += ROOM) {
                int part = Math.min(ROOM, count - done);
                mix(seed + (first + done + 1) * STEP, part, bits);
                for (int k = 0; k < part; k++) {
                    out[at + done + k] = low + bits[k] * scale;
                }
            }
        }

        private static void mix(long term, int count, long[] bits) {
            for (int k = 0; k < count; k++) {
                long z = term + STEPS[k];
                z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
                z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
                bits[k] = (z ^ (z >>> 31)) >>> 11;
            }
        }
    }

    private static long mixed(long term) {
        long z = term;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
