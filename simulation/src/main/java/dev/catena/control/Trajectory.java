package dev.catena.control;

import java.util.Arrays;

/** A motion of the joints that is wanted, as a function of time alone. */
@FunctionalInterface
public interface Trajectory {
    /** Positions, velocities and accelerations of all joints at a time. */
    void at(double time, double[] qOut, double[] qdOut, double[] qddOut);

    /** The next time after the given one at which the acceleration jumps, infinity if there is none. */
    default double nextSwitch(double time) {
        return Double.POSITIVE_INFINITY;
    }

    /** Stays where it is. */
    static Trajectory hold(double... positions) {
        double[] kept = WantedMotion.finite("positions", positions);
        return (time, qOut, qdOut, qddOut) -> {
            WantedMotion.checkOutputs(kept.length, time, qOut, qdOut, qddOut);
            System.arraycopy(kept, 0, qOut, 0, kept.length);
            Arrays.fill(qdOut, 0);
            Arrays.fill(qddOut, 0);
        };
    }
}
