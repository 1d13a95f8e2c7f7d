package dev.catena.sweep.source;

import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a file, read once and in order, so that a table may be larger than the memory. */
public final class TableStates implements StateSource {
    private static final int COUNTED_AT_ONCE = 1 << 12;

    private final Path file;
    private final List<String> names;
    private final long states;
    private final String size;

    /**
     * Looks at a file.
     *
     * @throws FormatException where the file is no table, or has no rows
     */
    public TableStates(Path file) {
        this.file = file;
        try (TableReader table = NumberTables.open(file)) {
            names = List.copyOf(table.columns());
            states = count(table);
        }
        if (states == 0) {
            throw new FormatException(file.toString(), "the table has no rows");
        }
        StateSource.checkNames(names);
        size = size(file);
    }

    private static String size(Path file) {
        try {
            return Files.size(file) + " bytes of " + Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long count(TableReader table) {
        double[][] rows = new double[table.columns().size()][COUNTED_AT_ONCE];
        long count = 0;
        for (int read = table.read(rows, COUNTED_AT_ONCE); read > 0; read = table.read(rows, COUNTED_AT_ONCE)) {
            count += read;
        }
        return count;
    }

    @Override
    public List<String> variables() {
        return names;
    }

    @Override
    public long states() {
        return states;
    }

    @Override
    public boolean isDrawn() {
        return false;
    }

    @Override
    public String description() {
        return "table %s of %s".formatted(file.toAbsolutePath().normalize(), size);
    }

    @Override
    public Pass open() {
        return new FilePass();
    }

    /** A file that is read on. */
    private final class FilePass implements Pass {
        private @Nullable TableReader table;
        private long next;

        @Override
        public Reader reader() {
            return new RowReader(this);
        }

        synchronized void read(long first, int count, double[][] rows) {
            if (table == null || first < next) {
                close();
                table = NumberTables.open(file);
                next = 0;
            }
            while (next < first) {
                next += read(table, rows, (int) Math.min(rows[0].length, first - next));
            }
            next += read(table, rows, count);
        }

        private int read(TableReader from, double[][] rows, int count) {
            int read = from.read(rows, count);
            if (read != count) {
                throw new FormatException(file.toString(), "the file became shorter while it was read");
            }
            return read;
        }

        @Override
        public synchronized void close() {
            if (table != null) {
                table.close();
                table = null;
            }
        }
    }

    /** Holds the rows that were begun. */
    private final class RowReader implements Reader {
        private final FilePass pass;
        private double[][] rows = new double[0][];
        private long begun;

        RowReader(FilePass pass) {
            this.pass = pass;
        }

        @Override
        public void begin(long first, int count) {
            if (rows.length == 0 || rows[0].length < count) {
                rows = new double[names.size()][count];
            }
            pass.read(first, count, rows);
            begun = first;
        }

        @Override
        public void read(long first, int count, List<Target> targets) {
            for (int v = 0; v < rows.length; v++) {
                Target target = targets.get(v);
                System.arraycopy(rows[v], (int) (first - begun), target.array(), target.at(), count);
            }
        }
    }
}
