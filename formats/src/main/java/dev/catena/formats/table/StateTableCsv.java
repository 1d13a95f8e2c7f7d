package dev.catena.formats.table;

import dev.catena.formats.reading.FormatException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/**
 * State tables as CSV: a header {@code time,q_<joint>,qd_<joint>,qdd_<joint>,qddd_<joint>,tau_<joint>} with the columns
 * in any order, then one line for each state. Only {@code q_} is needed for every joint; other columns of a joint that
 * are missing are zero. A base that moves has the columns {@code base_x} and so on, see {@link BaseColumns}. Results that
 * commands write into such tables, {@code tauRate_<joint>} and {@code violations}, are passed over. Names with commas or quotes stand between double quotes, as in RFC 4180.
 */
public final class StateTableCsv {
    private StateTableCsv() {}

    /**
     * Reads a table.
     *
     * @param file what to call the file in messages
     * @throws FormatException with line and column of the first error
     */
    public static StateTable read(String text, String file) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (CsvTableReader reader = new CsvTableReader(new ByteArrayInputStream(bytes), file, false)) {
            return StateTableRows.read(reader, file);
        }
    }

    /** The table as text; wrenches and the motion of the base are left out. */
    public static String write(StateTable table) {
        StringBuilder text = new StringBuilder();
        write(table, text);
        return text.toString();
    }

    /** Writes the table line by line; as {@link #write(StateTable)}. */
    public static void write(StateTable table, Appendable out) {
        try (CsvTableSink sink = new CsvTableSink(out, StateTableRows.columns(table))) {
            StateTableRows.write(table, sink);
            sink.finish();
        }
    }
}
