package dev.catena.formats.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a table of numbers a part at a time, so that it may be larger than the memory. One thread. */
public interface TableReader extends AutoCloseable {
    /** Names of the columns. */
    List<String> columns();

    /**
     * Reads the next rows.
     *
     * @param rows by column: where the numbers go, from the first entry on; null for a column to be passed over, which may
     *     hold anything; the same columns in every call
     * @param most how many rows at most
     * @return how many there were; fewer than asked at the end of the table only
     * @throws dev.catena.formats.reading.FormatException for what is no finite number, with its place
     */
    int read(double[] @Nullable [] rows, int most);

    @Override
    void close();
}
