package dev.catena.compile.trace;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a program can give while some of its inputs are anywhere between bounds: intervals that contain all values of its first output
 * vector, and all of their derivatives. Every operation is rounded outward, so that what is said holds for exact numbers. What has no
 * bound is between the infinities.
 */
final class ProgramEnclosure {
    private static final double TURN = 2 * Math.PI;

    /** How far an angle may be from where sine and cosine turn back and count as there. */
    private static final double SLACK = 4e-16;

    private final Program program;
    private final int[] free;
    private final double[] point;
    private final double[] low;
    private final double[] high;

    /** Assignments that free inputs have to do with; all others are enclosed once. */
    private final int[] varying;

    /** By free input and assignment. */
    private final boolean[][] dependsOn;

    private final double[][] slopeLow;

    private final double[][] slopeHigh;

    /** Of the operation that is being done. */
    private double a;

    private double b;

    /**
     * Of a program that reads one vector.
     *
     * @param free which components vary
     * @param point all components; the others stay there
     */
    ProgramEnclosure(Program program, int[] free, double[] point) {
        this.program = program;
        this.free = free.clone();
        this.point = point.clone();
        int size = program.size();
        low = new double[size];
        high = new double[size];
        slopeLow = new double[free.length][size];
        slopeHigh = new double[free.length][size];
        dependsOn = new boolean[free.length][];
        Arrays.setAll(dependsOn, by -> readers(program, free[by]));
        varying = IntStream.range(0, size)
                .filter(k -> Arrays.stream(dependsOn).anyMatch(depends -> depends[k]))
                .toArray();
        double[] middle = Arrays.stream(free).mapToDouble(k -> point[k]).toArray();
        run(IntStream.range(0, size).toArray(), middle, middle, false);
    }

    /** By assignment: whether it has to do with an input. */
    private static boolean[] readers(Program program, int input) {
        boolean[] reads = new boolean[program.size()];
        for (int k = 0; k < reads.length; k++) {
            Operation operation = program.operation(k);
            reads[k] = switch (operation.operands()) {
                case 0 -> operation == Operation.INPUT && program.right(k) == input;
                case 1 -> reads[program.left(k)];
                default -> reads[program.left(k)] || reads[program.right(k)];
            };
        }
        return reads;
    }

    /** Encloses everything in a box. */
    void compute(double[] from, double[] to) {
        run(varying, from, to, true);
    }

    /** Encloses values only. */
    void computeValues(double[] from, double[] to) {
        run(varying, from, to, false);
    }

    private boolean isNegative(int component) {
        return program.outputs().get(0).isNegative(component);
    }

    private int node(int component) {
        return program.outputs().get(0).node(component);
    }

    /** No value of a component is smaller. */
    double least(int component) {
        return isNegative(component) ? -high[node(component)] : low[node(component)];
    }

    /** No value of a component is larger. */
    double largest(int component) {
        return isNegative(component) ? -low[node(component)] : high[node(component)];
    }

    /** No derivative of a component by a free input is smaller. */
    double slopeLow(int component, int by) {
        return isNegative(component) ? -slopeHigh[by][node(component)] : slopeLow[by][node(component)];
    }

    /** No derivative of a component by a free input is larger. */
    double slopeHigh(int component, int by) {
        return isNegative(component) ? -slopeLow[by][node(component)] : slopeHigh[by][node(component)];
    }

    private void run(int[] assignments, double[] from, double[] to, boolean withSlopes) {
        for (int k : assignments) {
            Operation operation = program.operation(k);
            if (operation.operands() == 0) {
                start(k, operation, from, to, withSlopes);
                continue;
            }
            value(k, operation);
            for (int by = 0; by < free.length && withSlopes; by++) {
                if (dependsOn[by][k]) {
                    slope(k, operation, slopeLow[by], slopeHigh[by]);
                }
            }
        }
    }

    private void start(int k, Operation operation, double[] from, double[] to, boolean withSlopes) {
        double value = operation == Operation.CONSTANT ? program.value(k) : point[program.right(k)];
        set(k, value, value);
        int which = -1;
        for (int by = 0; by < free.length && operation == Operation.INPUT; by++) {
            if (free[by] == program.right(k)) {
                set(k, from[by], to[by]);
                which = by;
            }
        }
        for (int by = 0; by < free.length && withSlopes; by++) {
            slopeLow[by][k] = by == which ? 1 : 0;
            slopeHigh[by][k] = slopeLow[by][k];
        }
    }

    private void set(int k, double from, double to) {
        low[k] = Double.isNaN(from) ? Double.NEGATIVE_INFINITY : from;
        high[k] = Double.isNaN(to) ? Double.POSITIVE_INFINITY : to;
    }

    private void value(int k, Operation operation) {
        int i = program.left(k);
        int j = program.right(k);
        switch (operation) {
            case ADD -> set(k, Math.nextDown(low[i] + low[j]), Math.nextUp(high[i] + high[j]));
            case SUBTRACT -> set(k, Math.nextDown(low[i] - high[j]), Math.nextUp(high[i] - low[j]));
            case MULTIPLY -> {
                if (i == j) {
                    square(low[i], high[i]);
                } else {
                    multiply(low[i], high[i], low[j], high[j]);
                }
                set(k, a, b);
            }
            case DIVIDE -> {
                inverse(low[j], high[j]);
                multiply(low[i], high[i], a, b);
                set(k, a, b);
            }
            case NEGATE -> set(k, -high[i], -low[i]);
            case SQUARE_ROOT ->
                set(k, Math.max(0, Math.nextDown(Math.sqrt(Math.max(0, low[i])))), Math.nextUp(Math.sqrt(high[i])));
            case SINE -> {
                cosine(low[i] - Math.PI / 2, high[i] - Math.PI / 2);
                set(k, a, b);
            }
            case COSINE -> {
                cosine(low[i], high[i]);
                set(k, a, b);
            }
            default -> set(k, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
    }

    /** The derivative of an assignment, from those of its operands. */
    private void slope(int k, Operation operation, double[] from, double[] to) {
        int i = program.left(k);
        int j = program.right(k);
        double sumLow = 0;
        double sumHigh = 0;
        switch (operation) {
            case ADD -> {
                sumLow = Math.nextDown(from[i] + from[j]);
                sumHigh = Math.nextUp(to[i] + to[j]);
            }
            case SUBTRACT -> {
                sumLow = Math.nextDown(from[i] - to[j]);
                sumHigh = Math.nextUp(to[i] - from[j]);
            }
            case MULTIPLY -> {
                multiply(low[i], high[i], from[j], to[j]);
                sumLow = a;
                sumHigh = b;
                multiply(low[j], high[j], from[i], to[i]);
                sumLow = Math.nextDown(sumLow + a);
                sumHigh = Math.nextUp(sumHigh + b);
            }
            case DIVIDE -> {
                // (x' − (x/y) y')/y
                multiply(low[k], high[k], from[j], to[j]);
                double less = Math.nextDown(from[i] - b);
                double more = Math.nextUp(to[i] - a);
                inverse(low[j], high[j]);
                multiply(less, more, a, b);
                sumLow = a;
                sumHigh = b;
            }
            case NEGATE -> {
                sumLow = -to[i];
                sumHigh = -from[i];
            }
            case SQUARE_ROOT -> {
                inverse(2 * low[k], 2 * high[k]);
                multiply(from[i], to[i], a, b);
                sumLow = a;
                sumHigh = b;
            }
            case SINE, COSINE -> {
                // −sin x is cos(x + π/2)
                double ahead = operation == Operation.SINE ? 0 : Math.PI / 2;
                cosine(low[i] + ahead, high[i] + ahead);
                multiply(from[i], to[i], a, b);
                sumLow = a;
                sumHigh = b;
            }
            default -> {
                sumLow = Double.NEGATIVE_INFINITY;
                sumHigh = Double.POSITIVE_INFINITY;
            }
        }
        from[k] = Double.isNaN(sumLow) ? Double.NEGATIVE_INFINITY : sumLow;
        to[k] = Double.isNaN(sumHigh) ? Double.POSITIVE_INFINITY : sumHigh;
    }

    /** Nothing times whatever it is, is nothing. */
    private static double product(double x, double y) {
        return x == 0 || y == 0 ? 0 : x * y;
    }

    private void multiply(double xLow, double xHigh, double yLow, double yHigh) {
        if ((xLow == 0 && xHigh == 0) || (yLow == 0 && yHigh == 0)) {
            a = 0;
            b = 0;
        } else if (xLow >= 0) {
            a = Math.nextDown(product(yLow >= 0 ? xLow : xHigh, yLow));
            b = Math.nextUp(product(yHigh >= 0 ? xHigh : xLow, yHigh));
        } else if (xHigh <= 0) {
            a = Math.nextDown(product(yHigh >= 0 ? xLow : xHigh, yHigh));
            b = Math.nextUp(product(yLow >= 0 ? xHigh : xLow, yLow));
        } else if (yLow >= 0 || yHigh <= 0) {
            multiply(yLow, yHigh, xLow, xHigh);
        } else {
            a = Math.nextDown(Math.min(xLow * yHigh, xHigh * yLow));
            b = Math.nextUp(Math.max(xLow * yLow, xHigh * yHigh));
        }
    }

    private void square(double xLow, double xHigh) {
        double p = xLow * xLow;
        double q = xHigh * xHigh;
        a = xLow <= 0 && xHigh >= 0 ? 0 : Math.max(0, Math.nextDown(Math.min(p, q)));
        b = Math.nextUp(Math.max(p, q));
    }

    private void inverse(double xLow, double xHigh) {
        if (xLow <= 0 && xHigh >= 0) {
            a = xLow == 0 && xHigh > 0 ? Math.nextDown(1 / xHigh) : Double.NEGATIVE_INFINITY;
            b = xHigh == 0 && xLow < 0 ? Math.nextUp(1 / xLow) : Double.POSITIVE_INFINITY;
        } else {
            a = Math.nextDown(1 / xHigh);
            b = Math.nextUp(1 / xLow);
        }
    }

    /** Cosines of all angles between two, whose own rounding counts. */
    private void cosine(double xLow, double xHigh) {
        double slack = SLACK * Math.max(1, Math.max(Math.abs(xLow), Math.abs(xHigh)));
        if (!(xHigh - xLow < TURN - 2 * slack)) {
            a = -1;
            b = 1;
            return;
        }
        double p = Math.cos(xLow);
        double q = Math.cos(xHigh);
        a = hasMultiple(xLow - Math.PI - slack, xHigh - Math.PI + slack) ? -1 : Math.max(-1, Math.min(p, q) - slack);
        b = hasMultiple(xLow - slack, xHigh + slack) ? 1 : Math.min(1, Math.max(p, q) + slack);
    }

    /** Whether there are whole turns between two angles, or as near as rounding. */
    private static boolean hasMultiple(double from, double to) {
        double turns = Math.ceil(from / TURN - SLACK * Math.abs(from));
        return turns * TURN <= to + SLACK * Math.abs(to);
    }
}
