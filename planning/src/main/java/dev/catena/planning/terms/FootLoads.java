package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;

/** Loads of feet at moments of a motion, six numbers each among other rows, with derivatives by (q, q̇, q̈) and what else they depend on. */
public interface FootLoads {
    /** The row of the first number of a foot. */
    int loadRow(int foot);

    /** Whether inputs of the moment are the last columns. */
    boolean hasInputs();

    /** How many numbers of {@link dev.catena.planning.function.StandingLoads} are behind the coordinates of every derivative. */
    int loads();

    /** How many columns there are. */
    int width();

    /** All rows. Not a copy. */
    double[] values(MotionState state);

    /** Their derivatives. Not a copy. */
    double[] slopes(MotionState state);

    /** Multipliers of all rows, zero, to be filled for {@link #addCurvature}. */
    double[] multipliers();

    /** out += Σ λ ∂² of all rows. */
    void addCurvature(MotionState state, double[] out);

    /** The same for all copies. */
    Object origin();

    FootLoads copy();
}
