package dev.catena.mechanism.continuation;

/**
 * F(x, t) = 0: at least as many equations as unknowns, along a way with t from 0 to 1. All methods but {@link #place}
 * speak of where it placed the mechanism last.
 */
public interface PathEquations {
    int rows();

    /** What one unit of each unknown counts as. */
    double[] scale();

    void place(double[] x, double t);

    /** F; returns its norm. */
    double residual(double[] out);

    /** ∂F/∂x times the scale, row-major. Where F ≠ 0 an approximation is enough. */
    void jacobian(double[] out);

    /** ∂F/∂t. */
    void rate(double[] out);

    /** How fast what is given moves with t, in the measure of the scaled unknowns. */
    double speed();

    /** L within a distance of s + 1/(βL) from where the mechanism is. */
    double curvature(double beta, double s);

    /** How large a column of J may become. */
    double reach();

    /** What one more derivative multiplies L by, at most. */
    double growth();
}
