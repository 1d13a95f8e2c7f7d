package dev.catena.simulation;

import dev.catena.model.NumericalException;

/**
 * A run in steps of fixed length. Samples and events between steps are reached by shorter steps that are then taken
 * back, so that they do not change the course of the run.
 */
final class FixedStepRun {
    /** A remainder of the duration below this part of a step is none. */
    private static final double NO_STEP = 1e-9;

    /** Times that are nearer are the same. */
    private final double same;

    private final Simulation.Builder setup;
    private final double step;
    private final Stepping stepper;
    private final Plant plant;
    private final StepLimit limit;
    private final StopStepLimit stops;
    private final Recorder recorder;
    private final EventSearch events;
    private final State state;
    private final State before;
    private final State probe;

    FixedStepRun(Simulation.Builder setup, Integrator method, Stepping stepper, Plant plant, Recorder recorder) {
        this.setup = setup;
        step = method.fixedStep();
        same = NO_STEP * Math.min(step, setup.duration);
        this.stepper = stepper;
        this.plant = plant;
        limit = new StepLimit(setup, method);
        stops = new StopStepLimit(setup, method, plant);
        this.recorder = recorder;
        state = setup.start.copy();
        before = state.copy();
        probe = state.copy();
        events = new EventSearch(setup.events, stepper, state);
    }

    Run run() {
        try {
            return goThrough();
        } catch (NumericalException failure) {
            plant.begin(before);
            return recorder.failed(before, failure);
        }
    }

    private Run goThrough() {
        double start = state.time();
        double end = start + setup.duration;
        limit.check(state);
        plant.rebounds.see(state.jointVelocities(), plant.jointAcceleration, 0);
        plant.land(state);
        before.set(state);
        record(state);
        long whole = (long) Math.floor(setup.duration / step + NO_STEP);
        boolean remainder = setup.duration - whole * step > same;
        long count = remainder ? whole + 1 : whole;
        for (long k = 1; k <= count; k++) {
            if (setup.canceled.getAsBoolean()) {
                plant.begin(state);
                return recorder.canceled(state);
            }
            double reached = k == count ? end : start + k * step;
            boolean ends = stepTo(reached, k > whole ? reached - state.time() : step);
            if (ends) {
                plant.begin(state);
                return recorder.stopped(state);
            }
        }
        plant.begin(state);
        return recorder.finished(state);
    }

    /** One step, its events and its samples; true if an event ends the run. */
    private boolean stepTo(double reached, double length) {
        before.set(state);
        stepper.step(state, length);
        state.time(reached);
        recorder.steps++;
        plant.checkFinite(state);
        stops.see(state, length);
        boolean ends = events.search(before, state, length, recorder);
        while (recorder.dueTime() <= state.time()) {
            recordBetween(recorder.dueTime());
        }
        return ends;
    }

    private void recordBetween(double due) {
        limit.check(state);
        if (state.time() - due <= same) {
            record(state);
        } else {
            probe.set(before);
            stepper.step(probe, due - before.time());
            probe.time(due);
            record(probe);
        }
    }

    private void record(State at) {
        plant.begin(at);
        recorder.recordDue(at);
    }
}
