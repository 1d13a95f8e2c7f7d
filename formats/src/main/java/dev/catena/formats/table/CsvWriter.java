package dev.catena.formats.table;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.OutputFile;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Lines of comma-separated values, cell by cell: {@code csv.text("time").text("q_1").end()}. Cells with commas, quotes
 * or line breaks stand between double quotes, as in RFC 4180; numbers have the digits that give back the same double.
 */
public final class CsvWriter {
    private final Appendable out;
    private boolean begun;

    /** @param out where the lines go, such as an {@link OutputFile} */
    public CsvWriter(Appendable out) {
        this.out = out;
    }

    @CanIgnoreReturnValue
    public CsvWriter text(String cell) {
        return cell(quoted(cell));
    }

    @CanIgnoreReturnValue
    public CsvWriter number(double value) {
        return cell(DecimalNumber.format(value));
    }

    @CanIgnoreReturnValue
    public CsvWriter numbers(double... values) {
        for (double value : values) {
            cell(DecimalNumber.format(value));
        }
        return this;
    }

    /** Ends the line. */
    public void end() {
        append("\n");
        begun = false;
    }

    @CanIgnoreReturnValue
    private CsvWriter cell(String text) {
        if (begun) {
            append(",");
        }
        append(text);
        begun = true;
        return this;
    }

    private void append(String text) {
        try {
            out.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write: " + e.getMessage(), e);
        }
    }

    static String quoted(String cell) {
        boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                && cell.equals(cell.strip());
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
