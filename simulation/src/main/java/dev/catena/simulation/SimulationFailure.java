package dev.catena.simulation;

/** Ends a run; never leaves {@link Simulation#run}, which makes it the run's status. */
final class SimulationFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    SimulationFailure(String message) {
        super(message);
    }
}
