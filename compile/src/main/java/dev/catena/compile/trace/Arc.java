package dev.catena.compile.trace;

import dev.catena.textbook.Scalar;

/** The angle of a turn by arithmetic alone, so that every language and every lane of a vector computes it in the same way. */
final class Arc {
    /** Enough for tan(π/16) to rounding. */
    private static final int TERMS = 10;

    /** Nothing that has a size, but has a sign. */
    private static final double TINY = 1e-300;

    private Arc() {}

    /**
     * The angle of a turn, within half a turn of another one.
     *
     * @param near the other angle
     */
    static <S extends Scalar<S>> S angle(Turn<S> turn, double near) {
        if (near == 0) {
            return angle(turn);
        }
        S c = turn.cosine().constant(Math.cos(near));
        S s = turn.cosine().constant(Math.sin(near));
        return angle(turn.plus(new Turn<>(c, s.negate()))).plus(c.constant(near));
    }

    /** Half the turn is along (1 + c, s) and along (|s|, ±(1 − c)), one of which is long; four halves lead to a short series. */
    private static <S extends Scalar<S>> S angle(Turn<S> turn) {
        S c = turn.cosine();
        S s = turn.sine();
        S one = c.constant(1);
        S sign = s.plus(c.constant(TINY)).sign();
        S x = one.plus(c).plus(sign.times(s));
        S y = s.plus(sign.times(one.minus(c)));
        S quarter = y.dividedBy(x.plus(x.times(x).plus(y.times(y)).squareRoot()));
        S t = half(half(quarter));
        S z = t.times(t);
        S sum = c.constant(0);
        for (int k = TERMS; k >= 0; k--) {
            sum = c.constant((k % 2 == 0 ? 1.0 : -1.0) / (2 * k + 1)).plus(z.times(sum));
        }
        return sum.times(t).times(c.constant(16));
    }

    /** The tangent of half an angle from that of the angle. */
    private static <S extends Scalar<S>> S half(S tangent) {
        S one = tangent.constant(1);
        return tangent.dividedBy(one.plus(one.plus(tangent.times(tangent)).squareRoot()));
    }
}
