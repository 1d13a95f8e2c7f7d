package dev.catena.formats.table;

import org.jspecify.annotations.Nullable;

/** Makes rows of one table from rows of another; one thread. */
public interface RowMapping {
    /**
     * Maps some rows, of which none has to do with another.
     *
     * @param from by column of the table that is read: numbers of the rows, none for those that were not asked for
     * @param count how many rows
     * @param into by column of the table that is written
     */
    void map(double[] @Nullable [] from, int count, double[][] into);
}
