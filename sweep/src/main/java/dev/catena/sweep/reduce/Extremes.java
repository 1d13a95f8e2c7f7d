package dev.catena.sweep.reduce;

import dev.catena.sweep.columns.Columns;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The largest number, the smallest, or the one of largest magnitude; and where asked, the first state that has it. */
final class Extremes extends Accumulator {
    /** Which number is kept. */
    enum Kind {
        LARGEST,
        SMALLEST,
        MAGNITUDE
    }

    private static final double NOTHING = Double.NEGATIVE_INFINITY;

    private final Kind kind;
    private final boolean remembers;

    /** By bin and component: the number that is kept, or its negative where the smallest is. */
    private final double[] best;

    private final long[] state;
    private final long[] tag;

    Extremes(Kind kind, boolean remembers, int bins, int components) {
        super(bins, components);
        this.kind = kind;
        this.remembers = remembers;
        best = new double[bins * components];
        state = new long[remembers ? best.length : 0];
        tag = new long[state.length];
        clear();
    }

    @Override
    public void add(long firstState, int count, int[] binOf, IntUnaryOperator tags, List<Series> series) {
        for (int c = 0; c < components; c++) {
            double[] x = series.get(c).array();
            int at = series.get(c).at();
            if (remembers) {
                addRemembering(firstState, count, binOf, tags, c, x, at);
            } else if (bins == 1) {
                addToOne(count, binOf, c, x, at);
            } else {
                addToMany(count, binOf, c, x, at);
            }
        }
    }

    private double measure(double x) {
        return switch (kind) {
            case LARGEST -> x;
            case SMALLEST -> -x;
            case MAGNITUDE -> Math.abs(x);
        };
    }

    private void addToOne(int count, int[] binOf, int c, double[] x, int at) {
        int outside = 0;
        for (int s = 0; s < count; s++) {
            outside |= binOf[s];
        }
        if (outside == 0 && count > 0) {
            best[c] = Math.max(best[c], most(count, x, at));
            return;
        }
        for (int s = 0; s < count; s++) {
            double y = measure(x[at + s]);
            if (y > best[c] && binOf[s] == 0) {
                best[c] = y;
            }
        }
    }

    private double most(int count, double[] x, int at) {
        Columns columns = Columns.fastest();
        return switch (kind) {
            case LARGEST -> columns.largest(0, count, x, at);
            case SMALLEST -> -columns.smallest(0, count, x, at);
            case MAGNITUDE -> Math.max(columns.largest(0, count, x, at), -columns.smallest(0, count, x, at));
        };
    }

    private void addToMany(int count, int[] binOf, int c, double[] x, int at) {
        for (int s = 0; s < count; s++) {
            int place = binOf[s] * components + c;
            double y = measure(x[at + s]);
            if (place >= 0 && y > best[place]) {
                best[place] = y;
            }
        }
    }

    private void addRemembering(
            long firstState, int count, int[] binOf, IntUnaryOperator tags, int c, double[] x, int at) {
        for (int s = 0; s < count; s++) {
            if (binOf[s] >= 0) {
                int place = binOf[s] * components + c;
                double y = measure(x[at + s]);
                if (y > best[place]) {
                    best[place] = y;
                    state[place] = firstState + s;
                    tag[place] = tags.applyAsInt(s);
                }
            }
        }
    }

    @Override
    public void merge(Accumulator later) {
        Extremes other = (Extremes) later;
        for (int k = 0; k < best.length; k++) {
            if (other.best[k] > best[k]) {
                best[k] = other.best[k];
                if (remembers) {
                    state[k] = other.state[k];
                    tag[k] = other.tag[k];
                }
            }
        }
    }

    @Override
    public void clear() {
        Arrays.fill(best, NOTHING);
        Arrays.fill(state, -1);
        Arrays.fill(tag, -1);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        write(out, best);
        write(out, state);
        write(out, tag);
    }

    @Override
    public void read(DataInput in) throws IOException {
        read(in, best);
        read(in, state);
        read(in, tag);
    }

    /** The number; where it is remembered, also its state and mark. */
    @Override
    public double[] values(int bin, int component) {
        int place = bin * components + component;
        double value = kind == Kind.SMALLEST ? 0 - best[place] : best[place];
        return remembers ? new double[] {value, state[place], tag[place]} : new double[] {value};
    }

    @Override
    public long memory() {
        return 8L * (best.length + state.length + tag.length);
    }
}
