package dev.catena.textbook;

import dev.catena.model.Friction;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Friction of a joint: coulomb · s(q̇) + viscous · q̇, where s is the sign, or tanh(q̇/smoothingVelocity) if that velocity
 * is not zero; and that of a motor which turns with the joint.
 *
 * @param motor null for none
 */
public record JointFriction<S extends Scalar<S>>(
        S coulomb, S viscous, S smoothingVelocity, @Nullable JointFriction<S> motor) {

    public JointFriction(S coulomb, S viscous, S smoothingVelocity) {
        this(coulomb, viscous, smoothingVelocity, null);
    }

    /** Friction of a joint and of a motor which turns with it. */
    public static <S extends Scalar<S>> JointFriction<S> of(
            Friction joint, Friction motor, DoubleFunction<S> constant) {
        return new JointFriction<>(
                constant.apply(joint.coulomb()),
                constant.apply(joint.viscous()),
                constant.apply(joint.smoothingVelocity()),
                motor.isZero() ? null : of(motor, Friction.NONE, constant));
    }

    public static <S extends Scalar<S>> JointFriction<S> none(S likeThis) {
        S zero = likeThis.constant(0);
        return new JointFriction<>(zero, zero, zero);
    }

    private boolean isSmooth() {
        return smoothingVelocity.value() > 0;
    }

    public S effort(S velocity) {
        S direction = coulomb.isKnownZero()
                ? coulomb
                : isSmooth() ? velocity.dividedBy(smoothingVelocity).hyperbolicTangent() : velocity.sign();
        S effort = coulomb.times(direction).plus(viscous.times(velocity));
        return motor == null ? effort : effort.plus(motor.effort(velocity));
    }

    /** Rate of the effort: (Fs/ε)(1 − tanh²(q̇/ε)) q̈ + Fv q̈, without the jump of the sign at q̇ = 0. */
    public S effortRate(S velocity, S acceleration) {
        S slope = viscous;
        if (isSmooth() && !coulomb.isKnownZero()) {
            S t = velocity.dividedBy(smoothingVelocity).hyperbolicTangent();
            slope = slope.plus(
                    coulomb.dividedBy(smoothingVelocity).times(t.constant(1).minus(t.times(t))));
        }
        S rate = slope.times(acceleration);
        return motor == null ? rate : rate.plus(motor.effortRate(velocity, acceleration));
    }
}
