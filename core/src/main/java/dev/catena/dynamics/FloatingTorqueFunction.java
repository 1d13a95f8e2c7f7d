package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;

/** Something that knows the torques that a motion of joints needs while nothing holds the base nor touches the robot. */
public interface FloatingTorqueFunction {
    /**
     * τ(q, q̇, q̈) and the acceleration of the base that the motion causes.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     * @throws SingularInertiaException if the robot has no inertia in some direction
     */
    void compute(BaseMotion base, double[] q, double[] qd, double[] qdd, double[] baseAccelerationOut, double[] tauOut);

    /** The same of the same robot, for another thread. */
    FloatingTorqueFunction copy();

    /** How it computes, in words: "hand-written", or "compiled". */
    default String origin() {
        return "hand-written";
    }
}
