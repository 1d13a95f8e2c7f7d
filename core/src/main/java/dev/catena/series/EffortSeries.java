package dev.catena.series;

/**
 * Efforts Γ(q, q̇, q̈) of n coordinates along a motion, with derivatives, all as functions of time: Taylor series whose coefficients up to
 * an order are exact. The total derivative by time and partial ones commute, so that those of Γ̇, Γ̈ and so on follow by the rule of
 * products.
 *
 * <p>An entry of a vector or a matrix has order + 1 coefficients, one after the other. Arrays that are returned belong to the object and
 * are valid until the next computation. Owned by one thread.
 */
public interface EffortSeries {
    /** How many coordinates. */
    int size();

    /** The highest coefficient. */
    int order();

    /**
     * Efforts and their first derivatives.
     *
     * @param motion q and its derivatives up to order + 2
     */
    void compute(double[][] motion);

    /** Γ of the last computation. */
    double[] efforts();

    /** ∂Γ/∂q, ∂Γ/∂q̇ or ∂Γ/∂q̈ of the last computation, n × n, row-major. */
    double[] slopes(int derivative);

    /**
     * λᵀ∂²Γ by (q, q̇, q̈) of the last computation.
     *
     * @param multipliers λ, which may change in time: series
     * @param out 3n × 3n, row-major
     */
    void curvature(double[] multipliers, double[] out);
}
