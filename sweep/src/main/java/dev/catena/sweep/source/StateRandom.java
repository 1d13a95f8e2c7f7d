package dev.catena.sweep.source;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;

/**
 * Random numbers of many states, each of which has a generator of its own: xoroshiro128+, [BlackmanVigna], whose two words
 * are numbers 2s and 2s + 1 of the seed ({@link CounterRandom}) for state s. Nothing is multiplied, and all loops go over
 * states, so that HotSpot makes vector instructions of them. One thread.
 */
final class StateRandom {
    /** So many states at once that all fits into the cache. */
    static final int ROOM = 512;

    /** The sign and the exponent of numbers from 1 to 2. */
    private static final long ONE = 0x3FF0000000000000L;

    private final long seed;
    private final long[] a = new long[ROOM];
    private final long[] b = new long[ROOM];
    private final long[] bits = new long[ROOM];

    /** The same bytes as whole numbers and as fractions. */
    private final LongBuffer whole;

    private final DoubleBuffer fraction;

    StateRandom(long seed) {
        this.seed = CounterRandom.seedOf(seed, 0);
        ByteBuffer bytes = ByteBuffer.allocateDirect(Double.BYTES * ROOM).order(ByteOrder.nativeOrder());
        whole = bytes.asLongBuffer();
        fraction = bytes.asDoubleBuffer();
    }

    /** Begins some states, at most {@link #ROOM}. */
    void begin(long first, int count) {
        CounterRandom.bits(seed, 2 * first, 2, count, a);
        CounterRandom.bits(seed, 2 * first + 1, 2, count, b);
    }

    /** Writes the next number of each of the states that were begun. */
    void fill(int count, Variable variable, double[] out, int at) {
        double low = variable.from();
        double width = variable.width();
        if (width == 0) {
            Arrays.fill(out, at, at + count, low);
            return;
        }
        step(count, a, b, bits);
        whole.put(0, bits, 0, count);
        fraction.get(0, out, at, count);
        place(count, low, width, out, at);
    }

    /** The upper 52 bits of a + b behind the exponent of 1, and the next a and b. */
    private static void step(int count, long[] a, long[] b, long[] bits) {
        for (int k = 0; k < count; k++) {
            long x = a[k];
            long y = b[k];
            bits[k] = ((x + y) >>> 12) | ONE;
            y ^= x;
            a[k] = ((x << 24) | (x >>> 40)) ^ y ^ (y << 16);
            b[k] = (y << 37) | (y >>> 27);
        }
    }

    private static void place(int count, double low, double width, double[] out, int at) {
        for (int k = 0; k < count; k++) {
            out[at + k] = low + (out[at + k] - 1) * width;
        }
    }
}
