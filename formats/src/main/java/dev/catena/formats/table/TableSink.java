package dev.catena.formats.table;

/**
 * Takes the rows of a table, cell by cell in the order of its columns. The file appears whole with {@link #finish}, or not
 * at all. All methods throw {@link java.io.UncheckedIOException} with the reason where writing fails. One thread.
 */
public interface TableSink extends AutoCloseable {
    void number(double value);

    /** Several numbers. */
    default void numbers(double... values) {
        for (double value : values) {
            number(value);
        }
    }

    void whole(long value);

    void text(String value);

    /** Ends the row. */
    void end();

    /** How many bytes there is room for; infinity where nobody knows. */
    default double room() {
        return Double.POSITIVE_INFINITY;
    }

    /** Puts the file in its place. */
    void finish();

    /** Ends the writing; what was not finished leaves nothing behind. */
    @Override
    void close();
}
