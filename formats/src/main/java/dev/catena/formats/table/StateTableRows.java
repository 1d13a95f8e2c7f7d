package dev.catena.formats.table;

import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.StateTable.Series;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** State tables as rows of numbers, whatever the file: the columns that {@link StateTableCsv} names. */
final class StateTableRows {
    private static final int AT_ONCE = 1024;

    /** Columns that hold results, whatever joint follows. */
    private static final List<String> RESULTS = List.of("tauRate_");

    private enum Kind {
        TIME,
        JOINT,
        BASE,
        RESULT
    }

    /** What a column holds: a series of a joint, or what the name of the base's column says. */
    private record Column(Kind kind, @Nullable Series series, String name) {}

    private final TableReader reader;
    private final String file;
    private final List<Column> columns;
    private final List<String> joints;
    private final double[] @Nullable [] rows;

    /** By series: for each joint where its numbers are, −1 for nowhere; null for a series that is not in the table. */
    private final Map<Series, int[]> places = new EnumMap<>(Series.class);

    private StateTableRows(TableReader reader, String file) {
        this.reader = reader;
        this.file = file;
        columns = columns(reader.columns());
        joints = joints();
        rows = new double[columns.size()][];
        for (int c = 0; c < columns.size(); c++) {
            Column column = columns.get(c);
            if (column.kind != Kind.RESULT) {
                rows[c] = new double[AT_ONCE];
            }
            if (column.series != null) {
                places.computeIfAbsent(column.series, series -> unplaced())[joints.indexOf(column.name)] = c;
            }
        }
        int[] unused = places.computeIfAbsent(Series.POSITION, series -> unplaced());
    }

    private int[] unplaced() {
        int[] places = new int[joints.size()];
        java.util.Arrays.fill(places, -1);
        return places;
    }

    static StateTable read(TableReader reader, String file) {
        StateTableRows table = new StateTableRows(reader, file);
        StatePages.Builder states = new StatePages.Builder();
        for (int count = reader.read(table.rows, AT_ONCE); count > 0; count = reader.read(table.rows, AT_ONCE)) {
            for (int row = 0; row < count; row++) {
                states.add(table.state(row, states.size()));
            }
        }
        return StateTable.ofPages(table.joints, states);
    }

    private List<Column> columns(List<String> header) {
        List<Column> found = new ArrayList<>();
        Set<Column> seen = new HashSet<>();
        for (int k = 0; k < header.size(); k++) {
            Column column = column(header.get(k), k + 1);
            if (!seen.add(column)) {
                throw new FormatException(place(k + 1), "column \"%s\" is given twice".formatted(header.get(k)));
            }
            found.add(column);
        }
        return found;
    }

    private String place(int column) {
        return reader instanceof CsvTableReader csv
                ? "%s:%s, column %s".formatted(file, csv.headerLine(), column)
                : file;
    }

    static boolean isResult(String column) {
        return column.equals("violations") || RESULTS.stream().anyMatch(column::startsWith);
    }

    private Column column(String name, int column) {
        if (name.equals("time")) {
            return new Column(Kind.TIME, null, "");
        }
        if (BaseColumns.isOne(name)) {
            return new Column(Kind.BASE, null, name);
        }
        if (isResult(name)) {
            return new Column(Kind.RESULT, null, name);
        }
        for (Series series : Series.values()) {
            String prefix = series.key() + "_";
            if (name.startsWith(prefix) && name.length() > prefix.length()) {
                return new Column(Kind.JOINT, series, name.substring(prefix.length()));
            }
        }
        throw new FormatException(
                place(column),
                "unknown column \"%s\"; columns are time, q_<joint>, qd_<joint>, qdd_<joint>, qddd_<joint>, q4_<joint>, …, tau_<joint>, theta_<joint>, thetad_<joint>, base_x, …"
                        .formatted(name));
    }

    private List<String> joints() {
        Set<String> all = new LinkedHashSet<>();
        Set<String> positioned = new LinkedHashSet<>();
        for (Column column : columns) {
            if (column.series != null) {
                all.add(column.name);
            }
            if (column.series == Series.POSITION) {
                positioned.add(column.name);
            }
        }
        for (String joint : all) {
            if (!positioned.contains(joint)) {
                throw new FormatException(
                        reader instanceof CsvTableReader csv ? file + ":" + csv.headerLine() : file,
                        "joint \"%s\" has no column q_%s".formatted(joint, joint));
            }
        }
        return List.copyOf(positioned);
    }

    private StateTable.State state(int row, int number) {
        StateTable.StateBuilder state = new StateTable.StateBuilder();
        places.forEach((series, at) -> {
            double[] values = new double[at.length];
            for (int j = 0; j < at.length; j++) {
                values[j] = at[j] < 0 ? 0 : value(at[j], row);
            }
            state.set(series, values);
        });
        BaseColumns base = new BaseColumns();
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c).kind == Kind.TIME) {
                state.time(value(c, row));
            } else if (columns.get(c).kind == Kind.BASE) {
                base.set(columns.get(c).name, value(c, row));
            }
        }
        if (base.isGiven()) {
            state.base(base.state()
                    .orElseThrow(() -> new FormatException(
                            reader instanceof CsvTableReader csv
                                    ? "%s:%s, column 1".formatted(file, csv.line(row))
                                    : "%s, row %s".formatted(file, number + 1),
                            "the quaternion base_qx, … is zero")));
        }
        return state.build();
    }

    private double value(int column, int row) {
        double[] values = rows[column];
        return values == null ? 0 : values[row];
    }

    /** The columns of a table that is written; wrenches and the motion of the base are left out. */
    static List<TableColumn> columns(StateTable table) {
        List<TableColumn> columns = new ArrayList<>();
        if (table.hasTimes()) {
            columns.add(TableColumn.number("time"));
        }
        for (Series series : table.series()) {
            table.joints().forEach(joint -> columns.add(TableColumn.number(series.key() + "_" + joint)));
        }
        return columns;
    }

    static void write(StateTable table, TableSink sink) {
        boolean timed = table.hasTimes();
        Set<Series> given = table.series();
        for (int k = 0; k < table.size(); k++) {
            if (timed) {
                sink.number(table.states().get(k).time().orElseThrow());
            }
            for (Series series : given) {
                sink.numbers(table.values(k, series));
            }
            sink.end();
        }
    }
}
