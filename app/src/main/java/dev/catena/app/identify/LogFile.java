package dev.catena.app.identify;

import dev.catena.algebra.FullTurns;
import dev.catena.app.console.UserError;
import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableReader;
import dev.catena.identification.log.LogSampling;
import dev.catena.identification.log.MotionLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A log as CSV: a line of names, then a line for each sample, read one by one. Commas, semicolons or tabs separate; empty fields
 * and {@code nan} are samples that lack a number. Or a table of another format with the same columns. Columns that nobody asks for do no harm.
 */
public final class LogFile {
    private static final int SHOWN = 16;
    private static final int AT_ONCE = 1024;

    private final Path file;
    private final LogFormat format;
    private final int n;
    private final FullTurns[] motorTurns;

    private LogFile(Path file, LogFormat format) {
        this.file = file;
        this.format = format;
        n = format.joints().size();
        motorTurns = new FullTurns[n];
        Arrays.setAll(motorTurns, j -> new FullTurns(format.motorTurn()));
    }

    public static MotionLog read(Path file, LogFormat format) {
        if (NumberTables.isOfFormat(file)) {
            return new LogFile(file, format).readTable();
        }
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return new LogFile(file, format).read(reader);
        } catch (NoSuchFileException e) {
            throw new UserError("there is no file \"%s\"".formatted(file));
        } catch (CharacterCodingException e) {
            throw new UserError("%s is no text in UTF-8".formatted(file));
        } catch (IOException e) {
            throw new UserError("%s cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    /** Where the numbers of a log are. */
    private record Columns(
            int time, int[] position, int @Nullable [] velocity, int @Nullable [] acceleration, int[] effort) {}

    private Columns columns(String[] names) {
        Map<String, Integer> index = new HashMap<>();
        for (int c = 0; c < names.length; c++) {
            String name = names[c].strip().replace("\"", "");
            if (index.put(name, c) != null && !name.isEmpty()) {
                throw new UserError("%s has two columns \"%s\"".formatted(file, name));
            }
        }
        Columns columns = new Columns(
                find(index, format.timeColumns(), "the time", names),
                all(index, "position", names),
                optional(index, "velocity", names),
                optional(index, "acceleration", names),
                all(index, "effort", names));
        requireDistinct(columns, names);
        return columns;
    }

    /** A joint's name may look like the number of another, or like another quantity: no column is two things. */
    private void requireDistinct(Columns columns, String[] names) {
        Set<Integer> taken = new HashSet<>();
        for (int[] asked : asked(columns)) {
            for (int c : asked) {
                if (!taken.add(c)) {
                    throw new UserError(
                            "%s: column \"%s\" would be two things, by the names and numbers of the joints %s: call columns by joint, as q_%s, or describe them by --log-format"
                                    .formatted(
                                            file,
                                            names[c].strip(),
                                            String.join(", ", format.joints()),
                                            format.joints().get(0)));
                }
            }
        }
    }

    private MotionLog readTable() {
        try (TableReader reader = NumberTables.openWithGaps(file)) {
            String[] names = reader.columns().toArray(String[]::new);
            Columns columns = columns(names);
            double[] @Nullable [] part = new double[names.length][];
            for (int[] asked : asked(columns)) {
                for (int c : asked) {
                    part[c] = new double[AT_ONCE];
                }
            }
            double[] row = new double[names.length];
            LogSampling sampling = sampling(columns);
            for (int count = reader.read(part, AT_ONCE); count > 0; count = reader.read(part, AT_ONCE)) {
                for (int k = 0; k < count; k++) {
                    for (int c = 0; c < row.length; c++) {
                        double[] values = part[c];
                        row[c] = values == null ? 0 : values[k];
                    }
                    sampling.add(row[columns.time], row(row, columns));
                }
            }
            return log(sampling);
        }
    }

    private static List<int[]> asked(Columns columns) {
        int[] none = {};
        return List.of(
                new int[] {columns.time},
                columns.position,
                columns.velocity == null ? none : columns.velocity,
                columns.acceleration == null ? none : columns.acceleration,
                columns.effort);
    }

    private MotionLog read(BufferedReader reader) throws IOException {
        String header = reader.readLine();
        if (header == null || header.isBlank()) {
            throw new UserError("%s is empty".formatted(file));
        }
        String separator = header.contains(",") ? "," : header.contains(";") ? ";" : "\t";
        String[] names =
                header.startsWith("\ufeff") ? header.substring(1).split(separator, -1) : header.split(separator, -1);
        Columns columns = columns(names);
        double[] numbers = new double[names.length];
        LogSampling sampling = sampling(columns);
        int number = 1;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] fields = line.split(separator, -1);
                if (fields.length != names.length) {
                    throw new UserError("%s, line %s: there are %s fields, but the header has %s"
                            .formatted(file, number, fields.length, names.length));
                }
                for (int[] asked : asked(columns)) {
                    for (int c : asked) {
                        numbers[c] = number(fields[c], number);
                    }
                }
                sampling.add(numbers[columns.time], row(numbers, columns));
            }
        }
        return log(sampling);
    }

    private LogSampling sampling(Columns columns) {
        return new LogSampling(
                        String.valueOf(file.getFileName()), n, columns.velocity != null, columns.acceleration != null)
                .turning(format.turning());
    }

    private MotionLog log(LogSampling sampling) {
        requireCountedTurns();
        try {
            return sampling.finish();
        } catch (IllegalArgumentException e) {
            throw new UserError("%s: %s".formatted(file, e.getMessage()));
        }
    }

    /** Behind a gear a turn of the motor is none of the joint, and how many there were before is not in the log. */
    private void requireCountedTurns() {
        for (int j = 0; j < n; j++) {
            if (motorTurns[j].steps() > 0) {
                throw new UserError(
                        "%s: the angle of the motor of joint \"%s\" steps by full turns %s times: only angles that count turns tell where the joint is"
                                .formatted(file, format.joints().get(j), motorTurns[j].steps()));
            }
        }
    }

    private double[] row(double[] fields, Columns columns) {
        int[] velocity = columns.velocity;
        int[] acceleration = columns.acceleration;
        double[] q = numbers(fields, columns.position);
        double[] qd = velocity == null ? new double[n] : numbers(fields, velocity);
        double[] qdd = acceleration == null ? new double[n] : numbers(fields, acceleration);
        double[] tau = numbers(fields, columns.effort);
        for (int j = 0; j < n; j++) {
            motorTurns[j].add(q[j]);
        }
        format.convert(q, qd, qdd, tau);
        double[] row = Arrays.copyOf(q, n * (2 + (velocity == null ? 0 : 1) + (acceleration == null ? 0 : 1)));
        int next = n;
        if (velocity != null) {
            System.arraycopy(qd, 0, row, next, n);
            next += n;
        }
        if (acceleration != null) {
            System.arraycopy(qdd, 0, row, next, n);
            next += n;
        }
        System.arraycopy(tau, 0, row, next, n);
        return row;
    }

    private static double[] numbers(double[] fields, int[] columns) {
        double[] numbers = new double[columns.length];
        for (int j = 0; j < columns.length; j++) {
            numbers[j] = fields[columns[j]];
        }
        return numbers;
    }

    private double number(String field, int line) {
        String text = field.strip();
        if (text.isEmpty() || text.equalsIgnoreCase("nan")) {
            return Double.NaN;
        }
        return DecimalNumber.parse(text)
                .orElseThrow(() -> new UserError(
                        "%s, line %s: \"%s\" is no %s".formatted(file, line, text, DecimalNumber.expected(text))));
    }

    private int[] all(Map<String, Integer> index, String quantity, String[] names) {
        int[] columns = new int[n];
        for (int j = 0; j < n; j++) {
            columns[j] = find(
                    index,
                    format.columns(quantity, j),
                    "the %s of joint \"%s\"".formatted(quantity, format.joints().get(j)),
                    names);
        }
        return columns;
    }

    /** The columns of a quantity, if there are any: one for every joint then. */
    private int @Nullable [] optional(Map<String, Integer> index, String quantity, String[] names) {
        for (int j = 0; j < n; j++) {
            if (first(index, format.columns(quantity, j)) != null) {
                return all(index, quantity, names);
            }
        }
        return null;
    }

    private static @Nullable Integer first(Map<String, Integer> index, List<String> candidates) {
        for (String candidate : candidates) {
            Integer column = index.get(candidate);
            if (column != null) {
                return column;
            }
        }
        return null;
    }

    private int find(Map<String, Integer> index, List<String> candidates, String what, String[] names) {
        Integer column = first(index, candidates);
        if (column == null) {
            List<String> there = Arrays.asList(names).subList(0, Math.min(SHOWN, names.length));
            throw new UserError("%s has no column for %s: it should be called %s; there are %s%s"
                    .formatted(
                            file,
                            what,
                            String.join(" or ", candidates.subList(0, Math.min(4, candidates.size()))),
                            String.join(", ", there),
                            names.length > SHOWN ? ", …" : ""));
        }
        return column;
    }
}
