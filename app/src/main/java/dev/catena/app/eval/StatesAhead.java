package dev.catena.app.eval;

import static java.util.Objects.requireNonNull;

import dev.catena.formats.table.MappedTable;
import dev.catena.formats.table.StateTables;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A file of states that is opened, and begun to be parsed, by other threads while the robot is read and compiled. */
public final class StatesAhead implements AutoCloseable {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    private final FutureTask<MappedTable> opening;

    /** Begins; what is wrong with the file is said when the table is asked for. */
    public StatesAhead(Path states) {
        opening = new FutureTask<>(() -> begun(states));
        Thread thread = new Thread(opening, "catena-states");
        thread.setDaemon(true);
        thread.start();
    }

    private static MappedTable begun(Path states) {
        MappedTable table = open(states);
        try {
            table.begin(THREADS);
            return table;
        } catch (RuntimeException e) {
            table.close();
            throw e;
        }
    }

    /** Opens the columns that states have; others may hold anything. */
    static MappedTable open(Path states) {
        return new MappedTable(states, name -> !StateTables.isResult(name));
    }

    /** The table, of which this one object stays the owner. */
    MappedTable table() {
        try {
            return opening.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a table was opened", e);
        } catch (ExecutionException e) {
            if (requireNonNull(e.getCause()) instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("a table was not opened: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        MappedTable table;
        try {
            table = table();
        } catch (RuntimeException e) {
            // it never was open, of which whoever asked for it was told
            return;
        }
        table.close();
    }
}
