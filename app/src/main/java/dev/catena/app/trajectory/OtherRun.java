package dev.catena.app.trajectory;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.app.console.UserError;
import dev.catena.app.report.Plot;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTables;
import dev.catena.formats.table.TableReader;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Another motion of the same robot, laid dashed over the curves of a report. */
public final class OtherRun {
    /** Nothing to compare with. */
    public static final OtherRun NONE = new OtherRun(null, "", Map.of());

    private static final String RATE = "tauRate_";
    private static final int CHUNK = 4096;

    private final @Nullable StateTable table;
    private final String name;

    /** By joint: rates of its torque, which are no part of a state. */
    private final Map<String, double[]> rates;

    private OtherRun(@Nullable StateTable table, String name, Map<String, double[]> rates) {
        this.table = table;
        this.name = name;
        this.rates = rates;
    }

    /**
     * Reads what torque, simulate and plan write, or any table of states with times.
     *
     * @param file null where there is nothing to compare with
     */
    public static OtherRun read(@Nullable Path file, RobotModel robot) {
        if (file == null) {
            return NONE;
        }
        StateTable table = StateTables.read(file, robot);
        if (!table.hasTimes()) {
            throw new UserError("--compare %s: the table needs a column \"time\"".formatted(file));
        }
        return new OtherRun(table, String.valueOf(file.getFileName()), NumberTables.has(file) ? rates(file) : Map.of());
    }

    private static Map<String, double[]> rates(Path file) {
        Map<String, double[]> found = new HashMap<>();
        try (TableReader reader = NumberTables.open(file)) {
            List<String> columns = reader.columns();
            double[] @Nullable [] part = new double[columns.size()][];
            for (int c = 0; c < part.length; c++) {
                if (columns.get(c).startsWith(RATE)) {
                    part[c] = new double[CHUNK];
                    found.put(columns.get(c).substring(RATE.length()), new double[0]);
                }
            }
            if (found.isEmpty()) {
                return found;
            }
            int count;
            do {
                count = reader.read(part, CHUNK);
                for (int c = 0; c < part.length; c++) {
                    double[] rows = part[c];
                    if (rows != null) {
                        append(found, columns.get(c).substring(RATE.length()), rows, count);
                    }
                }
            } while (count == CHUNK);
        }
        return found;
    }

    private static void append(Map<String, double[]> found, String joint, double[] rows, int count) {
        double[] before = found.getOrDefault(joint, new double[0]);
        double[] all = Arrays.copyOf(before, before.length + count);
        System.arraycopy(rows, 0, all, before.length, count);
        found.put(joint, all);
    }

    /** Adds the rates of a joint's torque, where the table has them. */
    @CanIgnoreReturnValue
    public Plot ratesOnto(Plot plot, String joint) {
        double[] values = rates.get(joint);
        return table == null || values == null || values.length != table.size()
                ? plot
                : plot.other(name, table.times(), values);
    }

    /** Adds the series of a joint, where the table has it. */
    @CanIgnoreReturnValue
    public Plot onto(Plot plot, Series series, String joint) {
        if (table == null || !table.has(series) || !table.joints().contains(joint)) {
            return plot;
        }
        int column = table.joints().indexOf(joint);
        double[] values = new double[table.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = table.values(k, series)[column];
        }
        return plot.other(name, table.times(), values);
    }
}
