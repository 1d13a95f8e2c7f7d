package dev.catena.identification.observation;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of another source, kept if they are few, so that going through them again takes no time; if they are too many, the other
 * source is asked again.
 */
public final class HeldRows implements RowSource {
    /** Most numbers that are kept: 32 MB. */
    private static final long MOST = 4_000_000;

    private final RowSource source;
    private final List<double[]> rows = new ArrayList<>();

    /** By row: joint and time; a joint of −1 is a gap. */
    private final List<double[]> labels = new ArrayList<>();

    private boolean complete;

    private HeldRows(RowSource source) {
        this.source = source;
    }

    public static HeldRows of(RowSource source) {
        HeldRows held = new HeldRows(source);
        try {
            source.forEach(held.new Keeper());
            held.complete = true;
        } catch (TooManyException tooMany) {
            held.rows.clear();
            held.labels.clear();
        }
        return held;
    }

    /** Ends a pass: there is no need to see the rest. */
    private static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooManyException() {
            super("too many rows to keep", null, false, false);
        }
    }

    private final class Keeper implements RowSink {
        private long numbers;

        @Override
        public void row(int joint, double time, double[] row, double effort) {
            numbers += row.length + 10;
            if (numbers > MOST) {
                throw new TooManyException();
            }
            rows.add(row.clone());
            labels.add(new double[] {joint, time, effort});
        }

        @Override
        public void gap() {
            rows.add(new double[0]);
            labels.add(new double[] {-1, 0, 0});
        }
    }

    @Override
    public int joints() {
        return source.joints();
    }

    @Override
    public int columns() {
        return source.columns();
    }

    @Override
    public double interval() {
        return source.interval();
    }

    @Override
    public List<RowSource> parts() {
        return complete ? List.of(this) : source.parts();
    }

    @Override
    public void forEach(RowSink sink) {
        if (!complete) {
            source.forEach(sink);
            return;
        }
        double[] row = new double[columns()];
        for (int k = 0; k < rows.size(); k++) {
            double[] label = labels.get(k);
            if (label[0] < 0) {
                sink.gap();
            } else {
                System.arraycopy(rows.get(k), 0, row, 0, row.length);
                sink.row((int) label[0], label[1], row, label[2]);
            }
        }
    }
}
