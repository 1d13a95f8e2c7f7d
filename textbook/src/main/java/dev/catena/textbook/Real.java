package dev.catena.textbook;

import java.util.Arrays;
import java.util.List;

/** A double. */
public record Real(double value) implements Scalar<Real> {

    /** Lifts an array. */
    public static List<Real> list(double... values) {
        return Arrays.stream(values).mapToObj(Real::new).toList();
    }

    @Override
    public Real plus(Real b) {
        return new Real(value + b.value);
    }

    @Override
    public Real minus(Real b) {
        return new Real(value - b.value);
    }

    @Override
    public Real times(Real b) {
        return new Real(value * b.value);
    }

    @Override
    public Real timesPlusProduct(Real b, Real c, Real d) {
        return new Real(value * b.value + c.value * d.value);
    }

    @Override
    public Real dividedBy(Real b) {
        return new Real(value / b.value);
    }

    @Override
    public Real negate() {
        return new Real(-value);
    }

    @Override
    public Real sine() {
        return new Real(Math.sin(value));
    }

    @Override
    public Real cosine() {
        return new Real(Math.cos(value));
    }

    @Override
    public Real squareRoot() {
        return new Real(Math.sqrt(value));
    }

    @Override
    public Real hyperbolicTangent() {
        return new Real(Math.tanh(value));
    }

    @Override
    public Real sign() {
        return new Real(Math.signum(value));
    }

    @Override
    public Real constant(double constant) {
        return new Real(constant);
    }
}
