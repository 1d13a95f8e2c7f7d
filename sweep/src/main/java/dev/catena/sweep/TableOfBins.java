package dev.catena.sweep;

import dev.catena.formats.table.TableColumn;
import dev.catena.model.NumericalException;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.source.StateSource;
import java.util.ArrayList;
import java.util.List;

/** Makes the table of what was found. */
final class TableOfBins {
    private final SweepFunction function;
    private final StateSource source;
    private final List<Key> keys;
    private final boolean byJoint;
    private final List<Sweep.Reduction> reductions;
    private final int bins;
    private final Block drawing;

    TableOfBins(
            SweepFunction function,
            StateSource source,
            SweepCode code,
            List<Key> keys,
            boolean byJoint,
            List<Sweep.Reduction> reductions,
            int bins) {
        this.function = function;
        this.source = source;
        this.keys = keys;
        this.byJoint = byJoint;
        this.reductions = reductions;
        this.bins = bins;
        drawing = new Block(code, source.open().reader());
    }

    SweepTable of(Accumulators found, long states) {
        SweepTable table = new SweepTable(columns(), states, found.outside());
        int joints = byJoint ? function.model().jointCount() : 1;
        for (int bin = 0; bin < bins; bin++) {
            if (found.count(bin) > 0) {
                for (int j = 0; j < joints; j++) {
                    table.add(row(found, bin, j));
                }
            }
        }
        return table;
    }

    private List<TableColumn> columns() {
        List<TableColumn> columns = new ArrayList<>();
        keys.forEach(key -> key.columns().forEach(name -> columns.add(TableColumn.number(name))));
        if (byJoint) {
            columns.add(TableColumn.text("joint"));
        }
        columns.add(TableColumn.whole("count"));
        for (Sweep.Reduction reduction : reductions) {
            if (byJoint) {
                addColumns(reduction, reduction.reducer().subject(), columns);
            } else {
                reduction.components().forEach(name -> addColumns(reduction, name, columns));
            }
        }
        return columns;
    }

    private void addColumns(Sweep.Reduction reduction, String component, List<TableColumn> columns) {
        Reducer reducer = reduction.reducer();
        List<String> names = reducer.columns(component);
        switch (reducer.kind()) {
            case ARGMAX -> {
                columns.add(TableColumn.number(names.get(0)));
                columns.add(TableColumn.whole(names.get(1)));
                if (component.equals(SweepFunction.LOAD) && !byJoint) {
                    columns.add(TableColumn.text("argmax_load_joint"));
                }
                if (source.isDrawn()) {
                    source.variables()
                            .forEach(
                                    name -> columns.add(TableColumn.number("argmax_%s_%s".formatted(component, name))));
                }
            }
            case HISTOGRAM -> names.forEach(name -> columns.add(TableColumn.whole(name)));
            case VIOLATIONS -> {
                columns.add(TableColumn.whole(names.get(0)));
                columns.add(TableColumn.number(names.get(1)));
            }
            default -> names.forEach(name -> columns.add(TableColumn.number(name)));
        }
    }

    private Object[] row(Accumulators found, int bin, int joint) {
        List<Object> row = new ArrayList<>();
        int inner = bins;
        for (Key key : keys) {
            inner /= key.bins();
            for (double value : key.values(bin / inner % key.bins())) {
                row.add(value);
            }
        }
        if (byJoint) {
            row.add(function.model().jointNames().get(joint));
        }
        row.add(found.count(bin));
        for (int k = 0; k < reductions.size(); k++) {
            int components = reductions.get(k).components().size();
            for (int c = byJoint ? joint : 0; c < (byJoint ? joint + 1 : components); c++) {
                String name = reductions.get(k).components().get(c);
                addValues(reductions.get(k).reducer(), name, found.values(k, bin, c), row);
            }
        }
        return row.toArray();
    }

    private void addValues(Reducer reducer, String component, double[] values, List<Object> row) {
        switch (reducer.kind()) {
            case ARGMAX -> {
                row.add(values[0]);
                row.add((long) values[1]);
                if (component.equals(SweepFunction.LOAD)) {
                    row.add(function.model().jointNames().get((int) values[2]));
                }
                if (source.isDrawn()) {
                    drawing.readOnly((long) values[1], 1);
                    for (int v = 0; v < source.variables().size(); v++) {
                        row.add(drawing.variable(v, 0));
                    }
                }
            }
            case HISTOGRAM -> {
                for (double count : values) {
                    row.add((long) count);
                }
            }
            case VIOLATIONS -> {
                row.add((long) values[0]);
                row.add(values[1]);
            }
            default -> {
                for (double value : values) {
                    if (!Double.isFinite(value)) {
                        throw new NumericalException("the %s of %s of robot \"%s\" is too large for a number"
                                .formatted(
                                        reducer.kind().key(),
                                        component,
                                        function.model().name()));
                    }
                    row.add(value);
                }
            }
        }
    }
}
