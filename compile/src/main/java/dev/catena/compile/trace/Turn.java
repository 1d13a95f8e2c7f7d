package dev.catena.compile.trace;

import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;

/** A rotation about a coordinate axis by an angle of which cosine and sine are known. */
public record Turn<S extends Scalar<S>>(S cosine, S sine) {

    public static <S extends Scalar<S>> Turn<S> none(S likeThis) {
        return new Turn<>(likeThis.constant(1), likeThis.constant(0));
    }

    /** The turn by the opposite angle. */
    public Turn<S> back() {
        return new Turn<>(cosine, sine.negate());
    }

    /** The turn by the sum of the angles. */
    Turn<S> plus(Turn<S> b) {
        return new Turn<>(
                cosine.times(b.cosine).minus(sine.times(b.sine)),
                sine.times(b.cosine).plus(cosine.times(b.sine)));
    }

    /** Rz v. */
    Vector<S> aboutZ(Vector<S> v) {
        return new Vector<>(
                cosine.times(v.x()).minus(sine.times(v.y())), sine.times(v.x()).plus(cosine.times(v.y())), v.z());
    }

    /** Rx v. */
    Vector<S> aboutX(Vector<S> v) {
        return new Vector<>(
                v.x(),
                cosine.times(v.y()).minus(sine.times(v.z())),
                sine.times(v.y()).plus(cosine.times(v.z())));
    }

    /**
     * Rz A Rzᵀ of a symmetric matrix in 8 multiplications: with e = c (xx − yy) − 2 s xy the corner becomes yy + c e,
     * xx − c e and xy + s e.
     */
    Symmetric<S> aboutZ(Symmetric<S> a) {
        S e = cosine.times(a.xx().minus(a.yy())).minus(sine.times(twice(a.xy())));
        S ce = cosine.times(e);
        return new Symmetric<>(
                a.yy().plus(ce),
                a.xy().plus(sine.times(e)),
                cosine.times(a.xz()).minus(sine.times(a.yz())),
                a.xx().minus(ce),
                sine.times(a.xz()).plus(cosine.times(a.yz())),
                a.zz());
    }

    /** Rx A Rxᵀ of a symmetric matrix, likewise. */
    Symmetric<S> aboutX(Symmetric<S> a) {
        S e = cosine.times(a.yy().minus(a.zz())).minus(sine.times(twice(a.yz())));
        S ce = cosine.times(e);
        return new Symmetric<>(
                a.xx(),
                cosine.times(a.xy()).minus(sine.times(a.xz())),
                sine.times(a.xy()).plus(cosine.times(a.xz())),
                a.zz().plus(ce),
                a.yz().plus(sine.times(e)),
                a.yy().minus(ce));
    }

    private static <S extends Scalar<S>> S twice(S s) {
        return s.times(s.constant(2));
    }
}
