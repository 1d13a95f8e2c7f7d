package dev.catena.textbook;

/**
 * An external wrench, applied by the environment on a body, and how it changes.
 *
 * @param wrench in the body's frame, about its origin
 * @param componentRate derivatives of those six components
 */
public record Load<S extends Scalar<S>>(Wrench<S> wrench, Wrench<S> componentRate) {

    /** A wrench that turns with the body. */
    public static <S extends Scalar<S>> Load<S> constant(Wrench<S> wrenchInBody) {
        return new Load<>(wrenchInBody, Wrench.zero(wrenchInBody.force().x()));
    }
}
