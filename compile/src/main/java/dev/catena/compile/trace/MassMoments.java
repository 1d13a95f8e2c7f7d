package dev.catena.compile.trace;

import dev.catena.textbook.Matrix;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.function.Function;

/**
 * Mass, first and second moments of a body about the origin of its frame: M = ∫ dm, MS = ∫ r dm and Σ = ∫ r rᵀ dm, from
 * which the inertia tensor is J = tr(Σ) E − Σ. Under a shift of the origin Σ is simpler than J.
 */
public record MassMoments<S extends Scalar<S>>(S mass, Vector<S> first, Symmetric<S> second) {

    public static <S extends Scalar<S>> MassMoments<S> zero(S likeThis) {
        return new MassMoments<>(likeThis.constant(0), Vector.zero(likeThis), Symmetric.zero(likeThis));
    }

    /** From M, MS and the inertia tensor about the origin: Σ = ½ tr(J) E − J. */
    public static <S extends Scalar<S>> MassMoments<S> ofTensor(S mass, Vector<S> first, Symmetric<S> tensor) {
        S half = mass.constant(0.5);
        return new MassMoments<>(
                mass,
                first,
                new Symmetric<>(
                        half.times(tensor.yy().plus(tensor.zz()).minus(tensor.xx())),
                        tensor.xy().negate(),
                        tensor.xz().negate(),
                        half.times(tensor.xx().plus(tensor.zz()).minus(tensor.yy())),
                        tensor.yz().negate(),
                        half.times(tensor.xx().plus(tensor.yy()).minus(tensor.zz()))));
    }

    /** The same body in other numbers. */
    <T extends Scalar<T>> MassMoments<T> map(Function<S, T> number) {
        return new MassMoments<>(
                number.apply(mass),
                new Vector<>(number.apply(first.x()), number.apply(first.y()), number.apply(first.z())),
                new Symmetric<>(
                        number.apply(second.xx()),
                        number.apply(second.xy()),
                        number.apply(second.xz()),
                        number.apply(second.yy()),
                        number.apply(second.yz()),
                        number.apply(second.zz())));
    }

    public MassMoments<S> plus(MassMoments<S> b) {
        return new MassMoments<>(mass.plus(b.mass), first.plus(b.first), second.plus(b.second));
    }

    /** The same body about an origin that lies at −p: MS + M p, and Σ + h pᵀ + p hᵀ with h = MS + ½ M p. */
    public MassMoments<S> shifted(Vector<S> p) {
        Vector<S> mp = p.times(mass);
        return new MassMoments<>(mass, first.plus(mp), second.plus(Symmetric.products(first.plus(mp.times(0.5)), p)));
    }

    /** The same body in axes from which its own are turned about z. */
    public MassMoments<S> turnedAboutZ(Turn<S> turn) {
        return new MassMoments<>(mass, turn.aboutZ(first), turn.aboutZ(second));
    }

    /** The same body in axes from which its own are turned about x. */
    public MassMoments<S> turnedAboutX(Turn<S> turn) {
        return new MassMoments<>(mass, turn.aboutX(first), turn.aboutX(second));
    }

    /** The same body in axes that a rotation leads to: R MS and R Σ Rᵀ. */
    public MassMoments<S> turned(Matrix<S> rotation) {
        Matrix<S> q = new Matrix<>(
                        new Vector<>(second.xx(), second.xy(), second.xz()),
                        new Vector<>(second.xy(), second.yy(), second.yz()),
                        new Vector<>(second.xz(), second.yz(), second.zz()))
                .rotated(rotation);
        return new MassMoments<>(
                mass,
                rotation.times(first),
                new Symmetric<>(q.x().x(), q.x().y(), q.x().z(), q.y().y(), q.y().z(), q.z().z()));
    }
}
