package dev.catena.simulation;

/**
 * Takes a robot forward step by step, without allocation: for loops of the caller's own. One per thread:
 * {@code stepper.copy()} makes another for another thread.
 */
public interface Stepper {
    /**
     * Changes a state to what it is a time later.
     *
     * @param state one of the simulation's robot, finite
     * @param step in seconds, positive
     * @throws dev.catena.model.NumericalException naming what has no inertia, or why the state has no successor; the state
     *     is then as it was
     */
    void step(State state, double step);

    /** A stepper of the same simulation with buffers of its own. */
    Stepper copy();
}
