package dev.catena.formats.table;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some rows on their way from one table to another: as text or as numbers when they come, as text or as numbers when they
 * go. Handed from thread to thread, and used again.
 */
final class TableBlock {
    /** Text of a block. */
    private static final int BYTES = 1 << 19;

    /** Rows that are mapped at once, and those of a block of numbers. */
    private static final int ROWS = 2048;

    private final boolean[] wanted;

    private final byte[] text;
    private int bytes;
    private double[] @Nullable [] numbers = new double[0][];

    /** How many rows were parsed ahead, and where their text ends. */
    private int parsed;

    private int parsedEnd;

    private int rows;
    private boolean isPlain;
    private @Nullable RowMappingException failure;
    private byte[] printed = new byte[0];
    private int printedLength;
    private final List<double[][]> pieces = new ArrayList<>();

    /** What a thread needs to work on blocks. */
    static final class Tools {
        private final RowMapping mapping;
        private final int columns;
        private final @Nullable RowText toText;
        private final PlainLines plain = new PlainLines();
        private final double[] @Nullable [] from;

        /**
         * Such tools.
         *
         * @param wanted which columns are read
         * @param columns how many are written
         * @param toText how, where they are written as text
         */
        Tools(RowMapping mapping, boolean[] wanted, int columns, @Nullable RowText toText) {
            this.mapping = mapping;
            this.columns = columns;
            this.toText = toText;
            from = room(wanted);
        }
    }

    /**
     * An empty block.
     *
     * @param wanted which columns are read
     */
    TableBlock(boolean[] wanted, boolean fromText) {
        this.wanted = wanted;
        text = new byte[fromText ? BYTES : 0];
    }

    private static double[] @Nullable [] room(boolean[] wanted) {
        double[] @Nullable [] rows = new double[wanted.length][];
        for (int c = 0; c < rows.length; c++) {
            rows[c] = wanted[c] ? new double[ROWS] : null;
        }
        return rows;
    }

    /** Takes lines of text; false where there is no whole line. */
    boolean fillWithText(CsvTableReader reader) {
        bytes = reader.takeLines(text);
        parsed = 0;
        parsedEnd = 0;
        return bytes > 0;
    }

    /** Takes rows of numbers; false at the end of the table. */
    boolean fillWithNumbers(TableReader reader) {
        if (numbers.length == 0) {
            numbers = room(wanted);
        }
        bytes = 0;
        rows = reader.read(numbers, ROWS);
        return rows > 0;
    }

    /** Parses the first rows, while nobody can say yet what becomes of them. */
    void parseAhead() {
        if (numbers.length == 0) {
            numbers = room(wanted);
        }
        PlainLines plain = new PlainLines();
        parsed = plain.read(text, 0, bytes, numbers, 0, ROWS);
        parsedEnd = plain.end();
    }

    /** Gives the text back to where it came from. */
    void putBack(CsvTableReader reader) {
        reader.putBack(text, bytes);
    }

    /** Parses, maps and prints. */
    void work(Tools tools) {
        printedLength = 0;
        failure = null;
        isPlain = true;
        if (bytes == 0) {
            boolean unused = map(tools, numbers, rows, 0, 0);
            return;
        }
        rows = 0;
        int at = 0;
        for (int piece = 0; at < bytes; piece++) {
            boolean isParsed = piece == 0 && parsed > 0;
            int count = isParsed ? parsed : tools.plain.read(text, at, bytes, tools.from, 0, ROWS);
            at = isParsed ? parsedEnd : tools.plain.end();
            isPlain = at == bytes || count == ROWS;
            if (!isPlain || !map(tools, isParsed ? numbers : tools.from, count, piece, rows)) {
                return;
            }
            rows += count;
        }
    }

    private boolean map(Tools tools, double[] @Nullable [] from, int count, int piece, int first) {
        RowText toText = tools.toText;
        int place = toText == null ? piece : 0;
        if (pieces.size() == place) {
            pieces.add(new double[tools.columns][ROWS]);
        }
        double[][] into = pieces.get(place);
        try {
            tools.mapping.map(from, count, into);
        } catch (RuntimeException e) {
            failure = new RowMappingException(first, e);
            return false;
        }
        if (toText != null) {
            print(toText, into, count);
        }
        return true;
    }

    private void print(RowText pattern, double[][] columns, int count) {
        int room = printedLength + count * pattern.longestRow();
        if (room > printed.length) {
            printed = Arrays.copyOf(printed, Math.max(room, printed.length + printed.length / 2));
        }
        int at = printedLength;
        for (int row = 0; row < count; row++) {
            at = pattern.print(columns, row, printed, at);
        }
        printedLength = at;
    }

    /** Whether all of its text was plain numbers. */
    boolean isPlain() {
        return isPlain;
    }

    /** How many rows came as text. */
    int linesOfText() {
        return bytes > 0 ? rows : 0;
    }

    int rows() {
        return rows;
    }

    /** Fails as the mapping did, if it did. */
    void check(long rowsBefore) {
        RowMappingException failed = failure;
        if (failed != null) {
            throw new RowMappingException(
                    rowsBefore + failed.firstRow(), (RuntimeException) requireNonNull(failed.getCause()));
        }
    }

    /** Writes the rows as text, but for some bytes at the beginning. */
    void write(OutputStream out, int without) throws IOException {
        out.write(printed, without, printedLength - without);
    }

    /** Writes the rows as numbers. */
    void write(TableSink sink) {
        for (int row = 0; row < rows; row++) {
            for (double[] column : pieces.get(row / ROWS)) {
                sink.number(column[row % ROWS]);
            }
            sink.end();
        }
    }
}
