package dev.catena.compile.trace;

import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.List;

/**
 * Where the recursions start: how the base moves, in its own axes.
 *
 * @param omega ω₀
 * @param gamma ω̇₀
 * @param a acceleration of the origin less gravity
 */
record BaseField<S extends Scalar<S>>(Vector<S> omega, Vector<S> gamma, Vector<S> a) {

    /** At rest: gravity is an acceleration of the base upward. */
    static <S extends Scalar<S>> BaseField<S> resting(Vector<S> gravityInBase) {
        Vector<S> zero = Vector.zero(gravityInBase.x());
        return new BaseField<>(zero, zero, gravityInBase.negate());
    }

    /** A base that turns as this one and falls freely, without turning faster. */
    BaseField<S> falling() {
        Vector<S> zero = Vector.zero(omega.x());
        return new BaseField<>(omega, zero, zero);
    }

    /** The same velocity with the first six numbers for X = (a − g, ω̇). */
    BaseField<S> accelerating(List<S> x) {
        return accelerating(new Vector<>(x.get(0), x.get(1), x.get(2)), new Vector<>(x.get(3), x.get(4), x.get(5)));
    }

    /** The same velocity with X = (a − g, ω̇). */
    BaseField<S> accelerating(Vector<S> linear, Vector<S> angular) {
        return new BaseField<>(omega, angular, linear);
    }
}
