package dev.catena.app.simulate;

import dev.catena.control.TorqueTable;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableReader;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Torques over time from a table with the columns {@code time} and {@code tau_<joint>}; other columns are passed over, so
 * that what {@code catena torque} and {@code catena simulate} write can be played back.
 */
public final class TorqueFile {
    private static final int AT_ONCE = 1024;

    private TorqueFile() {}

    /** Reads a table with a column for every moving joint; with closed loops, for every active one. */
    public static TorqueTable read(Path file, RobotModel robot, TorqueTable.Between between) {
        List<double[]> rows = new ArrayList<>();
        List<Double> times = new ArrayList<>();
        try (TableReader reader = NumberTables.openUnderAnyName(file)) {
            int time = column(file, reader.columns(), "time");
            List<String> active = robot.loops().activeJoints();
            // passive joints have no torque
            int[] columns = robot.jointNames().stream()
                    .mapToInt(joint -> active.contains(joint) ? column(file, reader.columns(), "tau_" + joint) : -1)
                    .toArray();
            double[] @Nullable [] part = new double[reader.columns().size()][];
            part[time] = new double[AT_ONCE];
            Arrays.stream(columns).filter(column -> column >= 0).forEach(column -> part[column] = new double[AT_ONCE]);
            for (int count = reader.read(part, AT_ONCE); count > 0; count = reader.read(part, AT_ONCE)) {
                for (int k = 0; k < count; k++) {
                    times.add(value(part, time, k));
                    rows.add(row(part, columns, k));
                }
            }
        }
        try {
            return new TorqueTable(
                    times.stream().mapToDouble(Double::doubleValue).toArray(), rows.toArray(double[][]::new), between);
        } catch (IllegalArgumentException e) {
            throw new FormatException(file.toString(), String.valueOf(e.getMessage()));
        }
    }

    /** The numbers of the first row, by column; columns of other things are left out. */
    public static Map<String, Double> firstRow(Path file) {
        Map<String, Double> numbers = new HashMap<>();
        List<String> names;
        try (TableReader reader = NumberTables.openUnderAnyName(file)) {
            names = reader.columns();
        }
        for (int c = 0; c < names.size(); c++) {
            double[] @Nullable [] row = new double[names.size()][];
            double[] number = new double[1];
            row[c] = number;
            try (TableReader reader = NumberTables.openUnderAnyName(file)) {
                if (reader.read(row, 1) == 1) {
                    numbers.put(names.get(c), number[0]);
                }
            } catch (FormatException ignored) {
                // a column of words
            }
        }
        return numbers;
    }

    private static double[] row(double[] @Nullable [] part, int[] columns, int row) {
        double[] torques = new double[columns.length];
        for (int j = 0; j < torques.length; j++) {
            torques[j] = columns[j] < 0 ? 0 : value(part, columns[j], row);
        }
        return torques;
    }

    private static double value(double[] @Nullable [] part, int column, int row) {
        double[] values = part[column];
        return values == null ? 0 : values[row];
    }

    private static int column(Path file, List<String> header, String name) {
        int found = header.indexOf(name);
        if (found < 0) {
            throw new FormatException(
                    file + ":1", "there is no column \"%s\"; the columns are %s".formatted(name, header));
        }
        return found;
    }
}
