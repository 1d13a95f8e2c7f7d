package dev.catena.formats.table;

import dev.catena.formats.file.DecimalReader;
import org.jspecify.annotations.Nullable;

/** Numbers out of lines that have nothing but numbers, commas and blanks in the columns that are asked for. One thread. */
final class PlainLines {
    private final DecimalReader number = new DecimalReader();
    private byte[] text = new byte[0];
    private int end;

    /** Where the first line begins that was not read. */
    int end() {
        return end;
    }

    /**
     * Reads lines as long as they are plain.
     *
     * @param to the end of a line, behind its line feed
     * @param rows as for {@link TableReader#read}
     * @param first where the first row goes
     * @param most how many rows at most
     * @return how many there were
     */
    int read(byte[] bytes, int from, int to, double[] @Nullable [] rows, int first, int most) {
        text = bytes;
        end = from;
        int count = 0;
        while (count < most && end < to) {
            int next = lineEnd(end, to, rows, first + count);
            if (next < 0) {
                return count;
            }
            end = next;
            count++;
        }
        return count;
    }

    /** Reads a line; returns where the next one begins, or −1 where the line is not plain. */
    private int lineEnd(int from, int to, double[] @Nullable [] rows, int row) {
        int i = from;
        int last = rows.length - 1;
        for (int c = 0; c <= last; c++) {
            byte delimiter = c < last ? (byte) ',' : (byte) '\n';
            double[] into = rows[c];
            int end = into == null ? cellEnd(i, to) : numberEnd(i, to, delimiter, into, row);
            if (end < 0 || end >= to || text[end] != delimiter) {
                return -1;
            }
            i = end + 1;
        }
        return i;
    }

    /** Reads a number; returns where its cell ends, or −1 where it is none. */
    private int numberEnd(int from, int to, byte delimiter, double[] into, int row) {
        if (to - from >= DecimalReader.PLAIN_ROOM) {
            int end = number.parsePlain(text, from);
            if (end >= 0 && text[end] == delimiter) {
                into[row] = number.value();
                return end;
            }
        }
        int begin = blanksEnd(from, to);
        if (!number.parse(text, begin, to) || !(Math.abs(number.value()) <= Double.MAX_VALUE)) {
            return -1;
        }
        into[row] = number.value();
        return blanksEnd(number.end(), to);
    }

    private int blanksEnd(int from, int to) {
        int i = from;
        while (i < to && (text[i] == ' ' || text[i] == '\r' || text[i] == '\t')) {
            i++;
        }
        return i;
    }

    /** Where a cell without quotes ends; at a quote, which nothing but a careful look gets over. */
    private int cellEnd(int from, int to) {
        int i = from;
        while (i < to && text[i] != ',' && text[i] != '\n' && text[i] != '"') {
            i++;
        }
        return i;
    }
}
