package dev.catena.identification.physical;

import java.util.List;

/**
 * A set of parameters that are possible, J(χ) ≻ 0, with its barrier and with Z ≻ 0, which holds them inside: J Z = λ on the path
 * that a search follows. Steps are scaled by the W with W Z W = J [NesterovTodd], so that they stay long beside boundaries that
 * bend.
 */
interface Cone {
    /** B, or infinity outside. */
    double barrier(double[] chi);

    /** How many numbers are held positive. */
    int degree();

    /** Begins at χ, which is inside, on the path. */
    void center(double[] chi, double lambda);

    /**
     * Adds rows s and numbers w behind them, such that a Newton step x of the whole search towards λ is where Σ (sᵀx + w)², beside the
     * equations' own squares, is least.
     */
    void addRows(double[] chi, double lambda, List<double[]> rows);

    /** Prepares a step towards λ; returns how much of it leads to the boundary, of J or of Z. */
    double prepare(double[] chi, double[] step, double lambda);

    /** Takes a part of the step for Z. */
    void advance(double part);

    /** tr(J Z). */
    double product(double[] chi);
}
