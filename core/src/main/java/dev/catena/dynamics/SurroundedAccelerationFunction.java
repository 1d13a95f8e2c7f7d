package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import org.jspecify.annotations.Nullable;

/** Something that knows the accelerations that torques give under wrenches, on a base that rests, moves as told or floats. */
public interface SurroundedAccelerationFunction {
    /**
     * Accelerations of the joints.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     * @param wrenches what the environment applies; null for nothing
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut);

    /**
     * Accelerations of a free base and of the joints.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param wrenches what the environment applies; null for nothing
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     * @throws SingularInertiaException naming what has no inertia
     */
    void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut);

    /** The same of the same robot, for another thread. */
    SurroundedAccelerationFunction copy();

    /** How it computes, in words: "hand-written", or "compiled". */
    default String origin() {
        return "hand-written";
    }
}
