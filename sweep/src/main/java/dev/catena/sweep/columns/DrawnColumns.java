package dev.catena.sweep.columns;

import java.util.List;

/** Columns that random numbers are written to, each with the span of its numbers. One thread. */
public final class DrawnColumns {
    private final Span[] spans;
    private final double[][] arrays;
    private final int[] at;
    private final long[] words = new long[Columns.ROOM];

    public DrawnColumns(List<Span> spans) {
        this.spans = spans.toArray(Span[]::new);
        arrays = new double[this.spans.length][0];
        at = new int[this.spans.length];
    }

    /** Where the numbers of a column go from now on. */
    public void set(int column, double[] array, int begin) {
        arrays[column] = array;
        at[column] = begin;
    }

    public int count() {
        return spans.length;
    }

    Span span(int column) {
        return spans[column];
    }

    double[] array(int column) {
        return arrays[column];
    }

    int at(int column) {
        return at[column];
    }

    /** Room for what generators give. */
    long[] words() {
        return words;
    }
}
