package dev.catena.formats.table;

import dev.catena.model.Vector3;

/**
 * The motion of a robot's base, as a table gives it; what is not given is zero, or no turn. The position is in world
 * coordinates; velocities, accelerations and jerks are in the axes of the base.
 *
 * @param position of the base's origin, m
 * @param orientationX first part of the unit quaternion that turns base coordinates into world coordinates
 * @param linearVelocity of the base's origin, m/s
 * @param angularVelocity rad/s
 * @param linearAcceleration linear part of the spatial acceleration, m/s²: the classical acceleration of the base's
 *     origin less angularVelocity × linearVelocity
 * @param angularAcceleration rad/s²
 * @param linearJerk inertial derivative of the classical acceleration of the base's origin, m/s³
 * @param angularJerk inertial derivative of the angular acceleration, rad/s³
 */
public record BaseState(
        Vector3 position,
        double orientationX,
        double orientationY,
        double orientationZ,
        double orientationW,
        Vector3 linearVelocity,
        Vector3 angularVelocity,
        Vector3 linearAcceleration,
        Vector3 angularAcceleration,
        Vector3 linearJerk,
        Vector3 angularJerk) {
    /** The same without jerk. */
    public BaseState(
            Vector3 position,
            double orientationX,
            double orientationY,
            double orientationZ,
            double orientationW,
            Vector3 linearVelocity,
            Vector3 angularVelocity,
            Vector3 linearAcceleration,
            Vector3 angularAcceleration) {
        this(
                position,
                orientationX,
                orientationY,
                orientationZ,
                orientationW,
                linearVelocity,
                angularVelocity,
                linearAcceleration,
                angularAcceleration,
                Vector3.ZERO,
                Vector3.ZERO);
    }
}
