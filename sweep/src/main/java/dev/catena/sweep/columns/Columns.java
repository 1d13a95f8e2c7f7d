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

    /** Odd, with as many ones as zeros and no pattern. */
    static final long FACTOR = 0x94D049BB133111EBL;

    /**
     * Writes numbers of generators that go from term to term in steps of their own, and leaves them behind the last term used.
     * Each term gives 64 bits and so the numbers of two columns, one of all bits and one of the lower half.
     */
    public void draw(int from, int to, long[] terms, long[] steps, DrawnColumns out) {
        for (int c = 0; c < out.count(); c += 2) {
            long[] words = out.words();
            for (int k = from; k < to; k++) {
                words[k] = folded(terms[k]);
                terms[k] += steps[k];
            }
            place(from, to, words, 0, out.span(c), out.array(c), out.at(c));
            if (c + 1 < out.count()) {
                place(from, to, words, 32, out.span(c + 1), out.array(c + 1), out.at(c + 1));
            }
        }
    }

    /**
     * A permutation of 64 bits that is not linear in any sense: differences of terms that are in proportion are so no more. Enough
     * where terms and steps are random themselves, for any two terms of a generator are independent then.
     */
    static long folded(long term) {
        return (term ^ (term >>> 32)) * FACTOR;
    }

    private static void place(int from, int to, long[] words, int shift, Span span, double[] out, int at) {
        for (int k = from; k < to; k++) {
            out[at + k] = span.place(words[k] << shift);
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
