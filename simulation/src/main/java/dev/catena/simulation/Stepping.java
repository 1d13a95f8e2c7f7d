package dev.catena.simulation;

/** Steps of a method that end where joints meet rigid stops and go on from there, without checks. */
final class Stepping {
    private final StopSearch stops;
    private final StopSearch.Mover mover;

    Stepping(StopSearch stops, StopSearch.Mover mover) {
        this.stops = stops;
        this.mover = mover;
    }

    /** Changes a state to what it is a time later; what it is after an exception is of no use. */
    void step(State state, double h) {
        stops.step(state, h, mover);
    }

    /** How often joints met rigid stops within the last step: they may have left them again. */
    int stopCount() {
        return stops.count();
    }

    /** The state there; it is overwritten by the next step. */
    State stop(int k) {
        return stops.met(k);
    }
}
