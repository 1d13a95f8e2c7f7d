package dev.catena.sweep.source;

import static java.util.Objects.requireNonNull;

import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.StateTables;
import dev.catena.formats.table.TableReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a file, counted first and then read in order, so that a table may be larger than the memory. */
public final class TableStates implements StateSource {
    private static final int COUNTED_AT_ONCE = 1 << 12;

    private final Path file;

    /** The columns that are read, and where they are; results of other commands are passed over. */
    private final List<String> names = new ArrayList<>();

    private final List<Integer> places = new ArrayList<>();
    private final int columns;
    private final long states;
    private final String size;

    /**
     * Looks at a file.
     *
     * @throws FormatException where the file is no table, or has no rows
     */
    public TableStates(Path file) {
        this.file = file;
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            throw new FormatException(
                    file.toString(),
                    "a sweep reads its table more than once, which no pipe allows: write it to a file first");
        }
        try (TableReader table = NumberTables.open(file)) {
            columns = table.columns().size();
            for (int c = 0; c < columns; c++) {
                String name = table.columns().get(c);
                if (!StateTables.isResult(name)) {
                    names.add(name);
                    places.add(c);
                }
            }
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

    private double[] @Nullable [] room(int count) {
        double[] @Nullable [] rows = new double[columns][];
        places.forEach(c -> rows[c] = new double[count]);
        return rows;
    }

    private long count(TableReader table) {
        double[] @Nullable [] rows = room(COUNTED_AT_ONCE);
        long count = 0;
        for (int read = table.read(rows, COUNTED_AT_ONCE); read > 0; read = table.read(rows, COUNTED_AT_ONCE)) {
            for (int v = 0; v < places.size(); v++) {
                checkSigns(names.get(v), requireNonNull(rows[places.get(v)]), read);
            }
            count += read;
        }
        return count;
    }

    private void checkSigns(String name, double[] values, int count) {
        double least = 0;
        for (int k = 0; k < count; k++) {
            least = Math.min(least, values[k]);
        }
        try {
            Variable.checkSign(name, least);
        } catch (IllegalArgumentException e) {
            throw new FormatException(file.toString(), String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<String> variables() {
        return List.copyOf(names);
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

        synchronized void read(long first, int count, double[] @Nullable [] rows, int room) {
            if (table == null || first < next) {
                close();
                table = NumberTables.open(file);
                next = 0;
            }
            while (next < first) {
                next += read(table, rows, (int) Math.min(room, first - next));
            }
            next += read(table, rows, count);
        }

        private int read(TableReader from, double[] @Nullable [] rows, int count) {
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
        private double[] @Nullable [] rows = new double[0][];
        private int room;
        private long begun;

        RowReader(FilePass pass) {
            this.pass = pass;
        }

        @Override
        public void begin(long first, int count) {
            if (room < count) {
                rows = room(count);
                room = count;
            }
            pass.read(first, count, rows, room);
            begun = first;
        }

        @Override
        public void read(long first, int count, List<Target> targets) {
            for (int v = 0; v < places.size(); v++) {
                Target target = targets.get(v);
                System.arraycopy(
                        requireNonNull(rows[places.get(v)]), (int) (first - begun), target.array(), target.at(), count);
            }
        }
    }
}
