package dev.catena.textbook;

/**
 * Where the base is and how it moves. Every vector but the position is a derivative in inertial space, in base axes;
 * accelerations are the classical ones, without gravity.
 *
 * @param worldFromBase the base in the world
 * @param linearVelocity v of the base's origin
 * @param angularVelocity ω
 * @param linearAcceleration v̇
 * @param angularAcceleration γ = ω̇
 * @param linearJerk v̈
 * @param angularJerk ι = ω̈
 */
public record BaseMotion<S extends Scalar<S>>(
        Placement<S> worldFromBase,
        Vector<S> linearVelocity,
        Vector<S> angularVelocity,
        Vector<S> linearAcceleration,
        Vector<S> angularAcceleration,
        Vector<S> linearJerk,
        Vector<S> angularJerk) {

    /** The base at rest in the world's origin. */
    public static <S extends Scalar<S>> BaseMotion<S> atRest(S likeThis) {
        return atRest(Placement.identity(likeThis));
    }

    public static <S extends Scalar<S>> BaseMotion<S> atRest(Placement<S> worldFromBase) {
        Vector<S> zero = Vector.zero(worldFromBase.position().x());
        return new BaseMotion<>(worldFromBase, zero, zero, zero, zero, zero, zero);
    }

    /** The same motion with its derivative by time; the jerks' own rates are taken as zero. */
    BaseMotion<Dual<S>> alongTime() {
        Matrix<S> r = worldFromBase.rotation();
        Vector<S> w = angularVelocity;
        // Ṙ = R hat(ω), Ṗ = R v; the components of a vector change by x′ = ẋ − ω × x
        return new BaseMotion<>(
                new Placement<>(
                        Motion.dual(r, r.times(Matrix.hat(w))),
                        Motion.dual(worldFromBase.position(), r.times(linearVelocity))),
                Motion.dual(linearVelocity, linearAcceleration.minus(w.cross(linearVelocity))),
                Motion.dual(w, angularAcceleration),
                Motion.dual(linearAcceleration, linearJerk.minus(w.cross(linearAcceleration))),
                Motion.dual(angularAcceleration, angularJerk.minus(w.cross(angularAcceleration))),
                Motion.dual(linearJerk, w.cross(linearJerk).negate()),
                Motion.dual(angularJerk, w.cross(angularJerk).negate()));
    }
}
