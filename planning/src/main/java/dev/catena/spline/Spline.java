package dev.catena.spline;

import dev.catena.tree.Guard;
import java.util.Arrays;

/**
 * A curve in n numbers: a basis and its control points. Immutable but for buffers: it belongs to the thread that evaluates it
 * first, and {@link #copy()} makes one for another.
 *
 * <p>Outside of the range of its basis, the outermost polynomial goes on.
 */
public final class Spline {
    private final SplineBasis basis;
    private final int n;
    private final double[] controlPoints;
    private final Guard guard;
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
        guard = guard(n);
        guard.checkFinite("controlPoints", this.controlPoints);
        values = new BasisValues(basis, basis.degree(), guard);
    }

    private Spline(Spline other) {
        basis = other.basis;
        n = other.n;
        controlPoints = other.controlPoints;
        guard = guard(n);
        values = new BasisValues(basis, basis.degree(), guard);
    }

    private static Guard guard(int n) {
        return new Guard(Spline.class, "a curve in %s numbers".formatted(n));
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

    /**
     * The derivative of an order at u, zero beyond the degree; order 0 is the point.
     *
     * @throws dev.catena.model.NumericalException if it is beyond the range of numbers, far outside of the basis' range
     */
    public void evaluate(double u, int order, double[] out) {
        if (order < 0) {
            throw new IllegalArgumentException("the order is %s, but must be at least 0".formatted(order));
        }
        guard.checkLength("out", out, n);
        values.compute(u);
        if (order > basis.degree()) {
            Arrays.fill(out, 0);
        } else {
            values.add(order, controlPoints, n, out);
        }
    }
}
