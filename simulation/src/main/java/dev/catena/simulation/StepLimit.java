package dev.catena.simulation;

import dev.catena.model.RobotModel;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Notices steps that are too long for an explicit method: a motor that vibrates on its spring with ω grows without bound
 * where h ω exceeds the method's limit. Robots without springs have no such limit, nor have methods with implicit springs. Friction has
 * another, {@link FrictionStepLimit}.
 */
final class StepLimit {
    /** Stability on the imaginary axis: 2√2 for Runge and Kutta's method, 2 for semi-implicit Euler; less some margin. */
    private static final double RUNGE_KUTTA = 2.7;

    private static final double SEMI_IMPLICIT = 1.9;

    private final double step;
    private final double limit;
    private final RobotModel model;
    private final Simulation.Builder setup;
    private final FrictionStepLimit friction;

    StepLimit(Simulation.Builder setup, Integrator method) {
        this.setup = setup;
        friction = new FrictionStepLimit(setup, method);
        step = method.fixedStep();
        model = setup.model;
        boolean none = model.elasticJoints().isEmpty()
                || method instanceof Integrator.ImplicitMidpoint
                || method instanceof Integrator.StickSlip;
        limit = none ? Double.POSITIVE_INFINITY : method instanceof Integrator.RungeKutta ? RUNGE_KUTTA : SEMI_IMPLICIT;
    }

    /** What is wrong with the step in the posture of a state; null if nothing is. */
    @Nullable
    String problem(State state) {
        String problem = problemOfSprings(state);
        return problem == null ? friction.problem(state) : problem;
    }

    private @Nullable String problemOfSprings(State state) {
        if (Double.isInfinite(limit)) {
            return null;
        }
        double frequency = new Mobility(model, setup.dynamics, state).fastestVibration(model);
        return step * frequency <= limit
                ? null
                : String.format(
                        Locale.ROOT,
                        "at %.9g s a motor can vibrate on its spring with %.4g rad/s, for which steps of %g s are too"
                                + " long: take at most %.2g s, or the implicit midpoint rule, which has no such limit",
                        state.time(),
                        frequency,
                        step,
                        limit / frequency);
    }

    void check(State state) {
        String problem = problem(state);
        if (problem != null) {
            throw new SimulationFailure("%s", problem);
        }
    }
}
