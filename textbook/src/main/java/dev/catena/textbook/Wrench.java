package dev.catena.textbook;

/** A force and a moment; frame and point are named where it is used. */
public record Wrench<S extends Scalar<S>>(Vector<S> force, Vector<S> moment) {

    public static <S extends Scalar<S>> Wrench<S> zero(S likeThis) {
        return new Wrench<>(Vector.zero(likeThis), Vector.zero(likeThis));
    }

    public Wrench<S> plus(Wrench<S> b) {
        return new Wrench<>(force.plus(b.force), moment.plus(b.moment));
    }

    public Wrench<S> minus(Wrench<S> b) {
        return new Wrench<>(force.minus(b.force), moment.minus(b.moment));
    }

    /** Force, then moment, rounded to doubles. */
    public double[] values() {
        return new double[] {
            force.x().value(), force.y().value(), force.z().value(),
            moment.x().value(), moment.y().value(), moment.z().value()
        };
    }
}
