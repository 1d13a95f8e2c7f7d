package dev.catena.textbook;

/**
 * A number and its derivative in one direction: a + b ε with ε² = 0. Exact derivatives of whatever it is run through;
 * {@code Dual<Dual<Real>>} gives second derivatives.
 *
 * @param <S> what value and derivative are made of
 */
public record Dual<S extends Scalar<S>>(S real, S derivative) implements Scalar<Dual<S>> {

    /** A number that does not change. */
    public static <S extends Scalar<S>> Dual<S> constant(S value) {
        return new Dual<>(value, value.constant(0));
    }

    /** A double and its derivative. */
    public static Dual<Real> of(double value, double derivative) {
        return new Dual<>(new Real(value), new Real(derivative));
    }

    @Override
    public Dual<S> plus(Dual<S> b) {
        return new Dual<>(real.plus(b.real), derivative.plus(b.derivative));
    }

    @Override
    public Dual<S> minus(Dual<S> b) {
        return new Dual<>(real.minus(b.real), derivative.minus(b.derivative));
    }

    @Override
    public Dual<S> times(Dual<S> b) {
        return new Dual<>(real.times(b.real), rateOfProduct(b));
    }

    @Override
    public Dual<S> timesPlusProduct(Dual<S> b, Dual<S> c, Dual<S> d) {
        return new Dual<>(
                real.timesPlusProduct(b.real, c.real, d.real), rateOfProduct(b).plus(c.rateOfProduct(d)));
    }

    /** (a b)˙ = ȧ b + a ḃ. */
    private S rateOfProduct(Dual<S> b) {
        return derivative.timesPlusProduct(b.real, real, b.derivative);
    }

    @Override
    public Dual<S> dividedBy(Dual<S> b) {
        // (a/b)˙ = (ȧ − (a/b) ḃ)/b
        S quotient = real.dividedBy(b.real);
        return new Dual<>(
                quotient, derivative.minus(quotient.times(b.derivative)).dividedBy(b.real));
    }

    @Override
    public Dual<S> negate() {
        return new Dual<>(real.negate(), derivative.negate());
    }

    @Override
    public Dual<S> sine() {
        return new Dual<>(real.sine(), real.cosine().times(derivative));
    }

    @Override
    public Dual<S> cosine() {
        return new Dual<>(real.cosine(), real.sine().times(derivative).negate());
    }

    @Override
    public Dual<S> squareRoot() {
        S root = real.squareRoot();
        return new Dual<>(root, derivative.dividedBy(root.plus(root)));
    }

    @Override
    public Dual<S> hyperbolicTangent() {
        // tanh˙ = 1 − tanh²
        S t = real.hyperbolicTangent();
        return new Dual<>(t, real.constant(1).minus(t.times(t)).times(derivative));
    }

    @Override
    public Dual<S> sign() {
        return constant(real.sign());
    }

    @Override
    public Dual<S> constant(double constant) {
        return constant(real.constant(constant));
    }

    @Override
    public double value() {
        return real.value();
    }

    @Override
    public boolean isKnownZero() {
        return real.isKnownZero() && derivative.isKnownZero();
    }
}
