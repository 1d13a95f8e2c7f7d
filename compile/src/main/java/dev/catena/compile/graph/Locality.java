package dev.catena.compile.graph;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An order of a program's assignments in which fewer values wait for their readers: what takes the place of no operand goes to
 * its first reader, and what is the last reader of both its operands goes to them.
 */
final class Locality {
    /** Rounds, by turns toward readers and toward operands; more change little. */
    private static final int ROUNDS = 3;

    private final Program program;
    private final boolean[] isOutput;

    /** By assignment: its place. */
    private double[] place;

    private Integer[] order;

    private Locality(Program program) {
        this.program = program;
        isOutput = new boolean[program.size()];
        for (Program.Output output : program.outputs()) {
            for (int c = 0; c < output.length(); c++) {
                isOutput[output.node(c)] = true;
            }
        }
        order = IntStream.range(0, program.size()).boxed().toArray(Integer[]::new);
        place = IntStream.range(0, program.size()).asDoubleStream().toArray();
    }

    /** The assignments in their new order. */
    static int[] of(Program program) {
        Locality locality = new Locality(program);
        for (int round = 0; round < ROUNDS; round++) {
            int[] lastReader = locality.lastReaders();
            double[] next = round % 2 == 0 ? locality.towardReaders(lastReader) : locality.towardOperands(lastReader);
            locality.sort(next);
        }
        return Arrays.stream(locality.order).mapToInt(k -> k).toArray();
    }

    private void sort(double[] next) {
        Arrays.sort(order, (a, b) -> Double.compare(next[a], next[b]));
        place = new double[order.length];
        for (int at = 0; at < order.length; at++) {
            place[order[at]] = at;
        }
    }

    private int operands(int k) {
        return program.operation(k).operands();
    }

    private int operand(int k, int which) {
        return which == 0 ? program.left(k) : program.right(k);
    }

    private boolean isComputed(int k) {
        return operands(k) > 0;
    }

    private int[] lastReaders() {
        int[] last = new int[order.length];
        for (int at = 0; at < order.length; at++) {
            for (int which = 0; which < operands(order[at]); which++) {
                last[operand(order[at], which)] = at;
            }
        }
        return last;
    }

    /** How many operands are read for the last time at a place. */
    private int ending(int k, int at, int[] lastReader) {
        int count = 0;
        for (int which = 0; which < operands(k); which++) {
            int v = operand(k, which);
            boolean isRepeated = which == 1 && v == program.left(k);
            if (isComputed(v) && lastReader[v] <= at && !isRepeated) {
                count++;
            }
        }
        return count;
    }

    /** From the last to the first, so that values follow readers which moved. */
    private double[] towardReaders(int[] lastReader) {
        int size = order.length;
        double[] next = place.clone();
        double[] firstReader = new double[size];
        Arrays.fill(firstReader, size);
        for (int at = size - 1; at >= 0; at--) {
            int k = order[at];
            boolean moves = isComputed(k)
                    && !isOutput[k]
                    && program.operation(k) != Operation.SINE
                    && program.operation(k) != Operation.COSINE
                    && ending(k, at, lastReader) == 0;
            if (moves) {
                // those that come first stay first
                next[k] = firstReader[k] - (size - at) * (0.5 / size / size);
            }
            for (int which = 0; which < operands(k); which++) {
                int v = operand(k, which);
                firstReader[v] = Math.min(firstReader[v], next[k]);
                lastReader[v] = Math.max(lastReader[v], (int) next[k]);
            }
        }
        return next;
    }

    /** From the first to the last, so that values follow operands which moved. */
    private double[] towardOperands(int[] lastReader) {
        int size = order.length;
        double[] next = place.clone();
        for (int at = 0; at < size; at++) {
            int k = order[at];
            int ending = ending(k, at, lastReader);
            if (ending == 2 || (ending == 1 && isOutput[k])) {
                next[k] = 0;
                for (int which = 0; which < operands(k); which++) {
                    next[k] = Math.max(next[k], next[operand(k, which)]);
                }
                next[k] += (at + 1) * (0.5 / size / size);
            }
        }
        return next;
    }
}
