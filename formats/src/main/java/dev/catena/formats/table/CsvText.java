package dev.catena.formats.table;

import dev.catena.formats.file.DecimalWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Rows of comma-separated values as bytes, in an array that grows. */
final class CsvText {
    private byte[] bytes;
    private int used;
    private boolean begun;

    CsvText(int room) {
        bytes = new byte[room];
    }

    /** The text, from the first byte on. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return used;
    }

    void clear() {
        used = 0;
    }

    private void begin(int more) {
        reserve(more + 2);
        if (begun) {
            bytes[used++] = ',';
        }
        begun = true;
    }

    private void reserve(int more) {
        if (used + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(used + more, 2 * bytes.length));
        }
    }

    void number(double value) {
        begin(DecimalWriter.LONGEST);
        used = DecimalWriter.write(value, bytes, used);
    }

    void whole(long value) {
        begin(DecimalWriter.LONGEST);
        used = DecimalWriter.write(value, bytes, used);
    }

    void text(String value) {
        byte[] cell = quoted(value).getBytes(StandardCharsets.UTF_8);
        begin(cell.length);
        System.arraycopy(cell, 0, bytes, used, cell.length);
        used += cell.length;
    }

    void end() {
        reserve(1);
        bytes[used++] = '\n';
        begun = false;
    }

    private static String quoted(String cell) {
        boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                && cell.equals(cell.strip());
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
