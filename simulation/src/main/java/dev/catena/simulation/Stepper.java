package dev.catena.simulation;

/** Takes a robot forward step by step, without allocation: for loops of the caller's own. Owned by one thread. */
public interface Stepper {
    /**
     * Changes a state to what it is a time later.
     *
     * @param step in seconds
     * @throws dev.catena.dynamics.SingularInertiaException naming what has no inertia
     */
    void step(State state, double step);
}
