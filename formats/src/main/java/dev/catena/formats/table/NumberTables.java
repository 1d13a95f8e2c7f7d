package dev.catena.formats.table;

import dev.catena.formats.file.InputFile;
import dev.catena.formats.reading.FormatException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Tables of numbers in files, read and written a part at a time; the ending says the format: {@code .csv}, or
 * that of a {@link TableFormat} that another module brings.
 */
public final class NumberTables {
    private static final String CSV = "csv";

    private NumberTables() {}

    /**
     * Begins to read.
     *
     * @throws FormatException where the file is no such table
     */
    public static TableReader open(Path file) {
        return open(file, false);
    }

    /** As {@link #open}, but what is missing or NaN is read as NaN. */
    public static TableReader openWithGaps(Path file) {
        return open(file, true);
    }

    /** Begins to read: in the format that the ending says, or as comma-separated values under any other name. */
    public static TableReader openUnderAnyName(Path file) {
        return isOfFormat(file) ? open(file, false) : new CsvTableReader(file, false);
    }

    private static TableReader open(Path file, boolean withGaps) {
        String ending = InputFile.ending(file);
        if (ending.equals(CSV)) {
            return new CsvTableReader(file, withGaps);
        }
        return format(ending)
                .orElseThrow(() -> new FormatException(
                        file.toString(), "a table ends in %s, but this file does not".formatted(endings())))
                .open(file, withGaps);
    }

    /**
     * Begins to write.
     *
     * @throws IllegalArgumentException for another ending
     */
    public static TableSink create(Path file, List<TableColumn> columns) {
        String ending = InputFile.ending(file);
        if (ending.equals(CSV)) {
            return new CsvTableSink(file, columns);
        }
        return format(ending)
                .orElseThrow(() -> new IllegalArgumentException(
                        "tables are written as %s, but not as \"%s\"".formatted(endings(), file)))
                .create(file, columns);
    }

    /** Begins to write: in the format that the ending says, or as comma-separated values under any other name. */
    public static TableSink createUnderAnyName(Path file, List<TableColumn> columns) {
        return isOfFormat(file) ? create(file, columns) : new CsvTableSink(file, columns);
    }

    /** Whether a file of this name is in a format that another module brings. */
    public static boolean isOfFormat(Path file) {
        return format(InputFile.ending(file)).isPresent();
    }

    /** Whether a file of this name can be read and written. */
    public static boolean has(Path file) {
        String ending = InputFile.ending(file);
        return ending.equals(CSV) || format(ending).isPresent();
    }

    private static Optional<TableFormat> format(String ending) {
        for (TableFormat format : ServiceLoader.load(TableFormat.class, NumberTables.class.getClassLoader())) {
            if (format.ending().equals(ending)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /** What files may end in. */
    static String endings() {
        List<String> endings = new ArrayList<>(List.of(".csv"));
        for (TableFormat format : ServiceLoader.load(TableFormat.class, NumberTables.class.getClassLoader())) {
            endings.add("." + format.ending());
        }
        return String.join(" or ", endings);
    }
}
