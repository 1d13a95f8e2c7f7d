package dev.catena.sweep;

import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of a sweep: a row for each bin that has states, and for each joint where results are by joint. */
public final class SweepTable {
    private final List<TableColumn> columns;
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private final long states;
    private final long outside;

    SweepTable(List<TableColumn> columns, long states, long outside) {
        this.columns = List.copyOf(columns);
        this.states = states;
        this.outside = outside;
    }

    void add(Object[] row) {
        rows.add(row);
    }

    public List<TableColumn> columns() {
        return columns;
    }

    public int rows() {
        return rows.size();
    }

    /** How many states were evaluated. */
    public long states() {
        return states;
    }

    /** How many of them are in no bin of the keys. */
    public long outside() {
        return outside;
    }

    /** Where a column is. */
    public Optional<Integer> column(String name) {
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c).name().equals(name)) {
                return Optional.of(c);
            }
        }
        return Optional.empty();
    }

    /**
     * A number.
     *
     * @throws IllegalArgumentException for a column of texts
     */
    public double number(int row, int column) {
        if (rows.get(row)[column] instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(
                "%s is a text".formatted(columns.get(column).name()));
    }

    public String text(int row, int column) {
        return String.valueOf(rows.get(row)[column]);
    }

    /** Writes all rows. */
    public void write(TableSink sink) {
        for (Object[] row : rows) {
            for (Object value : row) {
                if (value instanceof Double number) {
                    sink.number(number);
                } else if (value instanceof Long whole) {
                    sink.whole(whole);
                } else {
                    sink.text(String.valueOf(value));
                }
            }
            sink.end();
        }
    }
}
