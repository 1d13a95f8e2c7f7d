package dev.catena.textbook;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Rotation;
import java.util.function.DoubleFunction;

/** A 3×3 matrix; {@code x}, {@code y} and {@code z} are its rows. */
public record Matrix<S extends Scalar<S>>(Vector<S> x, Vector<S> y, Vector<S> z) {

    public static <S extends Scalar<S>> Matrix<S> of(Rotation r, DoubleFunction<S> constant) {
        return of(r.toArray(), constant);
    }

    public static <S extends Scalar<S>> Matrix<S> of(InertiaTensor tensor, DoubleFunction<S> constant) {
        return of(tensor.toArray(), constant);
    }

    private static <S extends Scalar<S>> Matrix<S> of(double[] m, DoubleFunction<S> constant) {
        return new Matrix<>(
                new Vector<>(constant.apply(m[0]), constant.apply(m[1]), constant.apply(m[2])),
                new Vector<>(constant.apply(m[3]), constant.apply(m[4]), constant.apply(m[5])),
                new Vector<>(constant.apply(m[6]), constant.apply(m[7]), constant.apply(m[8])));
    }

    public static <S extends Scalar<S>> Matrix<S> identity(S likeThis) {
        return diagonal(likeThis.constant(1));
    }

    /** s E. */
    public static <S extends Scalar<S>> Matrix<S> diagonal(S s) {
        S o = s.constant(0);
        return new Matrix<>(new Vector<>(s, o, o), new Vector<>(o, s, o), new Vector<>(o, o, s));
    }

    /** hat(v): the matrix with hat(v) u = v × u. */
    public static <S extends Scalar<S>> Matrix<S> hat(Vector<S> v) {
        S o = v.x().constant(0);
        return new Matrix<>(
                new Vector<>(o, v.z().negate(), v.y()),
                new Vector<>(v.z(), o, v.x().negate()),
                new Vector<>(v.y().negate(), v.x(), o));
    }

    /** hat(a) hat(b) + hat(b) hat(a) = a bᵀ + b aᵀ − 2 (a·b) E, a symmetric matrix. */
    public static <S extends Scalar<S>> Matrix<S> hatProducts(Vector<S> a, Vector<S> b) {
        S xx = a.x().times(b.x());
        S yy = a.y().times(b.y());
        S zz = a.z().times(b.z());
        S xy = a.x().times(b.y()).plus(a.y().times(b.x()));
        S xz = a.x().times(b.z()).plus(a.z().times(b.x()));
        S yz = a.y().times(b.z()).plus(a.z().times(b.y()));
        S minusTwo = xx.constant(-2);
        return new Matrix<>(
                new Vector<>(yy.plus(zz).times(minusTwo), xy, xz),
                new Vector<>(xy, xx.plus(zz).times(minusTwo), yz),
                new Vector<>(xz, yz, xx.plus(yy).times(minusTwo)));
    }

    /** hat(a)² = a aᵀ − (a·a) E, a symmetric matrix. */
    public static <S extends Scalar<S>> Matrix<S> hatSquared(Vector<S> a) {
        S xx = a.x().times(a.x());
        S yy = a.y().times(a.y());
        S zz = a.z().times(a.z());
        S xy = a.x().times(a.y());
        S xz = a.x().times(a.z());
        S yz = a.y().times(a.z());
        return new Matrix<>(
                new Vector<>(yy.plus(zz).negate(), xy, xz),
                new Vector<>(xy, xx.plus(zz).negate(), yz),
                new Vector<>(xz, yz, xx.plus(yy).negate()));
    }

    public Vector<S> times(Vector<S> v) {
        return new Vector<>(x.dot(v), y.dot(v), z.dot(v));
    }

    /** The transpose times v; for a rotation, the way back. */
    public Vector<S> transposeTimes(Vector<S> v) {
        return x.times(v.x()).plus(y.times(v.y())).plus(z.times(v.z()));
    }

    public Matrix<S> times(Matrix<S> b) {
        return new Matrix<>(b.transposeTimes(x), b.transposeTimes(y), b.transposeTimes(z));
    }

    public Matrix<S> times(S factor) {
        return new Matrix<>(x.times(factor), y.times(factor), z.times(factor));
    }

    public Matrix<S> plus(Matrix<S> b) {
        return new Matrix<>(x.plus(b.x), y.plus(b.y), z.plus(b.z));
    }

    public Matrix<S> minus(Matrix<S> b) {
        return new Matrix<>(x.minus(b.x), y.minus(b.y), z.minus(b.z));
    }

    public Matrix<S> transpose() {
        return new Matrix<>(
                new Vector<>(x.x(), y.x(), z.x()),
                new Vector<>(x.y(), y.y(), z.y()),
                new Vector<>(x.z(), y.z(), z.z()));
    }

    /** R M Rᵀ: this matrix seen from the axes that the rotation R leads to. */
    public Matrix<S> rotated(Matrix<S> rotation) {
        return rotation.times(this).times(rotation.transpose());
    }

    /** The third column. */
    public Vector<S> axisZ() {
        return new Vector<>(x.z(), y.z(), z.z());
    }

    /** The entries rounded to doubles, row by row. */
    public double[] values() {
        return new double[] {
            x.x().value(), x.y().value(), x.z().value(),
            y.x().value(), y.y().value(), y.z().value(),
            z.x().value(), z.y().value(), z.z().value()
        };
    }
}
