package dev.catena.compile.trace;

import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;

/**
 * How the moments of bodies that move together change, in axes that stand still: with r and v a point's place and velocity
 * relative to the origin, P = ∫ v dm, D = ∫ (v rᵀ + r vᵀ) dm and H = ∫ r × v dm. The mass, the first moments and the second
 * ones have the rates 0, P and D.
 */
record MomentRates<S extends Scalar<S>>(Vector<S> first, Symmetric<S> second, Vector<S> momentum) {

    /** Of a body that turns about the origin: v = ω × r. */
    static <S extends Scalar<S>> MomentRates<S> of(MassMoments<S> body, Vector<S> w) {
        Symmetric<S> q = body.second();
        // rows of hat(ω) Σ
        Vector<S> x = cross(w.y(), q.z(), w.z(), q.y());
        Vector<S> y = cross(w.z(), q.x(), w.x(), q.z());
        Vector<S> z = cross(w.x(), q.y(), w.y(), q.x());
        S two = w.x().constant(2);
        return new MomentRates<>(
                w.cross(body.first()),
                new Symmetric<>(
                        two.times(x.x()),
                        x.y().plus(y.x()),
                        x.z().plus(z.x()),
                        two.times(y.y()),
                        y.z().plus(z.y()),
                        two.times(z.z())),
                q.tensor().times(w));
    }

    /** a u − b v. */
    private static <S extends Scalar<S>> Vector<S> cross(S a, Vector<S> u, S b, Vector<S> v) {
        return u.times(a).minus(v.times(b));
    }

    MomentRates<S> plus(MomentRates<S> b) {
        return new MomentRates<>(first.plus(b.first), second.plus(b.second), momentum.plus(b.momentum));
    }

    /**
     * In the parent's axes about the parent's origin, relative to which the own one moves with a velocity: v + u and r + p in the
     * place of v and r.
     *
     * @param moments of the same bodies, in the child's frame
     */
    MomentRates<S> toParent(CompactTransform<S> transform, MassMoments<S> moments, Vector<S> u) {
        Vector<S> p = transform.p();
        Vector<S> s = transform.toParent(moments.first());
        Vector<S> rate = transform.toParent(first).plus(u.times(moments.mass()));
        return new MomentRates<>(
                rate,
                transform.toParent(second).plus(Symmetric.products(rate, p)).plus(Symmetric.products(u, s)),
                transform.toParent(momentum).plus(p.cross(rate)).plus(s.cross(u)));
    }
}
