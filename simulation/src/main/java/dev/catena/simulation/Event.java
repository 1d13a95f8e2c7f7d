package dev.catena.simulation;

import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Something that happens when a function of the state comes to zero from one side. It is found between steps, to 10⁻¹⁰ s
 * on the trajectory as the integrator sees it.
 *
 * <p>A pair of crossings within one step, or within {@value #CHECK_INTERVAL} s of an adaptive one, can be missed. A
 * function within 10⁻⁹ of zero counts as on it: one that is there at the start of a run, or stays there, does not occur;
 * it has to leave and come back.
 *
 * @param function has to be continuous, and to read the state only
 * @param stops whether the run ends there
 */
public record Event(String name, ToDoubleFunction<State> function, Direction direction, boolean stops) {
    /** How often an adaptive integrator looks at the sign, in seconds. */
    static final double CHECK_INTERVAL = 0.01;

    /** How exactly events are located, in seconds. */
    static final double ACCURACY = 1e-10;

    /** Which crossings count. */
    public enum Direction {
        RISING,
        FALLING,
        BOTH;

        boolean matches(boolean rising) {
            return this == BOTH || (this == RISING) == rising;
        }
    }

    /** An event in a run. */
    public record Occurrence(String name, double time, boolean rising) {}

    /** Any crossing of zero; the run goes on. */
    public static Event crossing(String name, ToDoubleFunction<State> function) {
        return new Event(name, function, Direction.BOTH, false);
    }

    /** The same, ending the run. */
    public Event stopping() {
        return new Event(name, function, direction, true);
    }

    public Event inDirection(Direction newDirection) {
        return new Event(name, function, newDirection, stops);
    }

    /** Every joint's arrival at a position limit, named such as {@code "elbow at upper limit"}; the run goes on. */
    public static List<Event> jointLimits(RobotModel model) {
        double[] units = JointUnits.of(model);
        List<Event> events = new ArrayList<>();
        for (Joint joint : model.movingJoints()) {
            int k = model.coordinate(joint.name());
            double unit = units[k];
            JointLimits limits = joint.limits();
            if (!Double.isInfinite(limits.lower())) {
                events.add(new Event(
                        joint.name() + " at lower limit",
                        state -> (state.jointPositions()[k] - limits.lower()) / unit - arrival(limits.lower() / unit),
                        Direction.FALLING,
                        false));
            }
            if (!Double.isInfinite(limits.upper())) {
                events.add(new Event(
                        joint.name() + " at upper limit",
                        state -> (state.jointPositions()[k] - limits.upper()) / unit + arrival(limits.upper() / unit),
                        Direction.RISING,
                        false));
            }
        }
        return events;
    }

    /** So near to a limit a joint has arrived: rigid stops of closed loops bring joints to just before it. */
    private static double arrival(double limit) {
        return Math.min(1e-11 * Math.max(1, Math.abs(limit)), EventWatch.ON_ZERO / 2);
    }
}
