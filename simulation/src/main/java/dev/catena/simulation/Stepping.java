package dev.catena.simulation;

/** One step of a method, without checks. */
interface Stepping {
    /** Changes a state to what it is a time later; what it is after an exception is of no use. */
    void step(State state, double h);

    /** How often joints met rigid stops within the last step: they may have left them again. */
    default int stopCount() {
        return 0;
    }

    /** The state there; it is overwritten by the next step. */
    default State stop(int k) {
        throw new IndexOutOfBoundsException(k);
    }
}
