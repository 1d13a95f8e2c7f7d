package dev.catena.sweep.reduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A sketch for each bin and component that has numbers. */
final class Quantiles extends Accumulator {
    /** Bytes of a sketch that is full. */
    private static final long BYTES = 12L * 4 * QuantileSketch.MOST;

    private final double[] parts;
    private final @Nullable QuantileSketch[] sketches;

    Quantiles(double[] parts, int bins, int components) {
        super(bins, components);
        this.parts = parts.clone();
        sketches = new QuantileSketch[bins * components];
    }

    @Override
    public void add(long firstState, int count, int[] binOf, IntUnaryOperator tags, List<Series> series) {
        for (int c = 0; c < components; c++) {
            double[] x = series.get(c).array();
            int at = series.get(c).at();
            for (int s = 0; s < count; s++) {
                if (binOf[s] >= 0) {
                    sketch(binOf[s] * components + c).add(x[at + s]);
                }
            }
        }
    }

    private QuantileSketch sketch(int place) {
        QuantileSketch sketch = sketches[place];
        if (sketch == null) {
            sketch = new QuantileSketch();
            sketches[place] = sketch;
        }
        return sketch;
    }

    @Override
    public void merge(Accumulator later) {
        Quantiles other = (Quantiles) later;
        for (int k = 0; k < sketches.length; k++) {
            QuantileSketch more = other.sketches[k];
            if (more != null) {
                sketch(k).merge(more);
            }
        }
    }

    @Override
    public void clear() {
        Arrays.fill(sketches, null);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        for (QuantileSketch sketch : sketches) {
            out.writeBoolean(sketch != null);
            if (sketch != null) {
                sketch.write(out);
            }
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        for (int k = 0; k < sketches.length; k++) {
            sketches[k] = in.readBoolean() ? QuantileSketch.read(in) : null;
        }
    }

    @Override
    public double[] values(int bin, int component) {
        QuantileSketch sketch = sketch(bin * components + component);
        return Arrays.stream(parts).map(sketch::quantile).toArray();
    }

    @Override
    public long memory() {
        return BYTES * sketches.length;
    }
}
