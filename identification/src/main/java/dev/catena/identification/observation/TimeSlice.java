package dev.catena.identification.observation;

import java.util.List;

/** The rows of a source from one time on until before another. */
public record TimeSlice(RowSource source, double from, double to) implements RowSource {
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
        return source.parts().stream()
                .<RowSource>map(part -> new TimeSlice(part, from, to))
                .toList();
    }

    @Override
    public void forEach(RowSink sink) {
        source.forEach(new RowSink() {
            @Override
            public void row(int joint, double time, double[] row, double effort) {
                if (time >= from && time < to) {
                    sink.row(joint, time, row, effort);
                }
            }

            @Override
            public void gap() {
                sink.gap();
            }
        });
    }
}
