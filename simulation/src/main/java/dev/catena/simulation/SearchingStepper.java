package dev.catena.simulation;

/** Steps of a method that end where joints meet rigid stops and go on from there. */
final class SearchingStepper implements Stepping {
    private final StopSearch stops;
    private final StopSearch.Mover mover;

    SearchingStepper(StopSearch stops, StopSearch.Mover mover) {
        this.stops = stops;
        this.mover = mover;
    }

    @Override
    public void step(State state, double h) {
        stops.step(state, h, mover);
    }

    @Override
    public int stopCount() {
        return stops.count();
    }

    @Override
    public State stop(int k) {
        return stops.met(k);
    }
}
