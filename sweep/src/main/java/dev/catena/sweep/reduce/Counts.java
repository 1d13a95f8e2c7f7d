package dev.catena.sweep.reduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** How many numbers lie in each of several ranges: below the first limit, between two limits, from the last one on. */
final class Counts extends Accumulator {
    private final double from;
    private final int ranges;
    private final EqualRanges between;
    private final double to;
    private final long[] counts;

    /** Equal ranges between two limits, and what lies beyond either. */
    Counts(double from, double to, int ranges, int bins, int components) {
        super(bins, components);
        this.from = from;
        this.to = to;
        this.ranges = ranges;
        between = new EqualRanges(from, to, ranges);
        counts = new long[Math.multiplyExact(Math.multiplyExact(bins, components), ranges + 2)];
    }

    @Override
    public void add(long firstState, int count, int[] binOf, IntUnaryOperator tags, List<Series> series) {
        for (int c = 0; c < components; c++) {
            double[] x = series.get(c).array();
            int at = series.get(c).at();
            for (int s = 0; s < count; s++) {
                if (binOf[s] >= 0) {
                    counts[(binOf[s] * components + c) * (ranges + 2) + range(x[at + s])]++;
                }
            }
        }
    }

    private int range(double x) {
        if (x < from) {
            return 0;
        }
        return x >= to ? ranges + 1 : 1 + between.of(x);
    }

    @Override
    public void merge(Accumulator later) {
        Counts other = (Counts) later;
        for (int k = 0; k < counts.length; k++) {
            counts[k] += other.counts[k];
        }
    }

    @Override
    public void clear() {
        Arrays.fill(counts, 0);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        write(out, counts);
    }

    @Override
    public void read(DataInput in) throws IOException {
        read(in, counts);
    }

    @Override
    public double[] values(int bin, int component) {
        int at = (bin * components + component) * (ranges + 2);
        return Arrays.stream(counts, at, at + ranges + 2).asDoubleStream().toArray();
    }

    @Override
    public long memory() {
        return 8L * counts.length;
    }
}
