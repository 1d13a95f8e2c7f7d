package dev.catena.planning.transcription;

import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.StateFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Bounds on a function at moments of a motion. In the program, each row is divided by its scale, so that one tolerance
 * fits torques and angles alike.
 */
public final class SampledLimit {
    final StateFunction function;
    final double[] lower;
    final double[] upper;

    /** Rows of the function that are bounded at all. */
    public final int[] rows;

    /** By row of the function. */
    final double[] scale;

    /** The u of the samples, ascending. */
    public final double[] moments;

    /** Whether samples may be added where it is exceeded between them. */
    final boolean refines;

    /** Whether it counts between samples. */
    final boolean looksBetween;

    public SampledLimit(StateFunction function, double[] lower, double[] upper, double[] moments, boolean refines) {
        this(function, lower, upper, moments, refines, refines);
    }

    /** @param looksBetween whether it counts between samples, which it does if it refines */
    public SampledLimit(
            StateFunction function,
            double[] lower,
            double[] upper,
            double[] moments,
            boolean refines,
            boolean looksBetween) {
        this.function = function;
        this.lower = lower.clone();
        this.upper = upper.clone();
        this.moments = moments.clone();
        this.refines = refines;
        this.looksBetween = looksBetween;
        rows = IntStream.range(0, function.rows())
                .filter(row -> !Double.isInfinite(lower[row]) || !Double.isInfinite(upper[row]))
                .toArray();
        double largest = IntStream.of(rows)
                .mapToDouble(row -> size(row) / function.unit(row))
                .max()
                .orElse(0);
        scale = new double[function.rows()];
        for (int row = 0; row < scale.length; row++) {
            // an equality with zero has the size of the others beside it, each in its unit
            double own = lower[row] == upper[row] ? largest * function.unit(row) : size(row);
            scale[row] = own == 0 ? function.unit(row) : own;
        }
    }

    /** The largest bound of a row that is finite. */
    private double size(int row) {
        double low = Double.isInfinite(lower[row]) ? 0 : Math.abs(lower[row]);
        double high = Double.isInfinite(upper[row]) ? 0 : Math.abs(upper[row]);
        return Math.max(low, high);
    }

    /** The same limit with a function of its own. */
    public SampledLimit copy() {
        return new SampledLimit(function.copy(), lower, upper, moments, refines, looksBetween);
    }

    /** The same for one program: functions that computed with one object do so again. */
    public SampledLimit copy(Evaluators evaluators) {
        return new SampledLimit(function.copy(evaluators), lower, upper, moments, refines, looksBetween);
    }

    public boolean hasInputs() {
        return function.hasInputs();
    }

    /** Whether it is sampled together with the others that have inputs, and counts between samples. */
    public boolean isShared() {
        return hasInputs() && looksBetween;
    }

    /** Whether all rows that are bounded are equations. */
    boolean isEquation() {
        return IntStream.of(rows).allMatch(row -> lower[row] == upper[row]);
    }

    SampledLimit withMoments(double[] newMoments) {
        return new SampledLimit(function, lower, upper, newMoments, refines, looksBetween);
    }

    /** Which of some limits hold at each moment, in ascending order. */
    static Map<Double, List<SampledLimit>> byMoment(List<SampledLimit> limits) {
        Map<Double, List<SampledLimit>> byMoment = new TreeMap<>();
        for (SampledLimit limit : limits) {
            for (double u : limit.moments) {
                byMoment.computeIfAbsent(u, key -> new ArrayList<>()).add(limit);
            }
        }
        return byMoment;
    }

    /** By how many times its scale a value is outside of the bounds of a row; negative inside, infinite for NaN. */
    double excess(int row, double value) {
        if (Double.isNaN(value)) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.max(lower[row] - value, value - upper[row]) / scale[row];
    }
}
