package dev.catena.formats.table;

import dev.catena.model.Vector3;

/**
 * The motion of a robot's base, as a table gives it; what is not given is zero, or no turn. The position is in world
 * coordinates; velocities and accelerations are in the axes of the base.
 *
 * @param position of the base's origin, m
 * @param orientationX first part of the unit quaternion that turns base coordinates into world coordinates
 * @param linearVelocity of the base's origin, m/s
 * @param angularVelocity rad/s
 * @param linearAcceleration linear part of the spatial acceleration, m/s²: the classical acceleration of the base's
 *     origin less angularVelocity × linearVelocity
 * @param angularAcceleration rad/s²
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
        Vector3 angularAcceleration) {}
