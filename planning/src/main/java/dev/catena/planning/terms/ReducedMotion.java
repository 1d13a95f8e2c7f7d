package dev.catena.planning.terms;

import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.List;

/**
 * A motion of all coordinates that follows from that of fewer, which are planned: the parameter of a path, or what contacts
 * leave free. May own buffers: used by one thread.
 */
public interface ReducedMotion {
    /** What messages call the coordinates that are planned. */
    List<String> coordinates();

    /** What positions of all coordinates count in. */
    double[] units();

    /** What those that are planned count in. */
    double[] ownUnits();

    /** The state of all coordinates, inputs included; written again by a later call. */
    MotionState follow(MotionState reduced);

    /** A function of all coordinates as one of those that are planned. */
    StateFunction of(StateFunction function);

    /** How many of the coordinates that are planned are loads that are curves, anywhere at ends and via points; they are the last ones. */
    default int loads() {
        return 0;
    }

    /** Whether points of the robot stand all the time. */
    default boolean stands() {
        return false;
    }

    /** One with buffers of its own. */
    ReducedMotion copy();

    /** The same for one program, whose functions share one. */
    default ReducedMotion copy(Evaluators evaluators) {
        return copy();
    }
}
