package dev.catena.app.simulate;

import dev.catena.control.TorqueTable;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.StateTables;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Torques over time from CSV with the columns {@code time} and {@code tau_<joint>}; other columns are passed over, so
 * that what {@code catena torque} and {@code catena simulate} write can be played back.
 */
public final class TorqueFile {
    private TorqueFile() {}

    /** Reads a table with a column for every moving joint; with closed loops, for every active one. */
    public static TorqueTable read(Path file, RobotModel robot, TorqueTable.Between between) {
        List<String> lines =
                InputFile.text(file, StateTables.LARGEST_FILE).lines().toList();
        if (lines.isEmpty()) {
            throw new FormatException(
                    file.toString(), "the file is empty, but a header time,tau_<joint>,… is expected");
        }
        List<String> header = cells(lines.get(0));
        int time = column(file, header, "time");
        List<String> active = robot.loops().activeJoints();
        // passive joints have no torque
        int[] columns = robot.jointNames().stream()
                .mapToInt(joint -> active.contains(joint) ? column(file, header, "tau_" + joint) : -1)
                .toArray();
        List<double[]> rows = new ArrayList<>();
        List<Double> times = new ArrayList<>();
        for (int k = 1; k < lines.size(); k++) {
            if (!lines.get(k).isBlank()) {
                List<String> cells = cells(lines.get(k));
                String place = file + ":" + (k + 1);
                if (cells.size() != header.size()) {
                    throw new FormatException(
                            place,
                            "the line has %s cells, but the header has %s".formatted(cells.size(), header.size()));
                }
                times.add(number(place, cells.get(time)));
                rows.add(Arrays.stream(columns)
                        .mapToDouble(column -> column < 0 ? 0 : number(place, cells.get(column)))
                        .toArray());
            }
        }
        try {
            return new TorqueTable(
                    times.stream().mapToDouble(Double::doubleValue).toArray(), rows.toArray(double[][]::new), between);
        } catch (IllegalArgumentException e) {
            throw new FormatException(file.toString(), String.valueOf(e.getMessage()));
        }
    }

    /** The numbers of the first row, by column; cells that are no numbers are left out. */
    public static Map<String, Double> firstRow(Path file) {
        List<String> lines = InputFile.text(file, StateTables.LARGEST_FILE)
                .lines()
                .filter(line -> !line.isBlank())
                .limit(2)
                .toList();
        Map<String, Double> numbers = new HashMap<>();
        if (lines.size() == 2) {
            List<String> header = cells(lines.get(0));
            List<String> cells = cells(lines.get(1));
            for (int k = 0; k < Math.min(header.size(), cells.size()); k++) {
                try {
                    numbers.put(header.get(k), Double.parseDouble(cells.get(k)));
                } catch (NumberFormatException ignored) {
                    // a column of words
                }
            }
        }
        return numbers;
    }

    private static int column(Path file, List<String> header, String name) {
        int found = header.indexOf(name);
        if (found < 0) {
            throw new FormatException(
                    file + ":1", "there is no column \"%s\"; the columns are %s".formatted(name, header));
        }
        return found;
    }

    private static double number(String place, String cell) {
        try {
            return Double.parseDouble(cell);
        } catch (NumberFormatException e) {
            throw new FormatException(place, "\"%s\" is no number".formatted(cell));
        }
    }

    /** The cells of a line; a cell in quotes may hold commas, and quotes twice. */
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char letter = line.charAt(i);
            if (letter == '"') {
                boolean twice = quoted && i + 1 < line.length() && line.charAt(i + 1) == '"';
                if (twice) {
                    cell.append('"');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (letter == ',' && !quoted) {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                cell.append(letter);
            }
        }
        cells.add(cell.toString().strip());
        return cells;
    }
}
