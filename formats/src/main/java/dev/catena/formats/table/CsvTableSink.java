package dev.catena.formats.table;

import dev.catena.formats.file.DecimalWriter;
import dev.catena.formats.file.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Comma-separated values, without an object for each number. Cells with commas, quotes or line breaks stand between double
 * quotes, as in RFC 4180; numbers have the digits that give back the same double.
 */
public final class CsvTableSink implements TableSink {
    private static final int BUFFER = 1 << 16;

    private final @Nullable OutputFile file;
    private final OutputStream out;
    private byte[] buffer = new byte[BUFFER];
    private int used;
    private boolean begun;
    private final boolean byLine;

    /** A file, with its header. */
    CsvTableSink(Path path, List<TableColumn> columns) {
        file = OutputFile.open(path);
        out = file.stream();
        byLine = false;
        header(columns);
    }

    /** Into a stream, with the header; the stream is flushed at the end and stays open. */
    public CsvTableSink(OutputStream out, List<TableColumn> columns) {
        file = null;
        this.out = out;
        byLine = false;
        header(columns);
    }

    /** Into text, each line as soon as it ends. */
    public CsvTableSink(Appendable text, List<TableColumn> columns) {
        file = null;
        out = new TextStream(text);
        byLine = true;
        header(columns);
    }

    private void header(List<TableColumn> columns) {
        columns.forEach(column -> text(column.name()));
        end();
    }

    /** Makes room for a cell. */
    private void reserve(int bytes) {
        if (used + bytes > buffer.length) {
            flush();
            if (bytes > buffer.length) {
                buffer = new byte[bytes];
            }
        }
    }

    private void flush() {
        try {
            out.write(buffer, 0, used);
            used = 0;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write: " + e.getMessage(), e);
        }
    }

    private void begin(int bytes) {
        reserve(bytes + 2);
        if (begun) {
            buffer[used++] = ',';
        }
        begun = true;
    }

    @Override
    public void number(double value) {
        begin(DecimalWriter.LONGEST);
        used = DecimalWriter.write(value, buffer, used);
    }

    @Override
    public void whole(long value) {
        begin(DecimalWriter.LONGEST);
        used = DecimalWriter.write(value, buffer, used);
    }

    @Override
    public void text(String value) {
        byte[] bytes = quoted(value).getBytes(StandardCharsets.UTF_8);
        begin(bytes.length);
        System.arraycopy(bytes, 0, buffer, used, bytes.length);
        used += bytes.length;
    }

    @Override
    public void end() {
        reserve(1);
        buffer[used++] = '\n';
        begun = false;
        if (byLine) {
            flush();
        }
    }

    @Override
    public double room() {
        return file == null ? TableSink.super.room() : file.room();
    }

    @Override
    public void finish() {
        flush();
        if (file != null) {
            file.finish();
        } else {
            try {
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }

    private static String quoted(String cell) {
        boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                && cell.equals(cell.strip());
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
