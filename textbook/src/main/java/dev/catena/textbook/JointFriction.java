package dev.catena.textbook;

import dev.catena.model.Friction;
import java.util.function.DoubleFunction;

/**
 * Friction of a joint: coulomb · s(q̇) + viscous · q̇, where s is the sign, or tanh(q̇/smoothingVelocity) if that velocity
 * is not zero.
 */
public record JointFriction<S extends Scalar<S>>(S coulomb, S viscous, S smoothingVelocity) {

    public static <S extends Scalar<S>> JointFriction<S> of(Friction friction, DoubleFunction<S> constant) {
        return new JointFriction<>(
                constant.apply(friction.coulomb()),
                constant.apply(friction.viscous()),
                constant.apply(friction.smoothingVelocity()));
    }

    public static <S extends Scalar<S>> JointFriction<S> none(S likeThis) {
        S zero = likeThis.constant(0);
        return new JointFriction<>(zero, zero, zero);
    }

    private boolean isSmooth() {
        return smoothingVelocity.value() > 0;
    }

    S effort(S velocity) {
        S direction = coulomb.value() == 0
                ? coulomb
                : isSmooth() ? velocity.dividedBy(smoothingVelocity).hyperbolicTangent() : velocity.sign();
        return coulomb.times(direction).plus(viscous.times(velocity));
    }

    /** Rate of the effort: (Fs/ε)(1 − tanh²(q̇/ε)) q̈ + Fv q̈, without the jump of the sign at q̇ = 0. */
    S effortRate(S velocity, S acceleration) {
        S slope = viscous;
        if (isSmooth() && coulomb.value() != 0) {
            S t = velocity.dividedBy(smoothingVelocity).hyperbolicTangent();
            slope = slope.plus(
                    coulomb.dividedBy(smoothingVelocity).times(t.constant(1).minus(t.times(t))));
        }
        return slope.times(acceleration);
    }
}
