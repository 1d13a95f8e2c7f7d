package dev.catena.nlp.run;

import dev.catena.nlp.SparsityPattern;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** A sparse matrix by rows, columns ascending, entries of the pattern that share a place summed. */
public final class CompressedRows {
    private final int rowCount;
    private final int[] rowStart;
    private final int[] columns;
    private final double[] values;
    private final int[] bySpan; // rows in the order of their first and last columns
    private final int[] batch = new int[4];
    private final int[] target; // place in values of each entry of the pattern, negative if left out

    public CompressedRows(SparsityPattern pattern) {
        this(pattern, identity(pattern.rowCount()), pattern.rowCount(), identity(pattern.columnCount()));
    }

    /** With rows and columns renumbered; those mapped to a negative number are left out. */
    public CompressedRows(SparsityPattern pattern, int[] newRow, int newRowCount, int[] newColumn) {
        rowCount = newRowCount;
        long[] keys = new long[pattern.entryCount()];
        long[] sorted = new long[pattern.entryCount()];
        int kept = 0;
        for (int k = 0; k < keys.length; k++) {
            int row = newRow[pattern.row(k)];
            int column = newColumn[pattern.column(k)];
            keys[k] = row < 0 || column < 0 ? -1 : ((long) row << 32) | column;
            if (keys[k] >= 0) {
                sorted[kept++] = keys[k];
            }
        }
        Arrays.sort(sorted, 0, kept);
        int distinct = 0;
        for (int k = 0; k < kept; k++) {
            if (k == 0 || sorted[k] != sorted[k - 1]) {
                sorted[distinct++] = sorted[k];
            }
        }
        rowStart = new int[rowCount + 1];
        columns = new int[distinct];
        values = new double[distinct];
        for (int k = 0; k < distinct; k++) {
            rowStart[(int) (sorted[k] >>> 32) + 1]++;
            columns[k] = (int) sorted[k];
        }
        for (int r = 0; r < rowCount; r++) {
            rowStart[r + 1] += rowStart[r];
        }
        bySpan = orderBySpan();
        target = new int[keys.length];
        for (int k = 0; k < keys.length; k++) {
            target[k] = keys[k] < 0 ? -1 : Arrays.binarySearch(sorted, 0, distinct, keys[k]);
        }
    }

    private int[] orderBySpan() {
        return IntStream.range(0, rowCount)
                .boxed()
                .sorted(Comparator.comparingInt(
                                (Integer r) -> rowStart[r] == rowStart[r + 1] ? -1 : columns[rowStart[r]])
                        .thenComparingInt(r -> rowStart[r + 1] - rowStart[r]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static int[] identity(int n) {
        int[] map = new int[n];
        for (int i = 0; i < n; i++) {
            map[i] = i;
        }
        return map;
    }

    public int rowCount() {
        return rowCount;
    }

    /** Takes the values of the pattern's entries. */
    public void set(double[] patternValues) {
        Arrays.fill(values, 0);
        for (int k = 0; k < target.length; k++) {
            if (target[k] >= 0) {
                values[target[k]] += patternValues[k];
            }
        }
    }

    /** Row r times a factor, for each r. */
    public void scaleRows(double[] factors) {
        for (int r = 0; r < rowCount; r++) {
            for (int k = rowStart[r]; k < rowStart[r + 1]; k++) {
                values[k] *= factors[r];
            }
        }
    }

    /** Column c times a factor, for each c. */
    public void scaleColumns(double[] factors) {
        for (int k = 0; k < values.length; k++) {
            values[k] *= factors[columns[k]];
        }
    }

    public double largestInRow(int r) {
        double largest = 0;
        for (int k = rowStart[r]; k < rowStart[r + 1]; k++) {
            largest = Math.max(largest, Math.abs(values[k]));
        }
        return largest;
    }

    /** The first row with an entry that is not a finite number, or −1. */
    public int firstRowNotFinite() {
        for (int r = 0; r < rowCount; r++) {
            for (int k = rowStart[r]; k < rowStart[r + 1]; k++) {
                if (!Double.isFinite(values[k])) {
                    return r;
                }
            }
        }
        return -1;
    }

    /** Row r times a vector. */
    public double rowTimes(int r, double[] x) {
        double sum = 0;
        for (int k = rowStart[r]; k < rowStart[r + 1]; k++) {
            sum += values[k] * x[columns[k]];
        }
        return sum;
    }

    /** out += factor · row r. */
    public void addRow(int r, double factor, double[] out) {
        for (int k = rowStart[r]; k < rowStart[r + 1]; k++) {
            out[columns[k]] += factor * values[k];
        }
    }

    /** out += Aᵀ y. */
    public void addTransposeTimes(double[] y, double[] out) {
        for (int r = 0; r < rowCount; r++) {
            if (y[r] != 0) {
                addRow(r, y[r], out);
            }
        }
    }

    /**
     * Upper triangle of a row-major matrix += Σᵣ fᵣ aᵣᵀaᵣ over the rows r with fᵣ ≠ 0. Rows that cover the same columns
     * without gap go four at a time.
     */
    public void addOuterProducts(double[] factors, double[] matrix, int stride) {
        int waiting = 0;
        for (int place = 0; place < rowCount; place++) {
            int r = bySpan[place];
            if (factors[r] == 0 || rowStart[r] == rowStart[r + 1]) {
                continue;
            }
            if (waiting > 0 && !haveSameSpan(batch[0], r)) {
                flush(waiting, factors, matrix, stride);
                waiting = 0;
            }
            batch[waiting++] = r;
            if (waiting == batch.length) {
                addFour(factors, matrix, stride);
                waiting = 0;
            }
        }
        flush(waiting, factors, matrix, stride);
    }

    private boolean isContiguous(int r) {
        int from = rowStart[r];
        int to = rowStart[r + 1];
        return from < to && columns[to - 1] - columns[from] == to - from - 1;
    }

    private boolean haveSameSpan(int r, int other) {
        return isContiguous(r)
                && isContiguous(other)
                && columns[rowStart[r]] == columns[rowStart[other]]
                && rowStart[r + 1] - rowStart[r] == rowStart[other + 1] - rowStart[other];
    }

    private void flush(int count, double[] factors, double[] matrix, int stride) {
        for (int i = 0; i < count; i++) {
            addOne(batch[i], factors[batch[i]], matrix, stride);
        }
    }

    private void addOne(int r, double factor, double[] matrix, int stride) {
        int from = rowStart[r];
        int to = rowStart[r + 1];
        boolean contiguous = isContiguous(r);
        for (int k = from; k < to; k++) {
            double scaled = factor * values[k];
            int row = columns[k] * stride;
            if (contiguous) {
                int shift = row + columns[k] - k;
                for (int l = k; l < to; l++) {
                    matrix[shift + l] += scaled * values[l];
                }
            } else {
                for (int l = k; l < to; l++) {
                    matrix[row + columns[l]] += scaled * values[l];
                }
            }
        }
    }

    private void addFour(double[] factors, double[] matrix, int stride) {
        double[] v = values;
        int a = rowStart[batch[0]];
        int b = rowStart[batch[1]];
        int c = rowStart[batch[2]];
        int d = rowStart[batch[3]];
        int length = rowStart[batch[0] + 1] - a;
        int first = columns[a];
        for (int k = 0; k < length; k++) {
            double fa = factors[batch[0]] * v[a + k];
            double fb = factors[batch[1]] * v[b + k];
            double fc = factors[batch[2]] * v[c + k];
            double fd = factors[batch[3]] * v[d + k];
            int row = (first + k) * stride + first;
            for (int l = k; l < length; l++) {
                matrix[row + l] += fa * v[a + l] + fb * v[b + l] + fc * v[c + l] + fd * v[d + l];
            }
        }
    }

    /** matrix[column · stride + offset] = value for each entry of row r: the row written as a column. */
    public void copyRowAsColumn(int r, double[] matrix, int stride, int offset) {
        for (int k = rowStart[r]; k < rowStart[r + 1]; k++) {
            matrix[columns[k] * stride + offset] = values[k];
        }
    }
}
