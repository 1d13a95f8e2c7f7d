package dev.catena.simulation;

import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.solvers.BracketedUnivariateSolver;
import org.hipparchus.analysis.solvers.BracketingNthOrderBrentSolver;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.ode.ODEIntegrator;
import org.hipparchus.ode.ODEState;
import org.hipparchus.ode.ODEStateAndDerivative;
import org.hipparchus.ode.OrdinaryDifferentialEquation;
import org.hipparchus.ode.events.Action;
import org.hipparchus.ode.events.AdaptableInterval;
import org.hipparchus.ode.events.ODEEventDetector;
import org.hipparchus.ode.events.ODEEventHandler;
import org.hipparchus.ode.nonstiff.DormandPrince853Integrator;
import org.hipparchus.ode.sampling.ODEStateInterpolator;

/**
 * A run by Dormand and Prince's method with steps that follow the error. Samples and events lie on the method's own
 * interpolation. The derivative does not depend on the length of a quaternion, so that it is normalized where states are
 * handed out, and nowhere else.
 */
final class AdaptiveRun {
    /** Steps below this, in seconds, are taken for a failure. */
    private static final double SHORTEST_STEP = 1e-12;

    /** Of the fastest vibration of motors on springs, in one step. */
    private static final double MOST_RADIANS = 4;

    private static final int MOST_ITERATIONS = 200;

    private final Simulation.Builder setup;
    private final Integrator.DormandPrince method;
    private final Plant plant;
    private final Recorder recorder;
    private final State state;
    private final State scratch;
    private double reached;
    private boolean cancelled;
    private boolean stopped;

    AdaptiveRun(Simulation.Builder setup, Integrator.DormandPrince method, Plant plant, Recorder recorder) {
        this.setup = setup;
        this.method = method;
        this.plant = plant;
        this.recorder = recorder;
        state = setup.start.copy();
        scratch = state.copy();
        reached = state.time();
    }

    Run run() {
        recorder.recordDue(state);
        double end = state.time() + setup.duration;
        ODEIntegrator integrator = integrator();
        while (state.time() < end && !cancelled && !stopped) {
            double switchTime = setup.controller.nextSwitch(state.time());
            if (!(switchTime > state.time())) {
                throw new SimulationFailure(String.format(
                        Locale.ROOT,
                        "after %.9g s the controller names the switch at %.9g s, which is not later",
                        state.time(),
                        switchTime));
            }
            plant.switchTime = switchTime;
            integrate(integrator, Math.min(end, switchTime));
        }
        plant.switchTime = Double.POSITIVE_INFINITY;
        if (cancelled) {
            return recorder.cancelled(state.time());
        }
        recorder.recordEnd(state);
        return stopped ? recorder.stopped(state) : recorder.finished(state);
    }

    private void integrate(ODEIntegrator integrator, double target) {
        if (target - state.time() <= SHORTEST_STEP) {
            state.time(target);
            return;
        }
        double[] y = new double[state.dimension()];
        state.copyTo(y);
        try {
            ODEStateAndDerivative last = integrator.integrate(new Equation(), new ODEState(state.time(), y), target);
            set(state, last);
        } catch (MathRuntimeException e) {
            throw new SimulationFailure(String.format(
                    Locale.ROOT,
                    "at %.9g s no step is short enough for tolerance %g: torques that jump, friction too steep, or a robot that cannot move that way (%s)",
                    reached,
                    method.absoluteTolerance(),
                    e.getMessage()));
        }
    }

    private ODEIntegrator integrator() {
        ODEIntegrator integrator = new DormandPrince853Integrator(
                SHORTEST_STEP, longestStep(), method.absoluteTolerance(), method.relativeTolerance());
        integrator.addStepHandler(this::handleStep);
        integrator.addStepEndHandler((end, forward) -> {
            cancelled = setup.cancelled.getAsBoolean();
            return cancelled ? Action.STOP : Action.CONTINUE;
        });
        for (Event event : setup.events) {
            integrator.addEventDetector(new Detector(event.function(), (at, detector, rising) -> {
                if (!event.direction().matches(rising)) {
                    return Action.CONTINUE;
                }
                recorder.occurred(event, at.getTime(), rising);
                stopped |= event.stops();
                return event.stops() ? Action.STOP : Action.CONTINUE;
            }));
        }
        if (setup.stops != null) {
            // a step ends where a stop begins to push
            for (ToDoubleFunction<State> distance : distancesFromStops()) {
                integrator.addEventDetector(new Detector(distance, (at, detector, rising) -> Action.RESET_DERIVATIVES));
            }
        }
        return integrator;
    }

    /** Trial steps far beyond a vibration of motors on springs would leave the numbers before their error is seen. */
    private double longestStep() {
        double fastest = setup.model.elasticJoints().isEmpty()
                ? 0
                : new Mobility(setup.model, setup.dynamics, setup.start).fastestVibration(setup.model);
        return Math.min(method.maximumStep(), MOST_RADIANS / fastest);
    }

    private List<ToDoubleFunction<State>> distancesFromStops() {
        List<ToDoubleFunction<State>> distances = new ArrayList<>();
        for (Joint joint : setup.model.movingJoints()) {
            int k = setup.model.coordinate(joint.name());
            JointLimits limits = joint.limits();
            for (double limit : new double[] {limits.lower(), limits.upper()}) {
                if (!Double.isInfinite(limit)) {
                    distances.add(at -> at.jointPositions()[k] - limit);
                }
            }
        }
        return distances;
    }

    private void handleStep(ODEStateInterpolator interpolator) {
        ODEStateAndDerivative current = interpolator.getCurrentState();
        if (current.getTime() > reached) {
            recorder.steps++;
            reached = current.getTime();
        }
        while (recorder.dueTime() <= reached) {
            double due = recorder.dueTime();
            set(scratch, due == reached ? current : interpolator.getInterpolatedState(due));
            recorder.recordDue(scratch);
        }
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

    /** Watches the sign of a function of the state. */
    private final class Detector implements ODEEventDetector {
        private final ToDoubleFunction<State> function;
        private final ODEEventHandler handler;

        Detector(ToDoubleFunction<State> function, ODEEventHandler handler) {
            this.function = function;
            this.handler = handler;
        }

        @Override
        public AdaptableInterval getMaxCheckInterval() {
            return AdaptableInterval.of(Event.CHECK_INTERVAL);
        }

        @Override
        public int getMaxIterationCount() {
            return MOST_ITERATIONS;
        }

        @Override
        public BracketedUnivariateSolver<UnivariateFunction> getSolver() {
            return new BracketingNthOrderBrentSolver(0, Event.ACCURACY, 0, 5);
        }

        @Override
        public ODEEventHandler getHandler() {
            return handler;
        }

        @Override
        public double g(ODEStateAndDerivative at) {
            set(scratch, at);
            return function.applyAsDouble(scratch);
        }
    }
}
