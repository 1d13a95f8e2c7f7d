package dev.catena.sweep.reduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** How many numbers are larger than a limit, and what part of all. */
final class Violations extends Accumulator {
    private final double limit;
    private final long[] above;
    private final long[] all;

    Violations(double limit, int bins, int components) {
        super(bins, components);
        this.limit = limit;
        above = new long[bins * components];
        all = new long[bins];
    }

    @Override
    public void add(long firstState, int count, int[] binOf, IntUnaryOperator tags, List<Series> series) {
        for (int s = 0; s < count; s++) {
            if (binOf[s] >= 0) {
                all[binOf[s]]++;
            }
        }
        for (int c = 0; c < components; c++) {
            double[] x = series.get(c).array();
            int at = series.get(c).at();
            for (int s = 0; s < count; s++) {
                if (x[at + s] > limit && binOf[s] >= 0) {
                    above[binOf[s] * components + c]++;
                }
            }
        }
    }

    @Override
    public void merge(Accumulator later) {
        Violations other = (Violations) later;
        for (int k = 0; k < above.length; k++) {
            above[k] += other.above[k];
        }
        for (int k = 0; k < all.length; k++) {
            all[k] += other.all[k];
        }
    }

    @Override
    public void clear() {
        Arrays.fill(above, 0);
        Arrays.fill(all, 0);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        write(out, above);
        write(out, all);
    }

    @Override
    public void read(DataInput in) throws IOException {
        read(in, above);
        read(in, all);
    }

    @Override
    public double[] values(int bin, int component) {
        double count = above[bin * components + component];
        return new double[] {count, count / all[bin]};
    }

    @Override
    public long memory() {
        return 8L * (above.length + all.length);
    }
}
