package dev.catena.identification;

import dev.catena.identification.observation.RowSource;
import java.util.Arrays;

/** Rows without a load, its columns zero, and then rows with it. */
record LoadedRows(RowSource unloaded, RowSource loaded) implements RowSource {
    @Override
    public int joints() {
        return loaded.joints();
    }

    @Override
    public int columns() {
        return loaded.columns();
    }

    @Override
    public double interval() {
        return loaded.interval();
    }

    @Override
    public void forEach(RowSink sink) {
        double[] longer = new double[columns()];
        unloaded.forEach(new RowSink() {
            @Override
            public void row(int joint, double time, double[] row, double effort) {
                Arrays.fill(longer, 0);
                System.arraycopy(row, 0, longer, 0, row.length);
                sink.row(joint, time, longer, effort);
            }

            @Override
            public void gap() {
                sink.gap();
            }
        });
        loaded.forEach(sink);
    }
}
