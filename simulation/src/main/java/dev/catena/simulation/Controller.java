package dev.catena.simulation;

import java.util.Arrays;

/**
 * What drives the joints: torques and forces as a function of time and state.
 *
 * <p>A simulation may ask for any time and state, more than once and not in order of time (adaptive integrators try
 * steps and take them back): the answer may depend on nothing else. For speed it should not allocate.
 */
@FunctionalInterface
public interface Controller {
    /**
     * Sets all joint torques, Nm or N.
     *
     * @param state to be read only
     * @param torqueOut one entry per moving joint
     */
    void torque(double time, State state, double[] torqueOut);

    /**
     * The next time after the given one at which the torque jumps or has a kink as a function of time, infinity if there
     * is none. Adaptive integrators end a step there.
     */
    default double nextSwitch(double time) {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * The same law with buffers of its own, for another thread: every run of a simulation takes a copy. This one itself
     * unless a controller says otherwise, which is right for those that keep nothing.
     */
    default Controller copy() {
        return this;
    }

    /** No torque at all. */
    static Controller zero() {
        return (time, state, torqueOut) -> Arrays.fill(torqueOut, 0);
    }

    /** The same torques forever. */
    static Controller constant(double... torques) {
        double[] kept = torques.clone();
        for (int i = 0; i < kept.length; i++) {
            if (!Double.isFinite(kept[i])) {
                throw new IllegalArgumentException(
                        "constant torque %s is %s, but must be finite".formatted(i, kept[i]));
            }
        }
        return (time, state, torqueOut) -> {
            if (kept.length != torqueOut.length) {
                throw new IllegalArgumentException("%s constant torques were given, but the robot has %s moving joints"
                        .formatted(kept.length, torqueOut.length));
            }
            System.arraycopy(kept, 0, torqueOut, 0, kept.length);
        };
    }
}
