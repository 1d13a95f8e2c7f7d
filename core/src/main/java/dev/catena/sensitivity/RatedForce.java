package dev.catena.sensitivity;

import dev.catena.algebra.CoriolisInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.Inertia;

/** A force with its derivative by time; products follow the product rule. */
final class RatedForce {
    final Force value;
    final Force rate;
    private final Force part = new Force();

    RatedForce() {
        this(new Force(), new Force());
    }

    /** Of forces that somebody else computes. */
    RatedForce(Force value, Force rate) {
        this.value = value;
        this.rate = rate;
    }

    static RatedForce[] array(int length) {
        RatedForce[] all = new RatedForce[length];
        for (int i = 0; i < length; i++) {
            all[i] = new RatedForce();
        }
        return all;
    }

    static RatedForce[] array(Force[] values, Force[] rates) {
        RatedForce[] all = new RatedForce[values.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = new RatedForce(values[i], rates[i]);
        }
        return all;
    }

    void setZero() {
        value.setZero();
        rate.setZero();
    }

    void add(RatedForce b) {
        value.add(b.value);
        rate.add(b.rate);
    }

    void negate() {
        value.negate();
        rate.negate();
    }

    void addMoment(RatedVector n) {
        value.addMoment(n.value);
        rate.addMoment(n.rate);
    }

    /** this += a ×* f. */
    void addCross(RatedMotion a, RatedForce f) {
        value.addCross(a.value, f.value);
        rate.addCross(a.rate, f.value);
        rate.addCross(a.value, f.rate);
    }

    /** this = Y x. */
    void setProduct(Inertia Y, Inertia YRate, RatedMotion x) {
        Y.product(x.value, value);
        Y.product(x.rate, rate);
        YRate.product(x.value, part);
        rate.add(part);
    }

    /** this += 2B x. */
    void addProduct(CoriolisInertia map, CoriolisInertia mapRate, RatedMotion x) {
        map.addProductTo(x.value, value);
        map.addProductTo(x.rate, rate);
        mapRate.addProductTo(x.value, rate);
    }
}
