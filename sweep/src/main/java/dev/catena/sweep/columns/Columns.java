package dev.catena.sweep.columns;

/**
 * Arithmetic on columns in plain Java. Columns are parts of arrays; all methods do entries {@code from} to {@code to},
 * the last excluded, of columns that begin at given places. No allocation, no state: any thread.
 */
public class Columns {
    /** So many generators are stepped at a time that all numbers of a state stay in the nearest cache. */
    public static final int ROOM = 128;

    Columns() {}

    /** The fastest that there is. */
    public static Columns fastest() {
        return FastestColumns.get();
    }

    /** Mixes terms of a Weyl sequence: entry k gets term + k step, mixed, [SteeleLeaFlood]. */
    public void mix(long term, long step, int from, int to, long[] out) {
        for (int k = from; k < to; k++) {
            out[k] = mixed(term + k * step);
        }
    }

    /** A permutation of 64 bits after which nothing is seen of their order, [SteeleLeaFlood]. */
    public static long mixed(long term) {
        long z = term;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /**
     * Steps generators with words a and b, xoroshiro128+, [BlackmanVigna], and writes the next numbers of each to given
     * columns. Each step gives 64 bits and so two numbers, whose leading 32 bits are the upper and the lower half; what
     * follows in each are the leading bits of the other.
     */
    public void draw(int from, int to, long[] a, long[] b, DrawnColumns out) {
        for (int c = 0; c < out.count(); c += 2) {
            drawTwo(from, to, a, b, out, c);
        }
    }

    /** Two columns, or one where it is the last. */
    static void drawTwo(int from, int to, long[] a, long[] b, DrawnColumns out, int c) {
        long[] sums = out.sums();
        step(from, to, a, b, sums);
        place(from, to, sums, 0, out.span(c), out.array(c), out.at(c));
        if (c + 1 < out.count()) {
            place(from, to, sums, 32, out.span(c + 1), out.array(c + 1), out.at(c + 1));
        }
    }

    private static void step(int from, int to, long[] a, long[] b, long[] sums) {
        for (int k = from; k < to; k++) {
            long x = a[k];
            long y = b[k];
            sums[k] = x + y;
            y ^= x;
            a[k] = ((x << 24) | (x >>> 40)) ^ y ^ (y << 16);
            b[k] = (y << 37) | (y >>> 27);
        }
    }

    private static void place(int from, int to, long[] sums, int rotation, Span span, double[] out, int at) {
        for (int k = from; k < to; k++) {
            out[at + k] = span.place(Long.rotateLeft(sums[k], rotation));
        }
    }

    /**
     * The largest |x| factor of several columns, each {@code stride} after the one before. Numbers that are not negative
     * are in the order of their bits, whose larger ones are found without branches.
     */
    public void largestScaled(int from, int to, double[] x, int stride, double[] factors, double[] out) {
        for (int s = from; s < to; s++) {
            long most = 0;
            for (int j = 0; j < factors.length; j++) {
                most = Math.max(most, Double.doubleToRawLongBits(Math.abs(x[j * stride + s]) * factors[j]));
            }
            out[s] = Double.longBitsToDouble(most);
        }
    }

    /** The largest of some numbers, of which there is at least one. */
    public double largest(int from, int to, double[] x, int at) {
        double most = x[at + from];
        for (int k = from + 1; k < to; k++) {
            most = Math.max(most, x[at + k]);
        }
        return most;
    }

    /** The smallest of some numbers, of which there is at least one. */
    public double smallest(int from, int to, double[] x, int at) {
        double least = x[at + from];
        for (int k = from + 1; k < to; k++) {
            least = Math.min(least, x[at + k]);
        }
        return least;
    }
}
