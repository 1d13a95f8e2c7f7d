package dev.catena.app.gait;

import dev.catena.spline.Spline;
import dev.catena.textbook.DoubleDouble;
import java.util.ArrayList;
import java.util.List;

/** A spline between two of its knots as polynomials, in numbers of 106 bits: Σ c_k (u − u₀)^k. */
final class SpanPolynomials {
    private final DoubleDouble start;

    /** c_k by order, then by coordinate. */
    private final List<List<DoubleDouble>> coefficients = new ArrayList<>();

    /** @param u a parameter within the span */
    SpanPolynomials(Spline spline, double u) {
        int degree = spline.basis().degree();
        double[] breaks = spline.basis().breakpoints();
        double[] knots = new double[breaks.length + 2 * degree];
        for (int k = 0; k < knots.length; k++) {
            knots[k] = breaks[Math.min(Math.max(k - degree, 0), breaks.length - 1)];
        }
        int span = degree;
        while (span < breaks.length + degree - 2 && knots[span + 1] <= u) {
            span++;
        }
        start = DoubleDouble.of(knots[span]);
        int n = spline.dimension();
        double[] points = spline.controlPoints();
        for (int k = 0; k <= degree; k++) {
            coefficients.add(new ArrayList<>());
        }
        for (int i = 0; i < n; i++) {
            List<DoubleDouble> own = new ArrayList<>();
            for (int j = span - degree; j <= span; j++) {
                own.add(DoubleDouble.of(points[j * n + i]));
            }
            double factorial = 1;
            for (int k = 0; k <= degree; k++) {
                DoubleDouble value = value(own, knots, span, degree - k);
                coefficients.get(k).add(value.dividedBy(DoubleDouble.of(factorial)));
                own = slopes(own, knots, span, degree - k);
                factorial *= k + 1;
            }
        }
    }

    /** Those of the derivative: p (P_j − P_j−1)/(t_j+p − t_j). */
    private static List<DoubleDouble> slopes(List<DoubleDouble> points, double[] knots, int span, int degree) {
        List<DoubleDouble> slopes = new ArrayList<>();
        for (int k = 1; k <= degree; k++) {
            int j = span - degree + k;
            DoubleDouble width = difference(knots[j + degree], knots[j]);
            slopes.add(points.get(k)
                    .minus(points.get(k - 1))
                    .times(DoubleDouble.of(degree))
                    .dividedBy(width));
        }
        return slopes;
    }

    /** De Boor's triangle at the left end of the span. */
    private static DoubleDouble value(List<DoubleDouble> points, double[] knots, int span, int degree) {
        List<DoubleDouble> row = new ArrayList<>(points);
        for (int level = 1; level <= degree; level++) {
            for (int k = degree; k >= level; k--) {
                int j = span - degree + k;
                DoubleDouble share = difference(knots[span], knots[j])
                        .dividedBy(difference(knots[j + degree - level + 1], knots[j]));
                row.set(k, row.get(k - 1).plus(row.get(k).minus(row.get(k - 1)).times(share)));
            }
        }
        return row.get(degree);
    }

    private static DoubleDouble difference(double a, double b) {
        return DoubleDouble.of(a).minus(DoubleDouble.of(b));
    }

    /** A derivative by u of all coordinates. */
    List<DoubleDouble> derivative(int order, DoubleDouble u) {
        DoubleDouble along = u.minus(start);
        int degree = coefficients.size() - 1;
        List<DoubleDouble> values = new ArrayList<>();
        for (int i = 0; i < coefficients.get(0).size(); i++) {
            DoubleDouble sum = DoubleDouble.ZERO;
            for (int k = degree; k >= order; k--) {
                double factor = 1;
                for (int f = k - order + 1; f <= k; f++) {
                    factor *= f;
                }
                sum = sum.times(along).plus(coefficients.get(k).get(i).times(DoubleDouble.of(factor)));
            }
            values.add(sum);
        }
        return values;
    }
}
