package dev.catena.sensitivity;

import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;

/**
 * What gyroscopic rotors add to the contracted second derivatives of torque rates: the terms of {@link RotorCurvature} with
 * their rates. O(depth²) each.
 */
final class RotorRateCurvature {
    private final MovingTree tree;
    private final BaseFrameMotion bodies;
    private final RatedMotion[] axis;
    private final RatedMotion[] axisRate;
    private final RatedMotion[] axisRate2;
    private final RatedMotion[] velocity;
    private final RatedMotion[] virtual;
    private final RatedMotion[] virtualRate;
    private final CurvatureEntries entries;
    private final RatedVector z = new RatedVector();
    private final RatedVector omega = new RatedVector();
    private final RatedVector mu = new RatedVector();
    private final RatedVector a = new RatedVector();
    private final RatedVector b = new RatedVector();
    private final RatedVector c = new RatedVector();
    private final RatedVector d = new RatedVector();
    private final RatedVector left = new RatedVector();
    private final RatedVector right = new RatedVector();

    RotorRateCurvature(
            BaseFrameMotion bodies,
            BaseFrameRates rates,
            RatedMotion[] virtual,
            RatedMotion[] virtualRate,
            CurvatureEntries entries) {
        this.bodies = bodies;
        tree = bodies.tree;
        axis = RatedMotion.array(bodies.axis, bodies.axisRate);
        axisRate = RatedMotion.array(bodies.axisRate, rates.axisRateRate);
        axisRate2 = RatedMotion.array(bodies.axisRate2, rates.axisRate2Rate);
        velocity = RatedMotion.array(bodies.velocity, rates.velocityRate);
        this.virtual = virtual;
        this.virtualRate = virtualRate;
        this.entries = entries;
    }

    void add(double[] lambda) {
        for (SpinningRotor rotor : tree.rotors) {
            omega.setAngular(velocity[rotor.carrier]);
            mu.setAngular(virtual[rotor.carrier]);
            bodies.rotorMomentum(rotor, z.value);
            z.rate.setCross(omega.value, z.value);
            for (int m = rotor.carrier; m > 0; m = tree.parent[m]) {
                addOwnRate(rotor.coordinate, m);
            }
            double factor = lambda[rotor.coordinate];
            for (int k = rotor.carrier; k > 0; k = tree.parent[k]) {
                for (int m = k; m > 0; m = tree.parent[m]) {
                    addCarrier(k, m, factor);
                }
            }
        }
    }

    /** q̇ μ·(ω × z) + q̈ μ·z by the rotor's own rate and the motion of its carrier. */
    private void addOwnRate(int i, int m) {
        int k = tree.coordinate[m];
        a.setCross(omega, z);
        b.setAngular(virtualRate[m]);
        c.setAngular(axisRate[m]);
        d.setCross(c, z);
        entries.add(1, i, 0, k, a.dot(b) + mu.dot(d), a.dotRate(b) + mu.dotRate(d));
        c.setAngular(axis[m]);
        d.setCross(c, z);
        entries.add(1, i, 1, k, mu.dot(d), mu.dotRate(d));
        entries.add(2, i, 0, k, b.dot(z), b.dotRate(z));
    }

    /** λ z·ω̇ of the carrier by joint k and its ancestor m, both of which turn the carrier. */
    private void addCarrier(int k, int m, double lambda) {
        int atK = tree.coordinate[k];
        int atM = tree.coordinate[m];
        RatedMotion v = velocity[tree.parent[k]];

        // δΨ̇ = Ψ̇ₘ × J; δΨ̈ − Ψ̇ₘ × Ψ̇ − v_c × δΨ̇ with δΨ̈ − Ψ̇ₘ × Ψ̇ = (Ψ̈ₘ − v × Ψ̇ₘ) × J + v × (Ψ̇ₘ × J)
        cross(axisRate[m], axis[k], a);
        double mixed = a.dot(z);
        double mixedRate = a.dotRate(z);
        b.setAngular(v);
        b.subtract(omega);
        d.setCross(b, a);
        double positions = d.dot(z);
        double positionsRate = d.dotRate(z);
        cross(v, axisRate[m], b);
        c.setAngular(axisRate2[m]);
        c.subtract(b);
        b.setAngular(axis[k]);
        d.setCross(c, b);
        positions += d.dot(z);
        positionsRate += d.dotRate(z);

        if (m == k) {
            entries.addDiagonal(0, atK, lambda * positions, lambda * positionsRate);
            entries.add(1, atK, 0, atK, lambda * mixed, lambda * mixedRate);
            return;
        }
        cross(axis[m], axis[k], a);
        double velocities = a.dot(z);
        double velocitiesRate = a.dotRate(z);
        entries.add(0, atK, 0, atM, lambda * positions, lambda * positionsRate);
        entries.add(1, atK, 0, atM, lambda * mixed, lambda * mixedRate);
        entries.add(1, atK, 1, atM, lambda * velocities, lambda * velocitiesRate);
        entries.add(2, atM, 0, atK, lambda * velocities, lambda * velocitiesRate);
        // 2Ψ̇ₘ × J − Ψ̇ × Jₘ − v_c × (Jₘ × J)
        b.setCross(omega, a);
        cross(axisRate[k], axis[m], c);
        c.add(b);
        entries.add(1, atM, 0, atK, lambda * (2 * mixed - c.dot(z)), lambda * (2 * mixedRate - c.dotRate(z)));
    }

    /** The angular part of x × y. */
    private void cross(RatedMotion x, RatedMotion y, RatedVector out) {
        left.setAngular(x);
        right.setAngular(y);
        out.setCross(left, right);
    }
}
