package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;

/** A motion of a platform over time. */
@FunctionalInterface
public interface PlatformTrajectory {
    /**
     * The platform at a time.
     *
     * @param velocityOut velocity of its origin and angular velocity in world axes, in its freedoms
     * @param accelerationOut their derivatives, without gravity
     * @return its pose in the world
     */
    Pose at(double time, double[] velocityOut, double[] accelerationOut);
}
