package dev.catena.spline;

import java.util.Arrays;

/**
 * Degree and knots of clamped B-splines: at each end the first or last control point is the value of the curve. Of the
 * m basis functions, only degree + 1 differ from zero at any u.
 *
 * <p>Immutable; {@link BasisValues} evaluates it.
 */
public final class SplineBasis {
    /** The highest degree that splines may have. */
    public static final int HIGHEST_DEGREE = 15;

    private final int degree;
    private final double[] knots;

    private SplineBasis(int degree, double[] knots) {
        this.degree = degree;
        this.knots = knots;
    }

    /** A basis on [0, 1] whose inner knots are evenly spaced. */
    public static SplineBasis uniform(int degree, int controlPoints) {
        checkDegree(degree);
        if (controlPoints < degree + 1) {
            throw new IllegalArgumentException("%s control points are too few for degree %s, which needs %s"
                    .formatted(controlPoints, degree, degree + 1));
        }
        int spans = controlPoints - degree;
        double[] breakpoints = new double[spans + 1];
        for (int k = 0; k <= spans; k++) {
            breakpoints[k] = (double) k / spans;
        }
        return clamped(degree, breakpoints);
    }

    /**
     * A basis with given knots.
     *
     * @param breakpoints start, inner knots and end in ascending order; inner ones may repeat up to degree times, which
     *     takes a continuous derivative away with every repetition
     */
    public static SplineBasis clamped(int degree, double... breakpoints) {
        checkDegree(degree);
        int last = breakpoints.length - 1;
        if (last < 1
                || !(breakpoints[0] < breakpoints[last])
                || Double.isInfinite(breakpoints[last] - breakpoints[0])) {
            throw new IllegalArgumentException(
                    "breakpoints need a start and a later end, but are " + Arrays.toString(breakpoints));
        }
        for (int k = 1; k <= last; k++) {
            boolean ascends = breakpoints[k] >= breakpoints[k - 1] && Double.isFinite(breakpoints[k]);
            boolean endIsSingle = (k > 1 && k < last) || breakpoints[k] > breakpoints[k - 1];
            boolean repeatsTooOften = k >= degree && breakpoints[k] == breakpoints[k - degree];
            if (!ascends || !endIsSingle || repeatsTooOften) {
                throw new IllegalArgumentException(
                        "breakpoint %s of %s does not ascend, or repeats an end, or repeats more than %s times"
                                .formatted(k, Arrays.toString(breakpoints), degree));
            }
        }
        double[] knots = new double[last + 1 + 2 * degree];
        Arrays.fill(knots, 0, degree, breakpoints[0]);
        System.arraycopy(breakpoints, 0, knots, degree, last + 1);
        Arrays.fill(knots, degree + last + 1, knots.length, breakpoints[last]);
        return new SplineBasis(degree, knots);
    }

    private static void checkDegree(int degree) {
        if (degree < 1 || degree > HIGHEST_DEGREE) {
            throw new IllegalArgumentException(
                    "the degree is %s, but must be from 1 to %s".formatted(degree, HIGHEST_DEGREE));
        }
    }

    public int degree() {
        return degree;
    }

    /** The number m of control points. */
    public int controlPoints() {
        return knots.length - degree - 1;
    }

    public double start() {
        return knots[degree];
    }

    public double end() {
        return knots[knots.length - 1];
    }

    /** Knot number k of the full sequence, in which both ends occur degree + 1 times. */
    double knot(int k) {
        return knots[k];
    }

    /** The distinct knots in ascending order, ends included. */
    public double[] breakpoints() {
        return Arrays.stream(knots).distinct().toArray();
    }

    /** The span of a u: the k with knot(k) ≤ u &lt; knot(k + 1); the last one for the end and beyond. */
    int span(double u) {
        if (!(u >= start())) {
            return degree;
        }
        int low = degree;
        int high = knots.length - degree - 1;
        if (u >= knots[high]) {
            do {
                high--;
            } while (knots[high] == knots[high + 1]);
            return high;
        }
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (u < knots[middle]) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low;
    }

    /** The averages of p successive knots, at which control points on a straight line give that line back. */
    public double[] grevilleAbscissae() {
        double[] abscissae = new double[controlPoints()];
        for (int j = 0; j < abscissae.length; j++) {
            double sum = 0;
            for (int k = j + 1; k <= j + degree; k++) {
                sum += knots[k];
            }
            abscissae[j] = sum / degree;
        }
        return abscissae;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SplineBasis that && degree == that.degree && Arrays.equals(knots, that.knots);
    }

    @Override
    public int hashCode() {
        return 31 * degree + Arrays.hashCode(knots);
    }

    @Override
    public String toString() {
        return "clamped B-splines of degree %s with %s control points on [%s, %s]"
                .formatted(degree, controlPoints(), start(), end());
    }
}
