package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;

/** Something that knows the accelerations that torques give while nothing holds the base nor touches the robot. */
public interface FloatingAccelerationFunction {
    /**
     * Accelerations of base and joints.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     * @throws SingularInertiaException naming what has no inertia
     */
    void computeFloating(
            BaseMotion base, double[] q, double[] qd, double[] tau, double[] baseAccelerationOut, double[] qddOut);

    /** The same of the same robot, for another thread. */
    FloatingAccelerationFunction copy();

    /** How it computes, in words: "hand-written", or "compiled". */
    default String origin() {
        return "hand-written";
    }
}
