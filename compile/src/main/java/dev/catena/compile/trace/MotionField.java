package dev.catena.compile.trace;

import dev.catena.textbook.Matrix;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;

/**
 * Acceleration of every point of a body, a + U r with U = hat(γ) + hat(ω)², or its rate, in components of the body's
 * frame.
 *
 * @param differences of the diagonal of U: yy − zz, zz − xx, xx − yy, which are cheaper from the squares
 */
record MotionField<S extends Scalar<S>>(Vector<S> a, Matrix<S> u, Vector<S> differences) {

    /** U = hat(γ) + ω ωᵀ − ω² E. */
    static <S extends Scalar<S>> MotionField<S> of(Vector<S> w, Vector<S> gamma, Vector<S> a) {
        return of(
                gamma,
                a,
                new Vector<>(w.x().times(w.x()), w.y().times(w.y()), w.z().times(w.z())),
                new Vector<>(w.y().times(w.z()), w.x().times(w.z()), w.x().times(w.y())));
    }

    /** U' = hat(γ') + γ ωᵀ + ω γᵀ − 2 ω·γ E. */
    static <S extends Scalar<S>> MotionField<S> rateOf(
            Vector<S> w, Vector<S> gamma, Vector<S> gammaRate, Vector<S> aRate) {
        Symmetric<S> products = Symmetric.products(w, gamma);
        return of(
                gammaRate,
                aRate,
                new Vector<>(products.xx(), products.yy(), products.zz()),
                new Vector<>(products.yz(), products.xz(), products.xy()));
    }

    private static <S extends Scalar<S>> MotionField<S> of(
            Vector<S> g, Vector<S> a, Vector<S> squares, Vector<S> mixed) {
        S xx = squares.x();
        S yy = squares.y();
        S zz = squares.z();
        Matrix<S> u = new Matrix<>(
                new Vector<>(
                        yy.plus(zz).negate(), mixed.z().minus(g.z()), mixed.y().plus(g.y())),
                new Vector<>(
                        mixed.z().plus(g.z()), xx.plus(zz).negate(), mixed.x().minus(g.x())),
                new Vector<>(
                        mixed.y().minus(g.y()),
                        mixed.x().plus(g.x()),
                        xx.plus(yy).negate()));
        return new MotionField<>(a, u, new Vector<>(yy.minus(zz), zz.minus(xx), xx.minus(yy)));
    }

    /** Acceleration of a point. */
    Vector<S> at(Vector<S> point) {
        return a.plus(u.times(point));
    }

    /** The wrench that a body needs: F = M a + U MS, [Khalil 22], and N = ∫ r × U r dm + MS × a, twice the axial part of U Σ. */
    Wrench<S> wrench(MassMoments<S> body) {
        Vector<S> s = body.first();
        Symmetric<S> q = body.second();
        Vector<S> moment = new Vector<>(
                u.z().y()
                        .times(q.yy())
                        .minus(u.y().z().times(q.zz()))
                        .plus(u.z().x().times(q.xy()))
                        .minus(u.y().x().times(q.xz()))
                        .minus(differences.x().times(q.yz())),
                u.x().z()
                        .times(q.zz())
                        .minus(u.z().x().times(q.xx()))
                        .plus(u.x().y().times(q.yz()))
                        .minus(u.z().y().times(q.xy()))
                        .minus(differences.y().times(q.xz())),
                u.y().x()
                        .times(q.xx())
                        .minus(u.x().y().times(q.yy()))
                        .plus(u.y().z().times(q.xz()))
                        .minus(u.x().z().times(q.yz()))
                        .minus(differences.z().times(q.xy())));
        return new Wrench<>(a.times(body.mass()).plus(u.times(s)), moment.plus(s.cross(a)));
    }
}
