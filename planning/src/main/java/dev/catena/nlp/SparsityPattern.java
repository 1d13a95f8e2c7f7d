package dev.catena.nlp;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Arrays;

/**
 * The places of a sparse matrix that may differ from zero, in the order in which their values come. Immutable.
 *
 * <pre>{@code
 * SparsityPattern.Builder pattern = SparsityPattern.builder(2, 3);
 * int first = pattern.add(0, 2);   // 0: values[first] belongs to row 0, column 2
 * }</pre>
 */
public final class SparsityPattern {
    private final int rowCount;
    private final int columnCount;
    private final int[] rows;
    private final int[] columns;

    private SparsityPattern(int rowCount, int columnCount, int[] rows, int[] columns) {
        this.rowCount = rowCount;
        this.columnCount = columnCount;
        this.rows = rows;
        this.columns = columns;
    }

    /** A pattern to be filled entry by entry. */
    public static Builder builder(int rowCount, int columnCount) {
        return new Builder(rowCount, columnCount);
    }

    /** All entries, row by row. */
    public static SparsityPattern dense(int rowCount, int columnCount) {
        Builder pattern = builder(rowCount, columnCount);
        for (int i = 0; i < rowCount; i++) {
            pattern.addRow(i, 0, columnCount);
        }
        return pattern.build();
    }

    /** The lower triangle with its diagonal, row by row: (0,0), (1,0), (1,1), (2,0), … */
    public static SparsityPattern lowerTriangle(int size) {
        Builder pattern = builder(size, size);
        for (int i = 0; i < size; i++) {
            pattern.addRow(i, 0, i + 1);
        }
        return pattern.build();
    }

    public int rowCount() {
        return rowCount;
    }

    public int columnCount() {
        return columnCount;
    }

    /** Number of entries. */
    public int entryCount() {
        return rows.length;
    }

    /** Row of an entry. */
    public int row(int entry) {
        return rows[entry];
    }

    /** Column of an entry. */
    public int column(int entry) {
        return columns[entry];
    }

    @Override
    public String toString() {
        return rowCount + " × " + columnCount + " with " + rows.length + " entries";
    }

    /** Collects entries. */
    public static final class Builder {
        private final int rowCount;
        private final int columnCount;
        private int[] rows = new int[16];
        private int[] columns = new int[16];
        private int size;

        private Builder(int rowCount, int columnCount) {
            if (rowCount < 0 || columnCount < 0) {
                throw new IllegalArgumentException(
                        "a matrix cannot have " + rowCount + " rows and " + columnCount + " columns");
            }
            this.rowCount = rowCount;
            this.columnCount = columnCount;
        }

        /** Adds one entry and returns its index. */
        @CanIgnoreReturnValue
        public int add(int row, int column) {
            if (row < 0 || row >= rowCount || column < 0 || column >= columnCount) {
                throw new IllegalArgumentException("entry (" + row + ", " + column + ") is outside a matrix of "
                        + rowCount + " rows and " + columnCount + " columns");
            }
            if (size == rows.length) {
                rows = Arrays.copyOf(rows, 2 * size);
                columns = Arrays.copyOf(columns, 2 * size);
            }
            rows[size] = row;
            columns[size] = column;
            return size++;
        }

        /** Adds the entries of one row from a column to another, that one excluded, and returns the index of the first. */
        @CanIgnoreReturnValue
        public int addRow(int row, int fromColumn, int toColumn) {
            int first = size;
            for (int column = fromColumn; column < toColumn; column++) {
                add(row, column);
            }
            return first;
        }

        public SparsityPattern build() {
            return new SparsityPattern(rowCount, columnCount, Arrays.copyOf(rows, size), Arrays.copyOf(columns, size));
        }
    }
}
