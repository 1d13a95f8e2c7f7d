package dev.catena.testkit;

import dev.catena.textbook.Dual;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.List;

/** Takes values and derivatives out of what was computed with dual numbers. */
public final class Duals {
    private Duals() {}

    /** The values of scalars as doubles. */
    public static <S extends Scalar<S>> double[] values(List<S> numbers) {
        return numbers.stream().mapToDouble(Scalar::value).toArray();
    }

    public static double[] derivatives(List<Dual<Real>> numbers) {
        return numbers.stream().mapToDouble(x -> x.derivative().value()).toArray();
    }

    public static Vector<Real> values(Vector<Dual<Real>> v) {
        return new Vector<>(v.x().real(), v.y().real(), v.z().real());
    }

    public static Vector<Real> derivatives(Vector<Dual<Real>> v) {
        return new Vector<>(v.x().derivative(), v.y().derivative(), v.z().derivative());
    }

    public static Wrench<Real> derivatives(Wrench<Dual<Real>> w) {
        return new Wrench<>(derivatives(w.force()), derivatives(w.moment()));
    }

    public static Matrix<Real> derivatives(Matrix<Dual<Real>> m) {
        return new Matrix<>(derivatives(m.x()), derivatives(m.y()), derivatives(m.z()));
    }
}
