package dev.catena.tree;

import dev.catena.model.Friction;

/** Friction along one coordinate: that of the joint and that of a motor which turns with it. */
public final class DriveFriction {
    private final Friction joint;
    private final Friction motor;
    private final boolean hasMotor;

    DriveFriction(Friction joint, Friction motor) {
        this.joint = joint;
        this.motor = motor;
        hasMotor = !motor.isZero();
    }

    public double effort(double velocity) {
        return hasMotor ? joint.effort(velocity) + motor.effort(velocity) : joint.effort(velocity);
    }

    /** The derivative of {@link #effort} by the velocity. */
    public double slope(double velocity) {
        return hasMotor ? joint.slope(velocity) + motor.slope(velocity) : joint.slope(velocity);
    }

    /** The second derivative of {@link #effort} by the velocity. */
    public double curvature(double velocity) {
        return hasMotor ? joint.curvature(velocity) + motor.curvature(velocity) : joint.curvature(velocity);
    }

    public double coulomb() {
        return joint.coulomb() + motor.coulomb();
    }

    public double viscous() {
        return joint.viscous() + motor.viscous();
    }

    /** What {@link #coulomb} is multiplied with: the sign of a velocity or what stands for it. */
    public double direction(double velocity) {
        return motor.coulomb() == 0
                ? joint.direction(velocity)
                : (joint.coulomb() * joint.direction(velocity) + motor.coulomb() * motor.direction(velocity))
                        / coulomb();
    }

    public boolean isZero() {
        return joint.isZero() && !hasMotor;
    }
}
