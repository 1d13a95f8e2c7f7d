package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bounds of functions and of their slopes in a box. Where bounds of single operations are too wide, since they know nothing of each
 * other, those of a series about the middle are closer, the more so the smaller the box is: regions of loops with two freedoms need a fifth
 * of the boxes.
 */
final class FunctionEnclosure {
    private final int count;

    /** Of the functions, and after them of all derivatives by each coordinate. */
    private final ProgramEnclosure program;

    /** By component of the program. */
    private final double[] middleLow;

    private final double[] middleHigh;
    private final double[] low;
    private final double[] high;

    /** From the middle of the box to its sides. */
    private final double[] half;

    private final double[] middle;

    /**
     * Of functions of a graph's input vector.
     *
     * @param q that vector
     * @param free which components of it are the coordinates
     * @param point all components
     */
    FunctionEnclosure(List<Symbol> functions, List<Symbol> q, int[] free, double[] point) {
        count = functions.size();
        List<Symbol> all = new ArrayList<>(functions);
        for (int k : free) {
            all.addAll(Differentiation.forward(functions, q.get(k)));
        }
        program = new ProgramEnclosure(Program.of(List.of(new OutputVector("functions", all))), free, point);
        low = new double[all.size()];
        high = new double[all.size()];
        middleLow = new double[all.size()];
        middleHigh = new double[all.size()];
        half = new double[free.length];
        middle = new double[free.length];
    }

    private int derivative(int function, int by) {
        return count * (by + 1) + function;
    }

    /** Encloses values of functions by their operations alone, which is wider and a small part of the work. */
    void computeValues(double[] from, double[] to) {
        program.computeValues(from, to);
        for (int f = 0; f < count; f++) {
            low[f] = program.least(f);
            high[f] = program.largest(f);
        }
    }

    /** Encloses everything in a box. */
    void compute(double[] from, double[] to) {
        Arrays.setAll(middle, k -> from[k] + (to[k] - from[k]) / 2);
        Arrays.setAll(half, k -> Math.nextUp(Math.max(middle[k] - from[k], to[k] - middle[k])));
        program.computeValues(middle, middle);
        for (int c = 0; c < low.length; c++) {
            middleLow[c] = program.least(c);
            middleHigh[c] = program.largest(c);
        }
        program.compute(from, to);
        for (int f = 0; f < count; f++) {
            for (int k = 0; k < half.length; k++) {
                slope(derivative(f, k));
                low[derivative(f, k)] = Math.max(low[derivative(f, k)], program.slopeLow(f, k));
                high[derivative(f, k)] = Math.min(high[derivative(f, k)], program.slopeHigh(f, k));
            }
            value(f);
        }
    }

    /** g(m) + g' x for all x as far as the sides. */
    private void slope(int g) {
        double change = 0;
        for (int k = 0; k < half.length; k++) {
            change = Math.nextUp(change + product(largest(program.slopeLow(g, k), program.slopeHigh(g, k)), half[k]));
        }
        enclose(g, change, change);
    }

    /** f(m) + f'(m) x + x f'' x/2 for all x as far as the sides. */
    private void value(int f) {
        double less = 0;
        double more = 0;
        for (int k = 0; k < half.length; k++) {
            int g = derivative(f, k);
            double change = product(largest(middleLow[g], middleHigh[g]), half[k]);
            for (int j = 0; j < k; j++) {
                double twist = product(largest(program.slopeLow(g, j), program.slopeHigh(g, j)), half[j]);
                change = Math.nextUp(change + product(twist, half[k]));
            }
            double square = product(half[k], half[k]) / 2;
            less = Math.nextUp(less + Math.nextUp(change + product(Math.max(0, -program.slopeLow(g, k)), square)));
            more = Math.nextUp(more + Math.nextUp(change + product(Math.max(0, program.slopeHigh(g, k)), square)));
        }
        enclose(f, less, more);
    }

    /** By how much a component may differ from the middle, or by its operations where that is closer or all that there is. */
    private void enclose(int component, double less, double more) {
        double from = Math.nextDown(middleLow[component] - less);
        double to = Math.nextUp(middleHigh[component] + more);
        low[component] = Double.isNaN(from) ? program.least(component) : Math.max(from, program.least(component));
        high[component] = Double.isNaN(to) ? program.largest(component) : Math.min(to, program.largest(component));
    }

    private static double largest(double from, double to) {
        return Math.max(Math.abs(from), Math.abs(to));
    }

    /** Of numbers that are not negative, rounded upward. */
    private static double product(double x, double y) {
        return Math.nextUp(x * y);
    }

    /** No value of a function is smaller. */
    double least(int function) {
        return low[function];
    }

    /** No value of a function is larger. */
    double largest(int function) {
        return high[function];
    }

    /** No derivative of a function by a coordinate is smaller. */
    double slopeLow(int function, int by) {
        return low[derivative(function, by)];
    }

    /** No derivative of a function by a coordinate is larger. */
    double slopeHigh(int function, int by) {
        return high[derivative(function, by)];
    }

    /** No second derivative of a function by a coordinate is smaller. */
    double bendLow(int function, int by) {
        return program.slopeLow(derivative(function, by), by);
    }
}
