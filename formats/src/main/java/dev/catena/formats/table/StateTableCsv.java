package dev.catena.formats.table;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.StateTable.Series;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * State tables as CSV: a header {@code time,q_<joint>,qd_<joint>,qdd_<joint>,qddd_<joint>,tau_<joint>} with the columns
 * in any order, then one line for each state. Only {@code q_} is needed for every joint; other columns of a joint that
 * are missing are zero. A base that moves has the columns {@code base_x} and so on, see {@link BaseColumns}. Results that
 * commands write into such tables, {@code tauRate_<joint>}, {@code theta_<joint>}, {@code thetad_<joint>} and
 * {@code violations}, are passed over. Names with commas or quotes stand between double quotes, as in RFC 4180.
 */
public final class StateTableCsv {
    private final String file;
    private final String text;
    private int at;
    private int line = 1;

    /** Columns that hold results, whatever joint follows. */
    private static final List<String> RESULTS = List.of("tauRate_", "theta_", "thetad_");

    private enum Kind {
        TIME,
        JOINT,
        BASE,
        RESULT
    }

    /** What a column holds: a series of a joint, or what the name of the base's column says. */
    private record Column(Kind kind, @Nullable Series series, String name) {}

    private StateTableCsv(String text, String file) {
        this.text = text;
        this.file = file;
    }

    /**
     * Reads a table.
     *
     * @param file what to call the file in messages
     * @throws FormatException with line and column of the first error
     */
    public static StateTable read(String text, String file) {
        return new StateTableCsv(text.startsWith("\ufeff") ? text.substring(1) : text, file).table();
    }

    /** The table as text; wrenches and the motion of the base are left out. */
    public static String write(StateTable table) {
        StringBuilder text = new StringBuilder();
        write(table, text);
        return text.toString();
    }

    /** Writes the table line by line; as {@link #write(StateTable)}. */
    public static void write(StateTable table, Appendable out) {
        CsvWriter csv = new CsvWriter(out);
        boolean timed = table.hasTimes();
        Set<Series> given = table.series();
        if (timed) {
            csv.text("time");
        }
        for (Series series : given) {
            table.joints().forEach(joint -> csv.text(series.key() + "_" + joint));
        }
        csv.end();
        for (int k = 0; k < table.size(); k++) {
            if (timed) {
                csv.number(table.states().get(k).time().orElseThrow());
            }
            for (Series series : given) {
                csv.numbers(table.values(k, series));
            }
            csv.end();
        }
    }

    private StateTable table() {
        List<String> header = List.of();
        while (header.isEmpty() && at < text.length()) {
            header = row();
        }
        if (header.isEmpty()) {
            throw new FormatException(file, "the file is empty, but a header such as time,q_<joint>,… is expected");
        }
        int headerLine = line - 1;
        List<Column> columns = columns(header, headerLine);
        List<String> joints = joints(columns, headerLine);
        Map<String, Integer> indexOfJoint = new HashMap<>();
        joints.forEach(joint -> indexOfJoint.put(joint, indexOfJoint.size()));
        List<StateTable.State> states = new ArrayList<>();
        while (at < text.length()) {
            int rowLine = line;
            List<String> cells = row();
            if (!cells.isEmpty()) {
                states.add(state(cells, rowLine, columns, indexOfJoint));
            }
        }
        return new StateTable(joints, states);
    }

    private List<Column> columns(List<String> header, int headerLine) {
        List<Column> columns = new ArrayList<>();
        Set<Column> seen = new HashSet<>();
        for (int k = 0; k < header.size(); k++) {
            Column column = column(header.get(k), headerLine, k + 1);
            if (!seen.add(column)) {
                throw wrong(headerLine, k + 1, "column \"%s\" is given twice".formatted(header.get(k)));
            }
            columns.add(column);
        }
        return columns;
    }

    private Column column(String name, int row, int column) {
        if (name.equals("time")) {
            return new Column(Kind.TIME, null, "");
        }
        if (BaseColumns.isOne(name)) {
            return new Column(Kind.BASE, null, name);
        }
        if (name.equals("violations") || RESULTS.stream().anyMatch(name::startsWith)) {
            return new Column(Kind.RESULT, null, name);
        }
        for (Series series : Series.values()) {
            String prefix = series.key() + "_";
            if (name.startsWith(prefix) && name.length() > prefix.length()) {
                return new Column(Kind.JOINT, series, name.substring(prefix.length()));
            }
        }
        throw wrong(
                row,
                column,
                "unknown column \"%s\"; columns are time, q_<joint>, qd_<joint>, qdd_<joint>, qddd_<joint>, tau_<joint>, base_x, …"
                        .formatted(name));
    }

    private List<String> joints(List<Column> columns, int headerLine) {
        Set<String> joints = new LinkedHashSet<>();
        Set<String> positioned = new LinkedHashSet<>();
        for (Column column : columns) {
            if (column.series != null) {
                joints.add(column.name);
            }
            if (column.series == Series.POSITION) {
                positioned.add(column.name);
            }
        }
        for (String joint : joints) {
            if (!positioned.contains(joint)) {
                throw new FormatException(
                        file + ":" + headerLine, "joint \"%s\" has no column q_%s".formatted(joint, joint));
            }
        }
        return List.copyOf(positioned);
    }

    private StateTable.State state(List<String> cells, int row, List<Column> columns, Map<String, Integer> joints) {
        if (cells.size() != columns.size()) {
            throw wrong(
                    row,
                    Math.min(cells.size(), columns.size()),
                    "the line has %s values, but the header has %s columns".formatted(cells.size(), columns.size()));
        }
        StateTable.StateBuilder state = new StateTable.StateBuilder();
        Map<Series, double[]> values = new EnumMap<>(Series.class);
        values.put(Series.POSITION, new double[joints.size()]);
        BaseColumns base = new BaseColumns();
        for (int k = 0; k < cells.size(); k++) {
            Column column = columns.get(k);
            double value = column.kind == Kind.RESULT ? 0 : number(cells.get(k), row, k + 1);
            switch (column.kind) {
                case TIME -> state.time(value);
                case BASE -> base.set(column.name, value);
                case JOINT ->
                    values.computeIfAbsent(Objects.requireNonNull(column.series), series -> new double[joints.size()])[
                            joints.getOrDefault(column.name, 0)] = value;
                case RESULT -> {}
            }
        }
        if (base.isGiven()) {
            state.base(base.state().orElseThrow(() -> wrong(row, 1, "the quaternion base_qx, … is zero")));
        }
        values.forEach(state::set);
        return state.build();
    }

    private double number(String cell, int row, int column) {
        OptionalDouble value = DecimalNumber.parse(cell);
        if (value.isEmpty()) {
            String shown = cell.length() > 40 ? cell.substring(0, 40) + "…" : cell;
            throw wrong(row, column, "\"%s\" is no finite decimal number".formatted(shown));
        }
        return value.getAsDouble();
    }

    /** The cells of the next line; none where it is blank. */
    private List<String> row() {
        int start = line;
        List<String> cells = new ArrayList<>();
        boolean blank = true;
        boolean ends = false;
        while (!ends) {
            StringBuilder cell = new StringBuilder();
            boolean quoted = at < text.length() && text.charAt(at) == '"';
            if (quoted) {
                readQuoted(cell, start, cells.size() + 1);
            }
            int rest = at;
            while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
                at++;
            }
            String unquoted = text.substring(rest, at).strip();
            if (quoted && !unquoted.isEmpty()) {
                throw wrong(start, cells.size() + 1, "\"%s\" follows a closing quote".formatted(unquoted));
            }
            blank &= !quoted && unquoted.isEmpty();
            ends = at >= text.length() || text.charAt(at) == '\n';
            at++;
            cells.add(quoted ? cell.toString() : unquoted);
        }
        line++;
        return blank && cells.size() == 1 ? List.of() : cells;
    }

    private void readQuoted(StringBuilder cell, int row, int column) {
        at++;
        while (true) {
            if (at >= text.length()) {
                throw wrong(row, column, "a quoted cell does not end");
            }
            char c = text.charAt(at++);
            if (c == '"') {
                if (at < text.length() && text.charAt(at) == '"') {
                    at++;
                } else {
                    return;
                }
            } else if (c == '\n') {
                line++;
            }
            cell.append(c);
        }
    }

    private FormatException wrong(int row, int column, String text) {
        return new FormatException("%s:%s, column %s".formatted(file, row, column), text);
    }
}
