package dev.catena.formats;

import dev.catena.model.Vector3;

/**
 * The motion of a robot's base in world coordinates, as a table gives it; what is not given is zero, or no turn.
 *
 * @param position of the base's origin, m
 * @param orientationX first part of the unit quaternion that turns base coordinates into world coordinates
 * @param linearVelocity of the base's origin, m/s
 * @param angularVelocity rad/s
 * @param linearAcceleration of the base's origin, the second derivative of its position, m/s²
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
