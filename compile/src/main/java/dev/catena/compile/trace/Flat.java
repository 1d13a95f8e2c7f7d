package dev.catena.compile.trace;

import dev.catena.textbook.Scalar;

/** A vector in a plane, or a turn of the plane, as a complex number. */
record Flat<S extends Scalar<S>>(S x, S y) {
    Flat<S> plus(Flat<S> b) {
        return new Flat<>(x.plus(b.x), y.plus(b.y));
    }

    Flat<S> minus(Flat<S> b) {
        return new Flat<>(x.minus(b.x), y.minus(b.y));
    }

    Flat<S> times(S factor) {
        return new Flat<>(x.times(factor), y.times(factor));
    }

    /** Turned by the angle of b, and stretched by its length. */
    Flat<S> times(Flat<S> b) {
        return new Flat<>(x.times(b.x).minus(y.times(b.y)), x.times(b.y).plus(y.times(b.x)));
    }

    Flat<S> conjugate() {
        return new Flat<>(x, y.negate());
    }

    /** Turned by a quarter turn. */
    Flat<S> normal() {
        return new Flat<>(y.negate(), x);
    }

    S dot(Flat<S> b) {
        return x.times(b.x).plus(y.times(b.y));
    }

    S cross(Flat<S> b) {
        return x.times(b.y).minus(y.times(b.x));
    }

    S square() {
        return dot(this);
    }
}
