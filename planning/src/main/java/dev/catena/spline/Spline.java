package dev.catena.spline;

import java.util.Arrays;

/** A curve in n numbers: a basis and its control points. Immutable but for buffers, so owned by one thread. */
public final class Spline {
    private final SplineBasis basis;
    private final int n;
    private final double[] controlPoints;
    private final BasisValues values;

    /** @param controlPoints n numbers for each control point, point by point */
    public Spline(SplineBasis basis, int n, double[] controlPoints) {
        if (n < 1 || controlPoints.length != n * basis.controlPoints()) {
            throw new IllegalArgumentException("controlPoints has length %s, but %s points of %s numbers are needed"
                    .formatted(controlPoints.length, basis.controlPoints(), n));
        }
        this.basis = basis;
        this.n = n;
        this.controlPoints = controlPoints.clone();
        values = new BasisValues(basis, basis.degree());
    }

    private Spline(Spline other) {
        basis = other.basis;
        n = other.n;
        controlPoints = other.controlPoints;
        values = new BasisValues(basis, basis.degree());
    }

    /** The same curve with buffers of its own, for another thread. */
    public Spline copy() {
        return new Spline(this);
    }

    public SplineBasis basis() {
        return basis;
    }

    /** How many numbers a point of the curve has. */
    public int dimension() {
        return n;
    }

    public double[] controlPoints() {
        return controlPoints.clone();
    }

    /** The derivative of an order at u; order 0 is the point. */
    public void evaluate(double u, int order, double[] out) {
        if (order < 0 || out.length != n) {
            throw new IllegalArgumentException(
                    "order is %s and out has length %s, but must be at least 0 and %s".formatted(order, out.length, n));
        }
        if (order > basis.degree()) {
            Arrays.fill(out, 0);
            return;
        }
        values.compute(u);
        values.combine(order, controlPoints, n, out);
    }
}
