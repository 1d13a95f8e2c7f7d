package dev.catena.textbook;

/**
 * A number with thirty digits, and beside it a bound of how far off the same operations would be in doubles, to first order
 * and in units of their rounding: running error analysis after J. H. Wilkinson. However much the terms of a sum cancel, the
 * bound knows how large they were, so that a difference of a few units is rounding and one of a million is a mistake.
 *
 * @param exact the number
 * @param error the bound, in units of {@link #ROUNDING}
 */
public record RunningError(DoubleDouble exact, double error) implements Scalar<RunningError> {
    /** 2⁻⁵³, the relative error of one operation. */
    public static final double ROUNDING = 0x1p-53;

    /** A number that was rounded. */
    public static RunningError of(double value) {
        return new RunningError(DoubleDouble.of(value), Math.abs(value));
    }

    /** The same number with a bound that is at least this large. */
    public RunningError withError(double least) {
        return new RunningError(exact, Math.max(error, least));
    }

    private double size() {
        return Math.abs(exact.high());
    }

    /** What an operation gives whose operands hand on an error; its own rounding comes on top. */
    private static RunningError rounded(DoubleDouble result, double inherited) {
        return new RunningError(result, inherited + Math.abs(result.high()));
    }

    @Override
    public RunningError plus(RunningError b) {
        return rounded(exact.plus(b.exact), error + b.error);
    }

    @Override
    public RunningError minus(RunningError b) {
        return rounded(exact.minus(b.exact), error + b.error);
    }

    @Override
    public RunningError times(RunningError b) {
        // the last term is of second order; it is all there is where both numbers are zero but for rounding
        return rounded(exact.times(b.exact), size() * b.error + b.size() * error + ROUNDING * error * b.error);
    }

    @Override
    public RunningError dividedBy(RunningError b) {
        DoubleDouble quotient = exact.dividedBy(b.exact);
        return rounded(quotient, (error + Math.abs(quotient.high()) * b.error) / b.size());
    }

    @Override
    public RunningError negate() {
        return new RunningError(exact.negate(), error);
    }

    /** Reducing the argument costs a rounding of the order of one. */
    @Override
    public RunningError sine() {
        return new RunningError(exact.sine(), Math.abs(exact.cosine().high()) * error + 1);
    }

    @Override
    public RunningError cosine() {
        return new RunningError(exact.cosine(), Math.abs(exact.sine().high()) * error + 1);
    }

    @Override
    public RunningError squareRoot() {
        DoubleDouble root = exact.squareRoot();
        return rounded(root, root.high() == 0 ? 0 : error / (2 * root.high()));
    }

    @Override
    public RunningError hyperbolicTangent() {
        DoubleDouble tangent = exact.hyperbolicTangent();
        return rounded(tangent, (1 - tangent.high() * tangent.high()) * error);
    }

    @Override
    public RunningError sign() {
        return new RunningError(exact.sign(), 0);
    }

    @Override
    public RunningError constant(double value) {
        return of(value);
    }

    @Override
    public double value() {
        return exact.value();
    }

    /** How far a double is from the number, in units of the bound times {@link #ROUNDING}: about one is rounding. */
    public double unitsOff(double actual) {
        double difference = Math.abs(DoubleDouble.of(actual).minus(exact).value());
        return difference == 0 ? 0 : difference / (ROUNDING * error);
    }
}
