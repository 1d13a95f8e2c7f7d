package dev.catena.textbook;

/**
 * A number that a recursion can be run on.
 *
 * @param <S> the implementing type itself
 */
public interface Scalar<S extends Scalar<S>> {
    S plus(S b);

    S minus(S b);

    S times(S b);

    /** a b + c d, where a is this number: two products and their sum, without numbers in between where there need be none. */
    default S timesPlusProduct(S b, S c, S d) {
        return times(b).plus(c.times(d));
    }

    S dividedBy(S b);

    S negate();

    S sine();

    S cosine();

    S squareRoot();

    S hyperbolicTangent();

    /** −1, 0 or 1; its derivative is taken as zero everywhere. */
    S sign();

    /** A constant of the same kind as this number. */
    S constant(double value);

    /** This number rounded to a double. */
    double value();

    /** Whether it is zero whatever becomes of it; a number that is not known is not. */
    default boolean isKnownZero() {
        return value() == 0;
    }
}
