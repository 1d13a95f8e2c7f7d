package dev.catena.formats.table;

import dev.catena.formats.file.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Comma-separated values, without an object for each number. Cells with commas, quotes or line breaks stand between double
 * quotes, as in RFC 4180; numbers have the digits that give back the same double.
 */
public final class CsvTableSink implements TableSink {
    private static final int BUFFER = 1 << 16;

    /** What is left when the buffer is written. */
    private static final int ROOM = 64;

    private final @Nullable OutputFile file;
    private final OutputStream out;
    private final CsvText text = new CsvText(BUFFER);
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
        columns.forEach(column -> text.text(column.name()));
        end();
    }

    private void flush() {
        try {
            out.write(text.bytes(), 0, text.length());
            text.clear();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write: " + e.getMessage(), e);
        }
    }

    private void flushIfFull() {
        if (text.length() > BUFFER - ROOM) {
            flush();
        }
    }

    @Override
    public void number(double value) {
        text.number(value);
        flushIfFull();
    }

    @Override
    public void whole(long value) {
        text.whole(value);
        flushIfFull();
    }

    @Override
    public void text(String value) {
        text.text(value);
        flushIfFull();
    }

    @Override
    public void end() {
        text.end();
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
}
