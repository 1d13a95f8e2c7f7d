package dev.catena.sweep;

import dev.catena.sweep.reduce.Accumulator;
import dev.catena.sweep.reduce.Series;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What all reducers have found, and how many states each bin has. */
final class Accumulators {
    private final List<Sweep.Reduction> reductions;
    private final List<Accumulator> parts = new ArrayList<>();
    private final long[] counts;
    private long outside;

    Accumulators(List<Sweep.Reduction> reductions, int bins) {
        this.reductions = reductions;
        counts = new long[bins];
        for (Sweep.Reduction reduction : reductions) {
            parts.add(
                    reduction.reducer().accumulator(bins, reduction.components().size()));
        }
    }

    /** Bytes that they need, at most. */
    static double memory(List<Sweep.Reduction> reductions, int bins) {
        double bytes = 8.0 * bins;
        for (Sweep.Reduction reduction : reductions) {
            Accumulator one =
                    reduction.reducer().accumulator(1, reduction.components().size());
            bytes += (double) bins * one.memory();
        }
        return bytes;
    }

    /** By reduction: the numbers of a block that it takes. */
    List<List<Series>> series(Block block) {
        return reductions.stream()
                .map(reduction -> block.series(reduction.components()))
                .toList();
    }

    /** @param series what {@link #series} gives for the block */
    void add(Block block, List<List<Series>> series, long first, int count) {
        int[] bins = block.bins();
        if (!block.isBinned()) {
            counts[0] += count;
        } else {
            count(bins, count);
        }
        for (int k = 0; k < parts.size(); k++) {
            parts.get(k).add(first, count, bins, block::worst, series.get(k));
        }
    }

    private void count(int[] bins, int states) {
        int without = 0;
        for (int s = 0; s < states; s++) {
            int bin = bins[s];
            if (bin >= 0) {
                counts[bin]++;
            } else {
                without++;
            }
        }
        outside += without;
    }

    void merge(Accumulators later) {
        for (int k = 0; k < counts.length; k++) {
            counts[k] += later.counts[k];
        }
        outside += later.outside;
        for (int k = 0; k < parts.size(); k++) {
            parts.get(k).merge(later.parts.get(k));
        }
    }

    void clear() {
        Arrays.fill(counts, 0);
        outside = 0;
        parts.forEach(Accumulator::clear);
    }

    void write(DataOutput out) throws IOException {
        for (long count : counts) {
            out.writeLong(count);
        }
        out.writeLong(outside);
        for (Accumulator part : parts) {
            part.write(out);
        }
    }

    void read(DataInput in) throws IOException {
        for (int k = 0; k < counts.length; k++) {
            counts[k] = in.readLong();
        }
        outside = in.readLong();
        for (Accumulator part : parts) {
            part.read(in);
        }
    }

    long count(int bin) {
        return counts[bin];
    }

    /** States that are in no bin. */
    long outside() {
        return outside;
    }

    double[] values(int reduction, int bin, int component) {
        return parts.get(reduction).values(bin, component);
    }
}
