package dev.catena.formats.table;

import dev.catena.formats.file.DecimalWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** How rows of numbers look as text: what stands before all, before, between and behind the numbers of a row, and behind all. */
public final class RowText {
    private final byte[] before;
    private final byte[] between;
    private final byte[][] fragments;
    private final byte[] after;
    private final int room;

    /**
     * Such a text.
     *
     * @param before what the text begins with
     * @param between what stands between two rows
     * @param fragments what stands before each number of a row, and behind the last: one more than there are numbers
     * @param after what the text ends with
     */
    public RowText(String before, String between, List<String> fragments, String after) {
        this.before = bytes(before);
        this.between = bytes(between);
        this.fragments = fragments.stream().map(RowText::bytes).toArray(byte[][]::new);
        this.after = bytes(after);
        int length = this.between.length;
        for (byte[] fragment : this.fragments) {
            length += fragment.length + DecimalWriter.LONGEST;
        }
        room = length;
    }

    /** Comma-separated values. */
    public static RowText csv(List<TableColumn> columns) {
        CsvText header = new CsvText(1 << 10);
        columns.forEach(column -> header.text(column.name()));
        header.end();
        String[] fragments = new String[columns.size() + 1];
        Arrays.fill(fragments, ",");
        fragments[0] = "";
        fragments[columns.size()] = "\n";
        return new RowText(
                new String(header.bytes(), 0, header.length(), StandardCharsets.UTF_8), "", List.of(fragments), "");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    byte[] before() {
        return before.clone();
    }

    byte[] after() {
        return after.clone();
    }

    /** The bytes that every row begins with, and the first of the table does not. */
    int betweenRows() {
        return between.length;
    }

    /** No row has more bytes than this. */
    int longestRow() {
        return room;
    }

    /** Prints a row into bytes that have room for it; returns where it ends. */
    int print(double[][] columns, int row, byte[] out, int at) {
        int place = copy(between, out, at);
        for (int c = 0; c < columns.length; c++) {
            place = copy(fragments[c], out, place);
            place = DecimalWriter.write(columns[c][row], out, place);
        }
        return copy(fragments[columns.length], out, place);
    }

    private static int copy(byte[] fragment, byte[] out, int at) {
        int length = fragment.length;
        if (length == 1) {
            out[at] = fragment[0];
        } else {
            System.arraycopy(fragment, 0, out, at, length);
        }
        return at + length;
    }
}
