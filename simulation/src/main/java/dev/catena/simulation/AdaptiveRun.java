package dev.catena.simulation;

import dev.catena.model.NumericalException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.ode.ODEState;
import org.hipparchus.ode.ODEStateAndDerivative;
import org.hipparchus.ode.OrdinaryDifferentialEquation;
import org.hipparchus.ode.events.Action;
import org.hipparchus.ode.nonstiff.DormandPrince853Integrator;
import org.hipparchus.ode.sampling.ODEStateInterpolator;

/**
 * A run by Dormand and Prince's method with steps that follow the error. Samples and events lie on the method's own
 * interpolation. The derivative does not depend on the length of a quaternion, so that it is normalized where states are
 * handed out, and nowhere else.
 *
 * <p>A run is a row of segments. One ends where the controller's torque jumps, where a joint passes or leaves its stop, or
 * where an event ends the run; the rest of the step in which that happens is thrown away. Within a segment no joint begins
 * to rest on a rigid stop, so that accelerations are continuous there.
 */
final class AdaptiveRun {
    /** Steps below this, in seconds, are taken for a failure. */
    private static final double SHORTEST_STEP = 1e-12;

    /** The first step of a segment, and the shortest with which one is tried that failed, in seconds. */
    private static final double FIRST_TRIAL = 1e-3;

    private static final double SHORTEST_TRIAL = 1e-9;

    /** Of the fastest vibration of motors on springs, in one step. */
    private static final double MOST_RADIANS = 4;

    private record Found(EventWatch watch, double time) {}

    private final Simulation.Builder setup;
    private final Integrator.DormandPrince method;
    private final Plant plant;
    private final Recorder recorder;
    private final List<EventWatch> events;
    private final List<StopWatch> stops;
    private final List<EventWatch> watches;
    private final State state;
    private final State scratch;
    private double reached;

    /** The length of the last step. */
    private double step = FIRST_TRIAL;

    private boolean canceled;
    private boolean stopped;

    /** Whether the segment ended before the step that is being looked at; {@link #state} is where. */
    private boolean cut;

    /** Whether a joint that comes to its stop rebounds: not if it was hardly away from it. */
    private boolean rebounds = true;

    AdaptiveRun(Simulation.Builder setup, Integrator.DormandPrince method, Plant plant, Recorder recorder) {
        this.setup = setup;
        this.method = method;
        this.plant = plant;
        this.recorder = recorder;
        state = setup.start.copy();
        scratch = state.copy();
        reached = state.time();
        events = setup.events.stream().map(EventWatch::new).toList();
        stops = StopWatch.of(setup.model, setup.stops);
        watches = Stream.concat(events.stream(), stops.stream()).toList();
    }

    Run run() {
        try {
            goThrough(state.time() + setup.duration);
        } catch (NumericalException failure) {
            plant.switchTime = Double.POSITIVE_INFINITY;
            return recorder.failed(state, failure);
        }
        if (canceled) {
            return recorder.canceled(state);
        }
        return stopped ? recorder.stopped(state) : recorder.finished(state);
    }

    private void goThrough(double end) {
        land();
        recorder.recordDue(state);
        watches.forEach(watch -> watch.see(watch.value(state)));
        DormandPrince853Integrator integrator = integrator();
        while (state.time() < end && !canceled && !stopped) {
            double switchTime = plant.nextSwitch(state.time());
            if (!(switchTime > state.time())) {
                throw new SimulationFailure(
                        "after %.9g s the controller names the switch at %.9g s, which is not later",
                        state.time(), switchTime);
            }
            plant.switchTime = switchTime;
            integrate(integrator, Math.min(end, switchTime));
            land();
        }
        plant.switchTime = Double.POSITIVE_INFINITY;
    }

    /** Between segments: joints that have come to rigid stops rebound or rest. */
    private void land() {
        if (plant.held != null) {
            plant.rebounds.see(state.jointVelocities(), plant.jointAcceleration, 0);
            if (!rebounds) {
                plant.rebounds.forbid();
            }
            plant.held.land(state, plant.rebounds);
            plant.held.restOnlyAsIn(state);
            events.forEach(this::lookAtOnce);
        }
    }

    /** A joint that rebounds is at its limit for an instant only. */
    private void lookAtOnce(EventWatch watch) {
        double value = watch.value(state);
        if (watch.hasComeToZero(value) && watch.counts()) {
            recorder.occurred(watch.event, state.time(), watch.isRising());
            stopped |= watch.event.stops();
        }
        watch.see(value);
    }

    /** To the target, or to where the segment is cut; shorter steps where a trial step leaves what the robot can do. */
    private void integrate(DormandPrince853Integrator integrator, double target) {
        double trial = step;
        while (target - state.time() > SHORTEST_STEP) {
            double from = state.time();
            integrator.setInitialStepSize(trial);
            try {
                integrateFromHere(integrator, target);
                return;
            } catch (NumericalException e) {
                // a step that was taken in between may have been followed by one that is far too long
                trial = (state.time() > from ? step : Math.min(trial, step)) / 8;
                if (trial < SHORTEST_TRIAL) {
                    throw e;
                }
            }
        }
        state.time(target);
    }

    private void integrateFromHere(DormandPrince853Integrator integrator, double target) {
        double[] y = new double[state.dimension()];
        state.copyTo(y);
        plant.accept(state);
        cut = false;
        stops.forEach(stop -> stop.seeRate(state));
        try {
            ODEStateAndDerivative last = integrator.integrate(new Equation(), new ODEState(state.time(), y), target);
            if (!cut) {
                set(state, last);
            }
        } catch (MathRuntimeException e) {
            throw new SimulationFailure(
                    "at %.9g s no step is short enough for tolerance %g: torques that jump, friction too steep, or a"
                            + " robot that cannot move that way (%s)",
                    reached, method.absoluteTolerance(), String.valueOf(e.getMessage()));
        }
    }

    private DormandPrince853Integrator integrator() {
        double[] absolute = StateTolerance.of(setup.model, state, method.absoluteTolerance());
        double[] relative = new double[absolute.length];
        Arrays.fill(relative, method.relativeTolerance());
        DormandPrince853Integrator integrator =
                new DormandPrince853Integrator(SHORTEST_STEP, longestStep(), absolute, relative);
        integrator.addStepHandler(this::handleStep);
        integrator.addStepEndHandler((end, forward) -> {
            canceled = setup.canceled.getAsBoolean();
            return cut || canceled ? Action.STOP : Action.CONTINUE;
        });
        return integrator;
    }

    /** Trial steps far beyond a vibration of motors on springs would leave the numbers before their error is seen. */
    private double longestStep() {
        double fastest = setup.model.elasticJoints().isEmpty()
                ? 0
                : new Mobility(setup.model, setup.dynamics, setup.start).fastestVibration(setup.model);
        return Math.min(method.maximumStep(), MOST_RADIANS / fastest);
    }

    private void handleStep(ODEStateInterpolator interpolator) {
        ODEStateAndDerivative current = interpolator.getCurrentState();
        if (current.getTime() > reached) {
            recorder.steps++;
            step = Math.max(SHORTEST_TRIAL, current.getTime() - reached);
            watch(interpolator, current.getTime());
            if (!cut) {
                set(state, current);
                plant.accept(state);
                cut = plant.held != null && plant.held.hasLeft(state);
            }
            reached = cut ? state.time() : current.getTime();
        }
        while (recorder.dueTime() <= reached) {
            double due = recorder.dueTime();
            set(scratch, due == current.getTime() ? current : interpolator.getInterpolatedState(due));
            recorder.recordDue(scratch);
        }
    }

    /** Looks for events and passed stops in a step, in intervals that are short enough. */
    private void watch(ODEStateInterpolator interpolator, double end) {
        if (watches.isEmpty()) {
            return;
        }
        double start = reached;
        int parts = (int) Math.ceil((end - start) / Event.CHECK_INTERVAL);
        double from = start;
        for (int k = 1; k <= parts && !cut; k++) {
            double to = k == parts ? end : start + k * (end - start) / parts;
            watch(interpolator, from, to);
            from = to;
        }
    }

    private void watch(ODEStateInterpolator interpolator, double from, double to) {
        List<Found> found = new ArrayList<>();
        double[] values = new double[watches.size()];
        set(scratch, interpolator.getInterpolatedState(to));
        for (int k = 0; k < values.length; k++) {
            values[k] = watches.get(k).value(scratch);
        }
        List<StopWatch> passed =
                stops.stream().filter(stop -> stop.wasNearer(scratch)).toList();
        stops.forEach(stop -> stop.seeRate(scratch));
        for (int k = 0; k < values.length; k++) {
            addIfFound(watches.get(k), values[k], interpolator, from, to, found);
        }
        for (StopWatch stop : passed) {
            double nearest = stop.nearest(from, to, time -> {
                set(scratch, interpolator.getInterpolatedState(time));
                return scratch.jointVelocities()[stop.joint()];
            });
            addIfFound(stop, value(stop, interpolator, nearest), interpolator, from, nearest, found);
        }
        found.sort(Comparator.comparingDouble(Found::time));
        for (Found one : found) {
            if (!(one.watch() instanceof StopWatch)) {
                recorder.occurred(one.watch().event, one.time(), one.watch().isRising());
            }
            if (one.watch().event.stops() || one.watch() instanceof StopWatch) {
                endSegment(one, interpolator);
                return;
            }
            one.watch().see(0);
        }
        for (int k = 0; k < values.length; k++) {
            watches.get(k).see(values[k]);
        }
    }

    private void addIfFound(
            EventWatch watch,
            double value,
            ODEStateInterpolator interpolator,
            double from,
            double to,
            List<Found> found) {
        if (watch.hasComeToZero(value) && watch.counts()) {
            found.add(new Found(watch, watch.locate(from, to, time -> value(watch, interpolator, time))));
        }
    }

    private void endSegment(Found at, ODEStateInterpolator interpolator) {
        cut = true;
        stopped = at.watch().event.stops();
        rebounds = at.watch().wasAway();
        set(state, interpolator.getInterpolatedState(at.time()));
        at.watch().see(0);
    }

    private double value(EventWatch watch, ODEStateInterpolator interpolator, double time) {
        set(scratch, interpolator.getInterpolatedState(time));
        return watch.value(scratch);
    }

    private void set(State to, ODEStateAndDerivative from) {
        to.setFrom(from.getTime(), from.getPrimaryState());
        plant.settle(to);
    }

    /** The equations of motion. */
    private final class Equation implements OrdinaryDifferentialEquation {
        @Override
        public int getDimension() {
            return scratch.dimension();
        }

        @Override
        public double[] computeDerivatives(double t, double[] y) {
            scratch.setFrom(t, y);
            double[] dy = new double[y.length];
            plant.derivative(scratch, dy);
            if (State.zeroIfFinite(dy) != 0) {
                throw plant.notFinite(scratch);
            }
            return dy;
        }
    }
}
