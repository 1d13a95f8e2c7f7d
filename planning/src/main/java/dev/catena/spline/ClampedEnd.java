package dev.catena.spline;

/**
 * Conditions at one end of a clamped spline, met exactly: the derivatives d₁, …, dₖ by u and the outermost control point
 * P₀ determine the next k control points, Pⱼ = P₀ + Σ eⱼₖ dₖ. Immutable.
 */
public final class ClampedEnd {
    private final int order;

    /** Entry (j, k): how much of dₖ is in the control point that is j points from the end. */
    private final double[][] share;

    private ClampedEnd(int order, double[][] share) {
        this.order = order;
        this.share = share;
    }

    /** Of the start of the range; {@code order} is that of the highest derivative that will be given. */
    public static ClampedEnd start(SplineBasis basis, int order) {
        return of(basis, order, true);
    }

    /** Of the end of the range. */
    public static ClampedEnd end(SplineBasis basis, int order) {
        return of(basis, order, false);
    }

    private static ClampedEnd of(SplineBasis basis, int order, boolean atStart) {
        int p = basis.degree();
        if (order < 0 || order > p) {
            throw new IllegalArgumentException(
                    "derivatives of order %s cannot be given to splines of degree %s".formatted(order, p));
        }
        BasisValues values = new BasisValues(basis, order);
        values.compute(atStart ? basis.start() : basis.end());
        double[][] share = new double[order + 1][order + 1];
        // dₖ = Σⱼ Bⱼ⁽ᵏ⁾ (Pⱼ − P₀) over j = 1, …, k, since derivatives of the basis sum to zero: solved from the top
        for (int j = 1; j <= order; j++) {
            double pivot = values.get(j, atStart ? j : p - j);
            share[j][j] = 1 / pivot;
            for (int l = 1; l < j; l++) {
                double entry = values.get(j, atStart ? l : p - l);
                for (int k = 1; k <= l; k++) {
                    share[j][k] -= entry * share[l][k] / pivot;
                }
            }
        }
        return new ClampedEnd(order, share);
    }

    /** The order of the highest derivative given. */
    public int order() {
        return order;
    }

    /** How much of the derivative of order k, from one on, is in the control point that is j points from the end. */
    public double share(int j, int k) {
        if (k < 1 || k > order || j < 0 || j > order) {
            throw new IllegalArgumentException(
                    "there is no share of derivative %s in point %s; orders go from 1 to %s, points from 0 to %s"
                            .formatted(k, j, order, order));
        }
        return share[j][k];
    }
}
