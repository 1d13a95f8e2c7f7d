package dev.catena.sweep.reduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * What was found so far, by bin, of one or more numbers of each state. Numbers are added in order of the states, and
 * accumulators merged in order of theirs, so that the result is one to the last bit. One thread at a time.
 */
public abstract class Accumulator {
    final int bins;
    final int components;

    Accumulator(int bins, int components) {
        this.bins = bins;
        this.components = components;
    }

    /**
     * Adds the states of a block.
     *
     * @param firstState number of the first of them
     * @param binOf the bin of each, or −1 for none
     * @param tags the mark of a state, which extremes remember
     * @param series the numbers, one for each component
     */
    public abstract void add(long firstState, int count, int[] binOf, IntUnaryOperator tags, List<Series> series);

    /** Adds what another one has found of later states. */
    public abstract void merge(Accumulator later);

    /** Forgets everything. */
    public abstract void clear();

    public abstract void write(DataOutput out) throws IOException;

    public abstract void read(DataInput in) throws IOException;

    /** The results of a component in a bin that has states. */
    public abstract double[] values(int bin, int component);

    /** Bytes of memory, at most. */
    public abstract long memory();

    static void write(DataOutput out, double[] numbers) throws IOException {
        for (double number : numbers) {
            out.writeDouble(number);
        }
    }

    static void read(DataInput in, double[] numbers) throws IOException {
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = in.readDouble();
        }
    }

    static void write(DataOutput out, long[] numbers) throws IOException {
        for (long number : numbers) {
            out.writeLong(number);
        }
    }

    static void read(DataInput in, long[] numbers) throws IOException {
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = in.readLong();
        }
    }
}
