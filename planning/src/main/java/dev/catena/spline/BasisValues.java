package dev.catena.spline;

import dev.catena.tree.Guard;
import java.util.Arrays;

/**
 * The basis functions that differ from zero at one u, and their derivatives by u. Nothing is allocated after
 * construction. Belongs to the thread that computes with it first; {@link #copy()} makes one for another.
 *
 * <p>Values by the Cox-de Boor recursion over the degree, derivatives of order d by d steps of its derivative from the
 * values of degree p − d; cost O(p²) for each order.
 */
public final class BasisValues {
    private final SplineBasis basis;
    private final int p;
    private final int orders;
    private final Guard guard;
    private int first;

    /** Row r: the r + 1 functions of degree r. */
    private final double[][] ofDegree;

    /** Row d: derivatives of order d of functions first, …, first + p. */
    private final double[][] derivatives;

    public BasisValues(SplineBasis basis, int highestDerivative) {
        this(basis, highestDerivative, new Guard(BasisValues.class, basis.toString()));
    }

    /** With the guard of whoever owns this. */
    BasisValues(SplineBasis basis, int highestDerivative, Guard guard) {
        if (highestDerivative < 0) {
            throw new IllegalArgumentException("the order of a derivative cannot be " + highestDerivative);
        }
        this.basis = basis;
        this.guard = guard;
        p = basis.degree();
        orders = highestDerivative + 1;
        ofDegree = new double[p + 1][p + 1];
        derivatives = new double[orders][p + 1];
    }

    /** The same functions with buffers of its own, for another thread. */
    public BasisValues copy() {
        return new BasisValues(basis, orders - 1);
    }

    /** Evaluates at u; outside of the range, the outermost polynomial goes on. */
    public void compute(double u) {
        guard.begin();
        guard.checkFinite("u", u);
        int span = basis.span(u);
        first = span - p;
        fillValues(span, u);
        for (int d = 0; d < orders; d++) {
            differentiate(span, d);
            guard.checkResult("derivative", derivatives[d]);
        }
        guard.succeed();
    }

    /** Bᵢ,ᵣ = (u − tᵢ)/(tᵢ₊ᵣ − tᵢ) Bᵢ,ᵣ₋₁ + (tᵢ₊ᵣ₊₁ − u)/(tᵢ₊ᵣ₊₁ − tᵢ₊₁) Bᵢ₊₁,ᵣ₋₁. */
    private void fillValues(int span, double u) {
        ofDegree[0][0] = 1;
        for (int r = 1; r <= p; r++) {
            double[] lower = ofDegree[r - 1];
            double[] values = ofDegree[r];
            double fromLeft = 0;
            for (int k = 0; k < r; k++) {
                double left = basis.knot(span - r + 1 + k);
                double right = basis.knot(span + 1 + k);
                double share = lower[k] / (right - left);
                values[k] = fromLeft + (right - u) * share;
                fromLeft = (u - left) * share;
            }
            values[r] = fromLeft;
        }
    }

    /** B′ᵢ,ᵣ = r Bᵢ,ᵣ₋₁/(tᵢ₊ᵣ − tᵢ) − r Bᵢ₊₁,ᵣ₋₁/(tᵢ₊ᵣ₊₁ − tᵢ₊₁), d times. */
    private void differentiate(int span, int d) {
        double[] values = derivatives[d];
        if (d > p) {
            // stays zero
            return;
        }
        System.arraycopy(ofDegree[p - d], 0, values, 0, p - d + 1);
        for (int r = p - d + 1; r <= p; r++) {
            double fromLeft = 0;
            for (int k = 0; k < r; k++) {
                double share = r * values[k] / (basis.knot(span + 1 + k) - basis.knot(span - r + 1 + k));
                values[k] = fromLeft - share;
                fromLeft = share;
            }
            values[r] = fromLeft;
        }
    }

    /** The first function that differs from zero; there are degree + 1 of them. */
    public int first() {
        guard.requireResults();
        return first;
    }

    /** The derivative, of an order, of function {@code first() + k}. */
    public double get(int order, int k) {
        guard.requireResults();
        return derivatives[order][k];
    }

    /** dᵒ/duᵒ Σ Bⱼ Pⱼ of control points of n numbers each. */
    public void combine(int order, double[] controlPoints, int n, double[] out) {
        guard.requireResults();
        guard.checkLength("controlPoints", controlPoints, basis.controlPoints() * n);
        guard.checkLength("out", out, n);
        guard.checkDistinct("out", out, "controlPoints", controlPoints);
        guard.checkFinite("controlPoints", controlPoints);
        add(order, controlPoints, n, out);
    }

    /** The same from control points that are finite. */
    void add(int order, double[] controlPoints, int n, double[] out) {
        Arrays.fill(out, 0);
        double[] values = derivatives[order];
        for (int k = 0; k <= p; k++) {
            int at = (first + k) * n;
            for (int i = 0; i < n; i++) {
                out[i] += values[k] * controlPoints[at + i];
            }
        }
        guard.checkResult("out", out);
    }

    public SplineBasis basis() {
        return basis;
    }
}
