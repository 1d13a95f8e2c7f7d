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
    private final boolean hasVariance;
    private final double[] count;
    private final double[] origin;
    private final double[] sum;
    private final double[] squares;

    Moments(boolean hasVariance, int bins, int components) {
        super(bins, components);
        this.hasVariance = hasVariance;
        count = new double[bins * components];
        origin = new double[count.length];
        sum = new double[count.length];
        squares = new double[count.length];
    }

    @Override
    public void add(long firstState, int states, int[] binOf, IntUnaryOperator tags, List<Series> series) {
        for (int c = 0; c < components; c++) {
            double[] x = series.get(c).array();
            int at = series.get(c).at();
            for (int s = 0; s < states; s++) {
                if (binOf[s] >= 0) {
                    add(binOf[s] * components + c, x[at + s]);
                }
            }
        }
    }

    private void add(int place, double x) {
        if (count[place] == 0) {
            origin[place] = x;
        }
        double d = x - origin[place];
        count[place]++;
        sum[place] += d;
        squares[place] += d * d;
    }

    @Override
    public void merge(Accumulator later) {
        Moments other = (Moments) later;
        for (int k = 0; k < count.length; k++) {
            if (other.count[k] > 0) {
                if (count[k] == 0) {
                    origin[k] = other.origin[k];
                }
                // Σ (x − o) and Σ (x − o)² about another origin o
                double shift = other.origin[k] - origin[k];
                squares[k] += other.squares[k] + shift * (2 * other.sum[k] + other.count[k] * shift);
                sum[k] += other.sum[k] + other.count[k] * shift;
                count[k] += other.count[k];
            }
        }
    }

    @Override
    public void clear() {
        for (double[] numbers : List.of(count, origin, sum, squares)) {
            Arrays.fill(numbers, 0);
        }
    }

    @Override
    public void write(DataOutput out) throws IOException {
        for (double[] numbers : List.of(count, origin, sum, squares)) {
            write(out, numbers);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        for (double[] numbers : List.of(count, origin, sum, squares)) {
            read(in, numbers);
        }
    }

    /** The mean; where asked, also the variance of a sample, zero for one number. */
    @Override
    public double[] values(int bin, int component) {
        int k = bin * components + component;
        double n = count[k];
        double mean = origin[k] + sum[k] / n;
        if (!hasVariance) {
            return new double[] {mean};
        }
        double about = Math.max(0, squares[k] - sum[k] * (sum[k] / n));
        return new double[] {mean, n > 1 ? about / (n - 1) : 0};
    }

    @Override
    public long memory() {
        return 32L * count.length;
    }
}
