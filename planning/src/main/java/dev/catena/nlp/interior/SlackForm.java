package dev.catena.nlp.interior;

import dev.catena.nlp.run.CompressedRows;

/**
 * What the interior-point iteration works on:
 *
 * <pre>
 *   min f(v)   subject to   c(x) + B w = 0,   l ≤ v ≤ u,   v = (x, w)
 * </pre>
 *
 * Each w stands in one row only, with the factor +1 or −1: the slack of an inequality, or the two elastic variables of a
 * row in the restoration phase. They are eliminated from the linear systems at no cost, whatever their number.
 */
interface SlackForm {
    /** Number of x. */
    int variableCount();

    /** Number of rows of c. */
    int rowCount();

    /** Number of w. */
    int slackCount();

    /** The row in which a w stands. */
    int slackRow(int slack);

    /** Its factor there, +1 or −1. */
    double slackSign(int slack);

    /** l, for x and then w. */
    double[] lower();

    /** u, for x and then w. */
    double[] upper();

    /** f(v), NaN where it has no value. */
    double objective(double[] v);

    /** c(x) + B w. False if an entry has no value. */
    boolean constraints(double[] v, double[] out);

    /** ∂f/∂v and ∂c/∂x at v, the latter for {@link #jacobian()}. False if an entry has no value. */
    boolean derivatives(double[] v, double[] gradientOut);

    /** ∂c/∂x at the point of the last {@link #derivatives}. */
    CompressedRows jacobian();

    /** Adds ∇²ₓ(f + yᵀc) to the upper triangle of a row-major matrix. False if an entry has no value. */
    boolean addHessian(double[] v, double[] y, double[] matrix);

    /** Told when the barrier parameter changes; returns whether that changes f. */
    default boolean barrierChanged(double mu) {
        return false;
    }
}
