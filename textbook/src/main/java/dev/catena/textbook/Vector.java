package dev.catena.textbook;

import dev.catena.model.Vector3;
import java.util.List;
import java.util.function.DoubleFunction;

/** Three coordinates. */
public record Vector<S extends Scalar<S>>(S x, S y, S z) {

    public static <S extends Scalar<S>> Vector<S> of(Vector3 v, DoubleFunction<S> constant) {
        return new Vector<>(constant.apply(v.x()), constant.apply(v.y()), constant.apply(v.z()));
    }

    public static <S extends Scalar<S>> Vector<S> zero(S likeThis) {
        S zero = likeThis.constant(0);
        return new Vector<>(zero, zero, zero);
    }

    /** s z0: a multiple of the joint axis. */
    public static <S extends Scalar<S>> Vector<S> alongZ(S s) {
        S zero = s.constant(0);
        return new Vector<>(zero, zero, s);
    }

    public Vector<S> plus(Vector<S> b) {
        return new Vector<>(x.plus(b.x), y.plus(b.y), z.plus(b.z));
    }

    public Vector<S> minus(Vector<S> b) {
        return new Vector<>(x.minus(b.x), y.minus(b.y), z.minus(b.z));
    }

    public Vector<S> negate() {
        return new Vector<>(x.negate(), y.negate(), z.negate());
    }

    public Vector<S> times(S factor) {
        return new Vector<>(x.times(factor), y.times(factor), z.times(factor));
    }

    public Vector<S> times(double factor) {
        return times(x.constant(factor));
    }

    public Vector<S> cross(Vector<S> b) {
        return new Vector<>(
                y.times(b.z).minus(z.times(b.y)),
                z.times(b.x).minus(x.times(b.z)),
                x.times(b.y).minus(y.times(b.x)));
    }

    public S dot(Vector<S> b) {
        return x.timesPlusProduct(b.x, y, b.y).plus(z.times(b.z));
    }

    public S norm() {
        return dot(this).squareRoot();
    }

    public List<S> toList() {
        return List.of(x, y, z);
    }

    /** The coordinates rounded to doubles. */
    public double[] values() {
        return new double[] {x.value(), y.value(), z.value()};
    }
}
