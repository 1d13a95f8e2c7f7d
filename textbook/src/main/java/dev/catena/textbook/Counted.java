package dev.catena.textbook;

/**
 * A double that counts what is done with it, as the papers count: what is known beforehand costs nothing. Operations
 * between constants, with a constant zero or with a factor ±1 are free, as is a change of sign; a factor ±2 is an
 * addition; sine and cosine of a variable are counted each.
 *
 * @param isConstant whether the value is known before the robot moves
 */
public record Counted(double value, boolean isConstant, Counter counter) implements Scalar<Counted> {

    /** Constants nearer than this to an integer are meant to be that integer: cos(π/2) is 0. */
    private static final double ROUNDING = 1e-15;

    /** How much was done so far; one counter for each run. */
    public static final class Counter {
        private int multiplications;
        private int additions;
        private int divisions;
        private int squareRoots;
        private int sines;
        private int cosines;
        private int others;

        /** Starts at zero. */
        public Counter() {}

        /** A number that is known only when the robot moves. */
        public Counted variable(double value) {
            return new Counted(value, false, this);
        }

        /** A number that is known beforehand. */
        public Counted constant(double value) {
            double nearest = Math.rint(value);
            return new Counted(Math.abs(value - nearest) < ROUNDING ? nearest : value, true, this);
        }

        public int multiplications() {
            return multiplications;
        }

        /** Subtractions included. */
        public int additions() {
            return additions;
        }

        public int divisions() {
            return divisions;
        }

        public int squareRoots() {
            return squareRoots;
        }

        public int sines() {
            return sines;
        }

        public int cosines() {
            return cosines;
        }

        /** Hyperbolic tangents and signs. */
        public int others() {
            return others;
        }
    }

    private boolean is(double number) {
        return isConstant && value == number;
    }

    private Counted variable(double result) {
        return new Counted(result, false, counter);
    }

    @Override
    public Counted plus(Counted b) {
        if (isConstant && b.isConstant) {
            return counter.constant(value + b.value);
        }
        if (is(0)) {
            return b;
        }
        if (b.is(0)) {
            return this;
        }
        counter.additions++;
        return variable(value + b.value);
    }

    @Override
    public Counted minus(Counted b) {
        return plus(b.negate());
    }

    @Override
    public Counted times(Counted b) {
        if (isConstant && b.isConstant) {
            return counter.constant(value * b.value);
        }
        if (is(0) || b.is(0)) {
            return counter.constant(0);
        }
        if (is(2) || b.is(2) || is(-2) || b.is(-2)) {
            counter.additions++;
        } else if (!is(1) && !b.is(1) && !is(-1) && !b.is(-1)) {
            counter.multiplications++;
        }
        return variable(value * b.value);
    }

    @Override
    public Counted dividedBy(Counted b) {
        if (isConstant && b.isConstant) {
            return counter.constant(value / b.value);
        }
        if (is(0) || b.is(1)) {
            return this;
        }
        counter.divisions++;
        return variable(value / b.value);
    }

    @Override
    public Counted negate() {
        return new Counted(0 - value, isConstant, counter);
    }

    @Override
    public Counted sine() {
        if (isConstant) {
            return counter.constant(Math.sin(value));
        }
        counter.sines++;
        return variable(Math.sin(value));
    }

    @Override
    public Counted cosine() {
        if (isConstant) {
            return counter.constant(Math.cos(value));
        }
        counter.cosines++;
        return variable(Math.cos(value));
    }

    @Override
    public Counted squareRoot() {
        if (isConstant) {
            return counter.constant(Math.sqrt(value));
        }
        counter.squareRoots++;
        return variable(Math.sqrt(value));
    }

    @Override
    public Counted hyperbolicTangent() {
        return other(Math.tanh(value));
    }

    @Override
    public Counted sign() {
        return other(Math.signum(value));
    }

    private Counted other(double result) {
        if (isConstant) {
            return counter.constant(result);
        }
        counter.others++;
        return variable(result);
    }

    @Override
    public Counted constant(double constant) {
        return counter.constant(constant);
    }

    @Override
    public boolean isKnownZero() {
        return is(0);
    }
}
