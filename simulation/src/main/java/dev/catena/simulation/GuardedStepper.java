package dev.catena.simulation;

import dev.catena.tree.Guard;

/** A stepper for callers of any kind: checks what it is given, and leaves a state alone that has no successor. */
final class GuardedStepper implements Stepper {
    private final Simulation simulation;
    private final Stepping stepping;
    private final Plant plant;
    private final StopStepLimit limit;
    private final Guard guard;
    private final State before;

    GuardedStepper(Simulation simulation, Stepping stepping, Plant plant, StopStepLimit limit) {
        this.simulation = simulation;
        this.stepping = stepping;
        this.plant = plant;
        this.limit = limit;
        guard = new Guard(Stepper.class, simulation.setup().model);
        before = simulation.setup().start.copy();
    }

    @Override
    public Stepper copy() {
        return simulation.stepper();
    }

    @Override
    public void step(State state, double step) {
        guard.begin();
        before.set(state);
        if (!(step > 0) || Double.isInfinite(step)) {
            throw new IllegalArgumentException("step is %s, but must be positive and finite".formatted(step));
        }
        if (!state.isFinite()) {
            throw new IllegalArgumentException("the state of robot \"%s\" has a number that is not finite"
                    .formatted(simulation.setup().model.name()));
        }
        boolean done = false;
        try {
            stepping.step(state, step);
            plant.checkFinite(state);
            limit.see(state, step);
            done = true;
        } finally {
            if (!done) {
                state.set(before);
            }
        }
        guard.succeed();
    }
}
