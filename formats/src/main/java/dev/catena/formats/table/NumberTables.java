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
    private NumberTables() {}

    /**
     * Begins to read.
     *
     * @throws FormatException where the file is no such table
     */
    public static TableReader open(Path file) {
        String ending = InputFile.ending(file);
        if (ending.equals("csv")) {
            return new CsvTableReader(file);
        }
        return format(ending)
                .orElseThrow(() -> new FormatException(
                        file.toString(), "a table ends in %s, but this file does not".formatted(endings())))
                .open(file);
    }

    /**
     * Begins to write.
     *
     * @throws IllegalArgumentException for another ending
     */
    public static TableSink create(Path file, List<TableColumn> columns) {
        String ending = InputFile.ending(file);
        if (ending.equals("csv")) {
            return new CsvTableSink(file, columns);
        }
        return format(ending)
                .orElseThrow(() -> new IllegalArgumentException(
                        "tables are written as %s, but not as \"%s\"".formatted(endings(), file)))
                .create(file, columns);
    }

    /** Whether a file of this name can be read and written. */
    public static boolean has(Path file) {
        String ending = InputFile.ending(file);
        return ending.equals("csv") || format(ending).isPresent();
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
