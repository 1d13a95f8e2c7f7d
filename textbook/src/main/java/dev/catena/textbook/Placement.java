package dev.catena.textbook;

import dev.catena.model.Pose;
import java.util.function.DoubleFunction;

/** Position and orientation of one frame in another: {@code parent = rotation · child + position}. */
public record Placement<S extends Scalar<S>>(Matrix<S> rotation, Vector<S> position) {

    public static <S extends Scalar<S>> Placement<S> of(Pose pose, DoubleFunction<S> constant) {
        return new Placement<>(Matrix.of(pose.rotation(), constant), Vector.of(pose.position(), constant));
    }

    public static <S extends Scalar<S>> Placement<S> identity(S likeThis) {
        return new Placement<>(Matrix.identity(likeThis), Vector.zero(likeThis));
    }

    public static <S extends Scalar<S>> Placement<S> rotation(Matrix<S> rotation) {
        return new Placement<>(rotation, Vector.zero(rotation.x().x()));
    }

    /** {@code aFromB.times(bFromC)} is aFromC. */
    public Placement<S> times(Placement<S> b) {
        return new Placement<>(rotation.times(b.rotation), apply(b.position));
    }

    /** A point in child coordinates, seen from the parent. */
    public Vector<S> apply(Vector<S> point) {
        return rotation.times(point).plus(position);
    }

    /** A wrench in child coordinates about the child's origin, seen from the parent and about its origin. */
    public Wrench<S> apply(Wrench<S> wrench) {
        Vector<S> force = rotation.times(wrench.force());
        return new Wrench<>(force, rotation.times(wrench.moment()).plus(position.cross(force)));
    }

    /** A wrench of the parent seen from the child: the way back of {@link #apply(Wrench)}. */
    public Wrench<S> applyInverse(Wrench<S> wrench) {
        return new Wrench<>(
                rotation.transposeTimes(wrench.force()),
                rotation.transposeTimes(wrench.moment().minus(position.cross(wrench.force()))));
    }
}
