package dev.catena.compile.trace;

import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;

/** A symmetric 3×3 matrix. */
public record Symmetric<S extends Scalar<S>>(S xx, S xy, S xz, S yy, S yz, S zz) {

    public static <S extends Scalar<S>> Symmetric<S> zero(S likeThis) {
        S o = likeThis.constant(0);
        return new Symmetric<>(o, o, o, o, o, o);
    }

    /** a bᵀ + b aᵀ. */
    public static <S extends Scalar<S>> Symmetric<S> products(Vector<S> a, Vector<S> b) {
        S two = a.x().constant(2);
        return new Symmetric<>(
                two.times(a.x().times(b.x())),
                a.x().times(b.y()).plus(a.y().times(b.x())),
                a.x().times(b.z()).plus(a.z().times(b.x())),
                two.times(a.y().times(b.y())),
                a.y().times(b.z()).plus(a.z().times(b.y())),
                two.times(a.z().times(b.z())));
    }

    public Symmetric<S> plus(Symmetric<S> b) {
        return new Symmetric<>(
                xx.plus(b.xx), xy.plus(b.xy), xz.plus(b.xz), yy.plus(b.yy), yz.plus(b.yz), zz.plus(b.zz));
    }

    public Symmetric<S> negate() {
        return new Symmetric<>(xx.negate(), xy.negate(), xz.negate(), yy.negate(), yz.negate(), zz.negate());
    }

    /** The first row. */
    Vector<S> x() {
        return new Vector<>(xx, xy, xz);
    }

    /** The second row. */
    Vector<S> y() {
        return new Vector<>(xy, yy, yz);
    }

    /** The third row. */
    Vector<S> z() {
        return new Vector<>(xz, yz, zz);
    }

    /** The inertia tensor of second moments: tr(A) E − A. */
    Symmetric<S> tensor() {
        return new Symmetric<>(yy.plus(zz), xy.negate(), xz.negate(), xx.plus(zz), yz.negate(), xx.plus(yy));
    }

    public Vector<S> times(Vector<S> v) {
        return new Vector<>(
                xx.times(v.x()).plus(xy.times(v.y())).plus(xz.times(v.z())),
                xy.times(v.x()).plus(yy.times(v.y())).plus(yz.times(v.z())),
                xz.times(v.x()).plus(yz.times(v.y())).plus(zz.times(v.z())));
    }
}
