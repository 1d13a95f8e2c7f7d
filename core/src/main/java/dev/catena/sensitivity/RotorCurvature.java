package dev.catena.sensitivity;

import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Vector;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;

/**
 * What gyroscopic rotors add to the contracted second derivatives of torques beyond their share in the forces of their
 * carriers: with z = k Iₘ zₘ, the terms λ z·ω̇ + q̈ μ·z + q̇ μ·(ω × z) of the joint that spins the rotor. O(depth²) each.
 */
final class RotorCurvature {
    private final MovingTree tree;
    private final BaseFrameMotion bodies;
    private final MotionVector[] virtual;
    private final MotionVector[] virtualRate;
    private final Vector z = new Vector();
    private final Vector a = new Vector();
    private final Vector b = new Vector();
    private final Vector c = new Vector();
    private final Vector baseRate = new Vector();
    private final MotionVector chi = new MotionVector();

    /** How many rows and columns of the base come first in each block. */
    private int first;

    RotorCurvature(BaseFrameMotion bodies, MotionVector[] virtual, MotionVector[] virtualRate) {
        this.bodies = bodies;
        tree = bodies.tree;
        this.virtual = virtual;
        this.virtualRate = virtualRate;
    }

    void add(double[] lambda, int rowsOfBase, double[] H) {
        first = rowsOfBase;
        for (SpinningRotor rotor : tree.rotors) {
            bodies.rotorMomentum(rotor, z);
            for (int m = rotor.carrier; m > 0; m = tree.parent[m]) {
                addOwnRate(rotor, m, H);
            }
            double factor = lambda[rotor.coordinate];
            for (int k = 3; k < first; k++) {
                addBase(rotor, k, factor, H);
            }
            for (int k = rotor.carrier; k > 0; k = tree.parent[k]) {
                for (int m = k; m > 0; m = tree.parent[m]) {
                    addCarrier(rotor.carrier, k, m, factor, H);
                }
            }
        }
    }

    /** q̇ μ·(ω × z) + q̈ μ·z by the rotor's own rate and the motion of its carrier. */
    private void addOwnRate(SpinningRotor rotor, int m, double[] H) {
        int i = first + rotor.coordinate;
        int k = first + tree.coordinate[m];
        angular(bodies.velocity[rotor.carrier], a);
        a.setCross(a, z);
        angular(virtualRate[m], b);
        double byPosition = a.dot(b);
        double byAcceleration = b.dot(z);
        angular(virtual[rotor.carrier], c);
        angular(bodies.axisRate[m], a);
        a.setCross(a, z);
        byPosition += c.dot(a);
        angular(bodies.axis[m], a);
        a.setCross(a, z);
        add(H, 1, i, 0, k, byPosition);
        add(H, 1, i, 1, k, c.dot(a));
        add(H, 2, i, 0, k, byAcceleration);
    }

    /** λ z·ω̇ of the carrier by joint k and its ancestor m, both of which turn the carrier. */
    private void addCarrier(int carrier, int k, int m, double lambda, double[] H) {
        int atK = first + tree.coordinate[k];
        int atM = first + tree.coordinate[m];
        MotionVector J = bodies.axis[k];
        MotionVector v = bodies.velocity[tree.parent[k]];

        // δΨ̇ = Ψ̇ₘ × J; δΨ̈ − Ψ̇ₘ × Ψ̇ − v_c × δΨ̇ with δΨ̈ − Ψ̇ₘ × Ψ̇ = (Ψ̈ₘ − v × Ψ̇ₘ) × J + v × (Ψ̇ₘ × J)
        cross(bodies.axisRate[m], J, a);
        double mixed = a.dot(z);
        angular(v, b);
        angular(bodies.velocity[carrier], c);
        b.subtract(c);
        b.setCross(b, a);
        double positions = b.dot(z);
        cross(v, bodies.axisRate[m], b);
        angular(bodies.axisRate2[m], c);
        c.subtract(b);
        angular(J, b);
        c.setCross(c, b);
        positions += c.dot(z);

        cross(bodies.axis[m], J, a);
        double velocities = a.dot(z);
        if (m == k) {
            addDiagonal(H, atK, lambda * positions);
            add(H, 1, atK, 0, atK, lambda * mixed);
            return;
        }
        add(H, 0, atK, 0, atM, lambda * positions);
        add(H, 1, atK, 0, atM, lambda * mixed);
        add(H, 1, atK, 1, atM, lambda * velocities);
        add(H, 2, atM, 0, atK, lambda * velocities);
        // 2Ψ̇ₘ × J − Ψ̇ × Jₘ − v_c × (Jₘ × J)
        angular(bodies.velocity[carrier], b);
        b.setCross(b, a);
        cross(bodies.axisRate[k], bodies.axis[m], c);
        add(H, 1, atM, 0, atK, lambda * (2 * mixed - c.dot(z) - b.dot(z)));
    }

    /**
     * By the base's turning about one of its axes χ, ω of the carrier changes by χ and ω̇ by χ × (ω − ω₀): as a joint before
     * all others, with ω₀ × χ in the place of 2Ψ̇.
     */
    private void addBase(SpinningRotor rotor, int at, double lambda, double[] H) {
        chi.setUnit(at);
        angular(chi, a);
        angular(virtual[rotor.carrier], c);
        a.setCross(a, z);
        add(H, 1, first + rotor.coordinate, 1, at, c.dot(a));
        cross(bodies.velocity[0], chi, baseRate);
        for (int k = rotor.carrier; k > 0; k = tree.parent[k]) {
            int atK = first + tree.coordinate[k];
            cross(chi, bodies.axis[k], a);
            double byRates = lambda * a.dot(z);
            add(H, 1, atK, 1, at, byRates);
            add(H, 2, at, 0, atK, byRates);
            // (ω₀ × χ) × J − Ψ̇ × χ − ω × (χ × J)
            angular(bodies.velocity[rotor.carrier], b);
            b.setCross(b, a);
            cross(bodies.axisRate[k], chi, c);
            c.add(b);
            angular(bodies.axis[k], b);
            b.setCross(baseRate, b);
            add(H, 1, at, 0, atK, lambda * (b.dot(z) - c.dot(z)));
        }
    }

    private static void angular(MotionVector x, Vector out) {
        out.set(x.rx, x.ry, x.rz);
    }

    /** The angular part of x × y. */
    private static void cross(MotionVector x, MotionVector y, Vector out) {
        out.set(x.ry * y.rz - x.rz * y.ry, x.rz * y.rx - x.rx * y.rz, x.rx * y.ry - x.ry * y.rx);
    }

    private void addDiagonal(double[] H, int k, double value) {
        H[k * (3 * (first + tree.size) + 1)] += value;
    }

    /** Adds to an entry and to its mirror image, which may be the same. */
    private void add(double[] H, int rowBlock, int row, int columnBlock, int column, double value) {
        int block = first + tree.size;
        int size = 3 * block;
        int r = rowBlock * block + row;
        int s = columnBlock * block + column;
        H[r * size + s] += value;
        H[s * size + r] += value;
    }
}
