package dev.catena.formats.table;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.FileFailure;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.reading.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Comma-separated numbers under a header. Numbers are read out of the bytes; a line with anything else in it, quotes or
 * mistakes, is looked at again as text.
 */
final class CsvTableReader implements TableReader {
    private static final int BUFFER = 1 << 20;

    /** No line may be longer than this. */
    private static final int LONGEST_LINE = 64 << 20;

    private final String file;

    private final InputStream in;
    private final boolean withGaps;
    private final PlainLines plain = new PlainLines();
    private byte[] buffer = new byte[BUFFER];
    private int at;
    private int filled;
    private boolean ended;
    private int line = 1;
    private final int headerLine;
    private final List<String> columns;

    /** Where the rows of the last reading begin. */
    private int[] lines = new int[0];

    /** Opens a file and reads its header. */
    CsvTableReader(Path path, boolean withGaps) {
        this(open(path), path.toString(), withGaps);
    }

    private static InputStream open(Path path) {
        try {
            return InputFile.open(path);
        } catch (IOException e) {
            throw FileFailure.reading(path, e);
        }
    }

    /**
     * Reads the header.
     *
     * @param file what to call it in messages
     * @param withGaps whether empty cells and NaN are read as NaN
     */
    CsvTableReader(InputStream in, String file, boolean withGaps) {
        this.in = in;
        this.file = file;
        this.withGaps = withGaps;
        try {
            fill();
            if (filled >= 3 && buffer[0] == (byte) 0xEF && buffer[1] == (byte) 0xBB && buffer[2] == (byte) 0xBF) {
                at = 3;
            }
            List<String> header = List.of();
            while (header.isEmpty() && hasLine()) {
                header = cells(lineEnd());
            }
            if (header.isEmpty()) {
                throw new FormatException(file, "the file is empty, but a header such as time,q_<joint>,… is expected");
            }
            columns = List.copyOf(header);
            headerLine = line - 1;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    int headerLine() {
        return headerLine;
    }

    /** The line in which a row of the last reading begins. */
    int line(int row) {
        return lines[row];
    }

    @Override
    public int read(double[] @Nullable [] rows, int most) {
        int row = 0;
        if (lines.length < most) {
            lines = new int[most];
        }
        while (row < most && hasLine()) {
            int end = wholeLinesEnd();
            if (end == at && !ended) {
                fill();
                end = wholeLinesEnd();
            }
            int count = plain.read(buffer, at, end, rows, row, most - row);
            for (int k = 0; k < count; k++) {
                lines[row + k] = line + k;
            }
            at = plain.end();
            line += count;
            row += count;
            if (row < most && hasLine()) {
                lines[row] = line;
                row += readCarefully(rows, row, lineEnd()) ? 1 : 0;
            }
        }
        return row;
    }

    /** Where the last line of the buffer ends that is whole. */
    private int wholeLinesEnd() {
        return lineEndBefore(buffer, filled, at);
    }

    /** A method of its own, so that what it is called from need not be compiled on its account. */
    private static int lineEndBefore(byte[] text, int to, int from) {
        int i = to;
        while (i > from && text[i - 1] != '\n') {
            i--;
        }
        return i;
    }

    /**
     * Hands out the next lines of the file as bytes.
     *
     * @return how many bytes, and zero where there is no whole line left that has room
     */
    int takeLines(byte[] into) {
        // what the buffer has, and all else right from the file
        int count = Math.min(filled - at, into.length);
        System.arraycopy(buffer, at, into, 0, count);
        at += count;
        if (count < into.length && !ended) {
            count += read(into, count);
        }
        int end = lineEndBefore(into, count, 0);
        giveBack(into, end, count - end);
        return end;
    }

    /** Reads until an array is full or the file ends. */
    private int read(byte[] into, int from) {
        try {
            int read = in.readNBytes(into, from, into.length - from);
            ended = from + read < into.length;
            return read;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Puts bytes before those that are left. */
    private void giveBack(byte[] text, int from, int count) {
        if (count > at) {
            int left = filled - at;
            byte[] more = new byte[Math.max(buffer.length, count + left)];
            System.arraycopy(buffer, at, more, count, left);
            buffer = more;
            at = count;
            filled = count + left;
        }
        at -= count;
        System.arraycopy(text, from, buffer, at, count);
    }

    /** So many lines that were handed out have been read. */
    void passed(int count) {
        line += count;
    }

    /** Takes back lines that were handed out last. */
    void putBack(byte[] text, int count) {
        giveBack(text, 0, count);
    }

    /** Reads a line as text; whether it was a row, for blank ones are none. */
    private boolean readCarefully(double[] @Nullable [] rows, int row, int end) {
        int start = line;
        List<String> cells = cells(end);
        if (cells.isEmpty()) {
            return false;
        }
        if (cells.size() != columns.size()) {
            throw wrong(
                    start,
                    Math.min(cells.size(), columns.size()),
                    "the line has %s values, but the header has %s columns".formatted(cells.size(), columns.size()));
        }
        for (int c = 0; c < cells.size(); c++) {
            double[] into = rows[c];
            if (into != null) {
                into[row] = number(cells.get(c), start, c + 1);
            }
        }
        return true;
    }

    private double number(String cell, int row, int column) {
        OptionalDouble value = DecimalNumber.parse(cell);
        if (value.isPresent()) {
            return value.getAsDouble();
        }
        if (withGaps && (cell.isEmpty() || cell.equalsIgnoreCase("nan"))) {
            return Double.NaN;
        }
        String shown = cell.length() > 40 ? cell.substring(0, 40) + "…" : cell;
        throw wrong(row, column, "\"%s\" is no %s".formatted(shown, DecimalNumber.expected(cell)));
    }

    /** The last line may end without a newline. */
    private void next(int end) {
        at = Math.min(end + 1, filled);
        line++;
    }

    /** The cells of the line as text, with those lines that a quoted cell goes over; none where it is blank. */
    private List<String> cells(int end) {
        int start = line;
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        String text = text(at, end);
        next(end);
        int i = 0;
        boolean blank = true;
        while (true) {
            cell.setLength(0);
            boolean quoted = i < text.length() && text.charAt(i) == '"';
            if (quoted) {
                i++;
                while (true) {
                    if (i >= text.length()) {
                        if (!hasLine()) {
                            throw wrong(start, cells.size() + 1, "a quoted cell does not end");
                        }
                        int more = lineEnd();
                        text = text + "\n" + text(at, more);
                        next(more);
                        continue;
                    }
                    char c = text.charAt(i++);
                    if (c == '"') {
                        if (i >= text.length() || text.charAt(i) != '"') {
                            break;
                        }
                        i++;
                    }
                    cell.append(c);
                }
            }
            int rest = i;
            while (i < text.length() && text.charAt(i) != ',') {
                i++;
            }
            String unquoted = text.substring(rest, i).strip();
            if (quoted && !unquoted.isEmpty()) {
                throw wrong(start, cells.size() + 1, "\"%s\" follows a closing quote".formatted(unquoted));
            }
            blank &= !quoted && unquoted.isEmpty();
            cells.add(quoted ? cell.toString() : unquoted);
            if (i >= text.length()) {
                return blank && cells.size() == 1 ? List.of() : cells;
            }
            i++;
        }
    }

    private String text(int from, int end) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(buffer, from, end - from))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new FormatException(file + ":" + line, "the file is not text in UTF-8");
        }
    }

    private boolean hasLine() {
        if (at >= filled && !ended) {
            fill();
        }
        return at < filled;
    }

    /** Where the line ends, all of which is in the buffer then. */
    private int lineEnd() {
        int i = at;
        while (true) {
            while (i < filled && buffer[i] != '\n') {
                i++;
            }
            if (i < filled || ended) {
                return i;
            }
            int read = i - at;
            fill();
            i = at + read;
        }
    }

    /** Moves what is left to the front and reads on. */
    private void fill() {
        int left = filled - at;
        if (left > buffer.length / 2) {
            if (buffer.length >= LONGEST_LINE) {
                throw new FormatException(file + ":" + line, "the line has more than %s bytes".formatted(LONGEST_LINE));
            }
            buffer = Arrays.copyOfRange(buffer, at, at + 2 * buffer.length);
        } else {
            System.arraycopy(buffer, at, buffer, 0, left);
        }
        at = 0;
        filled = left;
        filled += read(buffer, filled);
    }

    private UncheckedIOException failed(IOException e) {
        return new UncheckedIOException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }

    private FormatException wrong(int row, int column, String text) {
        return new FormatException("%s:%s, column %s".formatted(file, row, column), text);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }
}
