package dev.catena.tree;

import dev.catena.algebra.Series;
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

    /** The third derivative of {@link #effort} by the velocity. */
    public double thirdDerivative(double velocity) {
        return hasMotor
                ? joint.thirdDerivative(velocity) + motor.thirdDerivative(velocity)
                : joint.thirdDerivative(velocity);
    }

    /** out += {@link #effort} of a velocity that changes in time; the jump of the sign function is left out. */
    public void addEffort(Series velocity, Series scratch, Series out) {
        addEffort(joint, velocity, scratch, out);
        if (hasMotor) {
            addEffort(motor, velocity, scratch, out);
        }
    }

    private static void addEffort(Friction friction, Series velocity, Series scratch, Series out) {
        out.addScaled(friction.viscous(), velocity);
        if (friction.smoothingVelocity() > 0) {
            scratch.setHyperbolicTangent(1 / friction.smoothingVelocity(), velocity);
        } else {
            scratch.setConstant(friction.direction(velocity.c[0]));
        }
        out.addScaled(friction.coulomb(), scratch);
    }

    /** out += {@link #slope} of a velocity that changes in time. */
    public void addSlope(Series velocity, Series scratch, Series out) {
        addSlope(joint, velocity, scratch, out);
        if (hasMotor) {
            addSlope(motor, velocity, scratch, out);
        }
    }

    /** The same of one law: viscous + coulomb / w (1 − tanh²). */
    public static void addSlope(Friction friction, Series velocity, Series scratch, Series out) {
        out.c[0] += friction.viscous();
        if (friction.smoothingVelocity() > 0) {
            double scale = friction.coulomb() / friction.smoothingVelocity();
            scratch.setHyperbolicTangent(1 / friction.smoothingVelocity(), velocity);
            out.c[0] += scale;
            out.addProduct(-scale, scratch, scratch);
        }
    }

    /** out += {@link #curvature} of a velocity that changes in time. */
    public void addCurvature(Series velocity, Series scratch, Series other, Series out) {
        addCurvature(joint, velocity, scratch, other, out);
        if (hasMotor) {
            addCurvature(motor, velocity, scratch, other, out);
        }
    }

    /** The same of one law: −2 coulomb / w² tanh (1 − tanh²). */
    public static void addCurvature(Friction friction, Series velocity, Series scratch, Series other, Series out) {
        if (friction.smoothingVelocity() > 0) {
            scratch.setHyperbolicTangent(1 / friction.smoothingVelocity(), velocity);
            other.setConstant(1);
            other.addProduct(-1, scratch, scratch);
            double square = friction.smoothingVelocity() * friction.smoothingVelocity();
            out.addProduct(-2 * friction.coulomb() / square, scratch, other);
        }
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
