package dev.catena.sensitivity;

import dev.catena.algebra.CoriolisInertia;
import dev.catena.algebra.Vector;

/** A vector with its derivative by time; products follow the product rule. */
final class RatedVector {
    final Vector value = new Vector();
    final Vector rate = new Vector();
    private final Vector part = new Vector();

    static RatedVector[] array(int length) {
        RatedVector[] all = new RatedVector[length];
        for (int i = 0; i < length; i++) {
            all[i] = new RatedVector();
        }
        return all;
    }

    /** The angular part of a motion. */
    void setAngular(RatedMotion x) {
        value.set(x.value.rx, x.value.ry, x.value.rz);
        rate.set(x.rate.rx, x.rate.ry, x.rate.rz);
    }

    void add(RatedVector b) {
        value.add(b.value);
        rate.add(b.rate);
    }

    void subtract(RatedVector b) {
        value.subtract(b.value);
        rate.subtract(b.rate);
    }

    /** this = a × b, neither of which is this. */
    void setCross(RatedVector a, RatedVector b) {
        value.setCross(a.value, b.value);
        rate.setCross(a.rate, b.value);
        rate.addCross(a.value, b.rate);
    }

    /** this = (2B)ᵀu. */
    void setTransposeProduct(CoriolisInertia map, CoriolisInertia mapRate, RatedMotion u) {
        map.transposeProduct(u.value, value);
        mapRate.transposeProduct(u.value, rate);
        map.transposeProduct(u.rate, part);
        rate.add(part);
    }

    /** As {@link CoriolisInertia#velocityDerivative}. */
    void setVelocityDerivative(CoriolisInertia map, CoriolisInertia mapRate, RatedMotion x) {
        map.velocityDerivative(x.value, value);
        mapRate.velocityDerivative(x.value, rate);
        map.velocityDerivative(x.rate, part);
        rate.add(part);
    }

    double dot(RatedVector b) {
        return value.dot(b.value);
    }

    /** The rate of {@link #dot}. */
    double dotRate(RatedVector b) {
        return rate.dot(b.value) + value.dot(b.rate);
    }
}
