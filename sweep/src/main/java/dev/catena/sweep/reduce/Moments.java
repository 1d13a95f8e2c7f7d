package dev.catena.sweep.reduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Means and variances. Sums are those of differences from the first number of a bin, so that a small variance about a
 * large mean keeps its digits; accumulators are put together as in [ChanGolubLeVeque].
 */
final class Moments extends Accumulator {
    /** Numbers of a bin and component that stand together: one line of the cache. */
    private static final int COUNT = 0;

    private static final int ORIGIN = 1;
    private static final int SUM = 2;
    private static final int SQUARES = 3;
    private static final int FOUR = 4;

    private final boolean hasVariance;
    private final double[] all;

    Moments(boolean hasVariance, int bins, int components) {
        super(bins, components);
        this.hasVariance = hasVariance;
        all = new double[FOUR * bins * components];
    }

    @Override
    public void add(long firstState, int states, int[] binOf, IntUnaryOperator tags, List<Series> series) {
        for (int c = 0; c < components; c++) {
            double[] x = series.get(c).array();
            int at = series.get(c).at();
            for (int s = 0; s < states; s++) {
                if (binOf[s] >= 0) {
                    add(FOUR * (binOf[s] * components + c), x[at + s]);
                }
            }
        }
    }

    private void add(int place, double x) {
        double count = all[place + COUNT];
        double origin = count == 0 ? x : all[place + ORIGIN];
        double d = x - origin;
        all[place + COUNT] = count + 1;
        all[place + ORIGIN] = origin;
        all[place + SUM] += d;
        all[place + SQUARES] += d * d;
    }

    @Override
    public void merge(Accumulator later) {
        double[] other = ((Moments) later).all;
        for (int k = 0; k < all.length; k += FOUR) {
            if (other[k + COUNT] > 0) {
                if (all[k + COUNT] == 0) {
                    all[k + ORIGIN] = other[k + ORIGIN];
                }
                // Σ (x − o) and Σ (x − o)² about another origin o
                double shift = other[k + ORIGIN] - all[k + ORIGIN];
                all[k + SQUARES] += other[k + SQUARES] + shift * (2 * other[k + SUM] + other[k + COUNT] * shift);
                all[k + SUM] += other[k + SUM] + other[k + COUNT] * shift;
                all[k + COUNT] += other[k + COUNT];
            }
        }
    }

    @Override
    public void clear() {
        Arrays.fill(all, 0);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        for (int part = 0; part < FOUR; part++) {
            for (int k = part; k < all.length; k += FOUR) {
                out.writeDouble(all[k]);
            }
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        for (int part = 0; part < FOUR; part++) {
            for (int k = part; k < all.length; k += FOUR) {
                all[k] = in.readDouble();
            }
        }
    }

    /** The mean; where asked, also the variance of a sample, zero for one number. */
    @Override
    public double[] values(int bin, int component) {
        int k = FOUR * (bin * components + component);
        double n = all[k + COUNT];
        double sum = all[k + SUM];
        double mean = all[k + ORIGIN] + sum / n;
        if (!hasVariance) {
            return new double[] {mean};
        }
        double about = Math.max(0, all[k + SQUARES] - sum * (sum / n));
        return new double[] {mean, n > 1 ? about / (n - 1) : 0};
    }

    @Override
    public long memory() {
        return 8L * all.length;
    }
}
