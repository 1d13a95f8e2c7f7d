package dev.catena.spline;

/**
 * Points and weights of Gauss-Legendre quadrature between all neighboring knots: with p + 1 points in each span,
 * integrals of products of two splines of degree p are exact. Immutable.
 */
public final class GaussPoints {
    private static final int NEWTON_STEPS = 100;

    private final double[] points;
    private final double[] weights;

    public GaussPoints(SplineBasis basis, int pointsInSpan) {
        if (pointsInSpan < 1) {
            throw new IllegalArgumentException("a span needs at least one point, not " + pointsInSpan);
        }
        double[] knots = basis.breakpoints();
        int spans = knots.length - 1;
        points = new double[spans * pointsInSpan];
        weights = new double[spans * pointsInSpan];
        for (int k = 0; k < pointsInSpan; k++) {
            double x = root(pointsInSpan, k);
            double slope = legendre(pointsInSpan, x)[1];
            double weight = 2 / ((1 - x * x) * slope * slope);
            for (int s = 0; s < spans; s++) {
                double half = (knots[s + 1] - knots[s]) / 2;
                points[s * pointsInSpan + k] = knots[s] + half * (1 + x);
                weights[s * pointsInSpan + k] = half * weight;
            }
        }
    }

    /** Root k of the Legendre polynomial of a degree, in ascending order, by Newton's method from Tricomi's guess. */
    private static double root(int degree, int k) {
        double x = -Math.cos(Math.PI * (k + 0.75) / (degree + 0.5));
        for (int step = 0; step < NEWTON_STEPS; step++) {
            double[] value = legendre(degree, x);
            double change = value[0] / value[1];
            x -= change;
            if (Math.abs(change) < 1e-16) {
                break;
            }
        }
        return x;
    }

    /** Pₙ(x) and its derivative. */
    private static double[] legendre(int degree, double x) {
        double before = 1;
        double value = x;
        for (int k = 2; k <= degree; k++) {
            double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
            before = value;
            value = next;
        }
        return new double[] {value, degree * (x * value - before) / (x * x - 1)};
    }

    /** In ascending order. */
    public double[] points() {
        return points.clone();
    }

    public double[] weights() {
        return weights.clone();
    }
}
