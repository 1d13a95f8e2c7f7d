package dev.catena.planning;

import java.util.Arrays;

/**
 * Bounds on a function at moments of a motion. In the program, each row is divided by its scale, so that one tolerance
 * fits torques and angles alike.
 */
final class SampledLimit {
    final StateFunction function;
    final double[] lower;
    final double[] upper;

    /** Rows of the function that are bounded at all. */
    final int[] rows;

    /** By row of the function. */
    final double[] scale;

    /** The u of the samples, ascending. */
    final double[] moments;

    /** Whether samples may be added where it is exceeded between them. */
    final boolean refines;

    SampledLimit(StateFunction function, double[] lower, double[] upper, double[] moments, boolean refines) {
        this.function = function;
        this.lower = lower.clone();
        this.upper = upper.clone();
        this.moments = moments.clone();
        this.refines = refines;
        int[] bounded = new int[function.rows()];
        int count = 0;
        scale = new double[function.rows()];
        for (int row = 0; row < function.rows(); row++) {
            double largest = 0;
            for (double bound : new double[] {lower[row], upper[row]}) {
                largest = Double.isInfinite(bound) ? largest : Math.max(largest, Math.abs(bound));
            }
            boolean equality = lower[row] == upper[row];
            scale[row] = largest == 0 || equality ? 1 : largest;
            if (!Double.isInfinite(lower[row]) || !Double.isInfinite(upper[row])) {
                bounded[count++] = row;
            }
        }
        rows = Arrays.copyOf(bounded, count);
    }

    SampledLimit withMoments(double[] newMoments) {
        return new SampledLimit(function, lower, upper, newMoments, refines);
    }

    /** By how many times its scale a value is outside of the bounds of a row; negative inside. */
    double excess(int row, double value) {
        return Math.max(lower[row] - value, value - upper[row]) / scale[row];
    }
}
