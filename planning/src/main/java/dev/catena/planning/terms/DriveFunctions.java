package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.List;

/** What planning asks of the drives of a robot: torques and their rates along motions of its coordinates. */
public interface DriveFunctions {
    /** The names of the coordinates. */
    List<String> coordinates();

    /** The names of the drives, one for each torque. */
    List<String> drives();

    /** The torques of the drives, in a function of its own. */
    StateFunction torque();

    /** Their rates, in a function of its own. */
    StateFunction torqueRate();

    /**
     * How fast the drives move, in a function of its own: torque times speed is the power that a drive takes. Motors behind springs do not move
     * as their joints do.
     */
    default StateFunction speed() {
        return new CoordinateFunction(1, coordinates());
    }

    /**
     * The highest derivative of the coordinates that a state of the robot is made of: those of an end at rest are zero up to
     * it. One for rigid drives; motors behind springs have positions and velocities of their own.
     */
    default int stateOrder() {
        return 1;
    }

    /** How many numbers of {@link dev.catena.planning.function.StandingLoads} torques depend on, which are planned besides. */
    default int loads() {
        return 0;
    }

    /** Whether torques depend on the clock too, so that the duration must be given. */
    default boolean dependsOnTime() {
        return false;
    }

    /**
     * Where the motors behind springs are in a motion, and how they move, in the order of their joints in the robot; nothing is
     * written where all drives are rigid.
     */
    default void motors(MotionState state, double[] positionsOut, double[] velocitiesOut) {}

    /** How they are computed, in words. */
    String origin();
}
