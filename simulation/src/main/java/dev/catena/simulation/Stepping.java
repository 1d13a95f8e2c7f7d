package dev.catena.simulation;

/** One step of a method, without checks. */
interface Stepping {
    /** Changes a state to what it is a time later; what it is after an exception is of no use. */
    void step(State state, double h);
}
