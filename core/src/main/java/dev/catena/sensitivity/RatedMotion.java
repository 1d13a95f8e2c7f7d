package dev.catena.sensitivity;

import dev.catena.algebra.MotionVector;

/** A motion vector with its derivative by time; products follow the product rule. */
final class RatedMotion {
    final MotionVector value;
    final MotionVector rate;

    RatedMotion() {
        this(new MotionVector(), new MotionVector());
    }

    /** Of vectors that somebody else computes. */
    RatedMotion(MotionVector value, MotionVector rate) {
        this.value = value;
        this.rate = rate;
    }

    static RatedMotion[] array(int length) {
        RatedMotion[] all = new RatedMotion[length];
        for (int i = 0; i < length; i++) {
            all[i] = new RatedMotion();
        }
        return all;
    }

    static RatedMotion[] array(MotionVector[] values, MotionVector[] rates) {
        RatedMotion[] all = new RatedMotion[values.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = new RatedMotion(values[i], rates[i]);
        }
        return all;
    }

    void setZero() {
        value.setZero();
        rate.setZero();
    }

    /** this = a + factor b. */
    void setSum(RatedMotion a, double factor, RatedMotion b) {
        value.setSum(a.value, factor, b.value);
        rate.setSum(a.rate, factor, b.rate);
    }

    /** this = a × b. */
    void setCross(RatedMotion a, RatedMotion b) {
        value.setCross(a.value, b.value);
        rate.setCross(a.rate, b.value);
        rate.addCross(a.value, b.rate);
    }

    double dot(RatedForce f) {
        return value.dot(f.value);
    }

    /** The rate of {@link #dot(RatedForce)}. */
    double dotRate(RatedForce f) {
        return rate.dot(f.value) + value.dot(f.rate);
    }

    double dotMoment(RatedVector n) {
        return value.dotMoment(n.value);
    }

    /** The rate of {@link #dotMoment}. */
    double dotMomentRate(RatedVector n) {
        return rate.dotMoment(n.value) + value.dotMoment(n.rate);
    }
}
