package dev.catena.textbook;

/**
 * Rotation R and position p of a link frame in its parent's: R = A Rz(θ), where A is constant and Rz turns about the
 * joint axis; applied factor by factor, which for Denavit-Hartenberg frames costs 8 multiplications.
 */
record JointTransform<S extends Scalar<S>>(Matrix<S> constant, S cosine, S sine, Vector<S> p) {

    /** R v. */
    Vector<S> toParent(Vector<S> v) {
        return constant.times(new Vector<>(
                cosine.times(v.x()).minus(sine.times(v.y())), sine.times(v.x()).plus(cosine.times(v.y())), v.z()));
    }

    /** Rᵀ v. */
    Vector<S> toChild(Vector<S> v) {
        Vector<S> u = constant.transposeTimes(v);
        return new Vector<>(
                cosine.times(u.x()).plus(sine.times(u.y())), cosine.times(u.y()).minus(sine.times(u.x())), u.z());
    }

    /** R z0, the joint axis in the parent. */
    Vector<S> axisInParent() {
        return constant.axisZ();
    }

    /** The same as a placement with one rotation matrix. */
    Placement<S> placement() {
        S zero = cosine.constant(0);
        S one = cosine.constant(1);
        Matrix<S> turn = new Matrix<>(
                new Vector<>(cosine, sine.negate(), zero),
                new Vector<>(sine, cosine, zero),
                new Vector<>(zero, zero, one));
        return new Placement<>(constant.times(turn), p);
    }
}
