package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import org.jspecify.annotations.Nullable;

/** Something that knows the torques that a motion needs under wrenches, on a base that rests or moves as told. */
public interface SurroundedTorqueFunction {
    /**
     * Torques for a motion of joints and base under external wrenches.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param wrenches what the environment applies; null for nothing
     */
    void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut);

    /** The same of the same robot, for another thread. */
    SurroundedTorqueFunction copy();

    /** How it computes, in words: "hand-written", or "compiled". */
    default String origin() {
        return "hand-written";
    }
}
