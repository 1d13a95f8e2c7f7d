package dev.catena.model;

/** Linear and angular part of a velocity, acceleration or jerk; frame and point are named where it is used. */
public record Twist(Vector3 linear, Vector3 angular) {
    public static final Twist ZERO = new Twist(Vector3.ZERO, Vector3.ZERO);
}
