package dev.catena.sweep.reduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Quantiles of any number of numbers in bounded memory, with a relative error of at most {@link #error}, 0.2 % unless the
 * numbers spread over many decades. Numbers are counted by their exponent and leading bits; where there are more than
 * {@value #MOST} of these, the last bit is dropped from all of them, [DDSketch], [UDDSketch]. What is dropped depends on
 * the numbers alone and not on their order, so that sketches merge to the same one in any order.
 */
final class QuantileSketch {
    static final int MOST = 2048;

    /** Leading bits after the exponent: buckets 1/256 wide, values in their middle. */
    private static final int BITS = 8;

    private static final int SHIFT = 52 - BITS;

    /** Smaller magnitudes, which have fewer digits than others, count as zero. */
    private static final double ZERO = Double.MIN_NORMAL;

    private static final int EMPTY = Integer.MIN_VALUE;

    private int dropped;
    private int used;
    private int[] keys = new int[16];
    private long[] counts = new long[16];
    private long total;

    QuantileSketch() {
        Arrays.fill(keys, EMPTY);
    }

    void add(double x) {
        count(bucket(x) >> dropped, 1);
        total++;
    }

    /** The greatest relative error of a quantile. */
    double error() {
        return 0.5 * Math.scalb(1.0, dropped - BITS);
    }

    /** Magnitude by bits, moved so that zero is 0, and its sign; ordered like the numbers. */
    private static int bucket(double x) {
        double magnitude = Math.abs(x);
        if (magnitude < ZERO) {
            return 0;
        }
        int level = (int) ((Double.doubleToRawLongBits(magnitude) - Double.doubleToRawLongBits(ZERO)) >>> SHIFT) + 1;
        return x < 0 ? -level : level;
    }

    /** A number in the middle of a bucket. */
    private double middle(int key) {
        int first = key << dropped;
        int last = first + (1 << dropped) - 1;
        return 0.5 * (edge(first) + edge(last + 1));
    }

    /** The lower end of a bucket. */
    private static double edge(int bucket) {
        return bucket > 0 ? magnitude(bucket - 1) : -magnitude(-bucket);
    }

    private static double magnitude(int levels) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(ZERO) + ((long) levels << SHIFT));
    }

    private void count(int key, long more) {
        int at = place(key);
        if (keys[at] == EMPTY) {
            keys[at] = key;
            used++;
        }
        counts[at] += more;
        if (used > MOST) {
            rebuild(1, keys.length);
        } else if (2 * used > keys.length) {
            rebuild(0, 2 * keys.length);
        }
    }

    private int place(int key) {
        int at = ((key * 0x9E3779B9) >>> 7) & (keys.length - 1);
        while (keys[at] != EMPTY && keys[at] != key) {
            at = (at + 1) & (keys.length - 1);
        }
        return at;
    }

    private void rebuild(int drop, int length) {
        int[] oldKeys = keys;
        long[] oldCounts = counts;
        keys = new int[length];
        counts = new long[length];
        Arrays.fill(keys, EMPTY);
        used = 0;
        dropped += drop;
        for (int k = 0; k < oldKeys.length; k++) {
            if (oldKeys[k] != EMPTY) {
                count(oldKeys[k] >> drop, oldCounts[k]);
            }
        }
    }

    void merge(QuantileSketch other) {
        while (dropped < other.dropped) {
            rebuild(1, keys.length);
        }
        total += other.total;
        for (int k = 0; k < other.keys.length; k++) {
            if (other.keys[k] != EMPTY) {
                // this may drop bits meanwhile
                count(other.keys[k] >> (dropped - other.dropped), other.counts[k]);
            }
        }
    }

    /** The number that a part of all is not larger than. */
    double quantile(double part) {
        int[] order = new int[used];
        int n = 0;
        for (int key : keys) {
            if (key != EMPTY) {
                order[n++] = key;
            }
        }
        Arrays.sort(order);
        // 7 of 100 are 0.07 of them, although the product is larger than 7
        long rank = (long) Math.ceil(part * total * (1 - 0x1p-50));
        long seen = 0;
        for (int key : order) {
            seen += counts[place(key)];
            if (seen >= rank) {
                return middle(key);
            }
        }
        return n == 0 ? Double.NaN : middle(order[n - 1]);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(dropped);
        out.writeLong(total);
        out.writeInt(used);
        for (int k = 0; k < keys.length; k++) {
            if (keys[k] != EMPTY) {
                out.writeInt(keys[k]);
                out.writeLong(counts[k]);
            }
        }
    }

    static QuantileSketch read(DataInput in) throws IOException {
        QuantileSketch sketch = new QuantileSketch();
        sketch.dropped = in.readInt();
        sketch.total = in.readLong();
        int used = in.readInt();
        for (int k = 0; k < used; k++) {
            int key = in.readInt();
            sketch.count(key, in.readLong());
        }
        return sketch;
    }
}
