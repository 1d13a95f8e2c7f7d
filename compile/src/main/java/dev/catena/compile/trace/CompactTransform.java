package dev.catena.compile.trace;

import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;

/**
 * A link frame in its parent's: R = Rz(γ) Rx(α) Rz(θ), applied turn by turn, and the position p. With γ = 0 and
 * p = (a, 0, r), as most links have it, a vector takes 8 multiplications and the arm of a force 4.
 *
 * @param across Rz(γ)
 * @param tilt Rx(α)
 * @param turn Rz(θ), the joint's
 */
record CompactTransform<S extends Scalar<S>>(Turn<S> across, Turn<S> tilt, Turn<S> turn, Vector<S> p) {

    /** R v. */
    Vector<S> toParent(Vector<S> v) {
        return across.aboutZ(tilt.aboutX(turn.aboutZ(v)));
    }

    /** Rᵀ v. */
    Vector<S> toChild(Vector<S> v) {
        return turn.back().aboutZ(tilt.back().aboutX(across.back().aboutZ(v)));
    }

    /** A child's wrench in the parent's axes about the parent's origin. */
    Wrench<S> toParent(Wrench<S> w) {
        Vector<S> force = toParent(w.force());
        return new Wrench<>(force, toParent(w.moment()).plus(p.cross(force)));
    }

    /** R A Rᵀ. */
    Symmetric<S> toParent(Symmetric<S> a) {
        return across.aboutZ(tilt.aboutX(turn.aboutZ(a)));
    }

    /** A child's moments in the parent's axes about the parent's origin. */
    MassMoments<S> toParent(MassMoments<S> m) {
        return new MassMoments<>(m.mass(), toParent(m.first()), toParent(m.second())).shifted(p);
    }

    /** R B Rᵀ. */
    Matrix<S> toParent(Matrix<S> b) {
        // columns, then rows
        Matrix<S> t = b.transpose();
        Matrix<S> rb = new Matrix<>(toParent(t.x()), toParent(t.y()), toParent(t.z())).transpose();
        return new Matrix<>(toParent(rb.x()), toParent(rb.y()), toParent(rb.z()));
    }

    /** A frame in the world, given that of the parent: the rows of its rotation are turned one by one. */
    Placement<S> following(Placement<S> worldFromParent) {
        Matrix<S> r = worldFromParent.rotation();
        return new Placement<>(new Matrix<>(toChild(r.x()), toChild(r.y()), toChild(r.z())), worldFromParent.apply(p));
    }
}
