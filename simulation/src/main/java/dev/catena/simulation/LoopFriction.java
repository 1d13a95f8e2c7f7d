package dev.catena.simulation;

import dev.catena.algebra.Cholesky;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * Coulomb friction of closed loops as it is, in all joints, independent or not: with x the velocities of the independent joints
 * after a step, or their accelerations, w = G x those of the joints with friction,
 *
 * <pre>A x = b + Gᵀ p,   |pᵢ| ≤ Fᵢ,   pᵢ = −Fᵢ sign(wᵢ) where wᵢ ≠ 0</pre>
 *
 * has one x, though not one p where joints that stick share a load. It is found in w, {@link HoldingForces} with the inverse of
 * G A⁻¹ Gᵀ for a matrix, to which a little is added so that there is one; which joints are held is what counts of that. Then the
 * others move exactly as their friction lets them, and held joints do not at all.
 */
final class LoopFriction {
    /** What is added to G A⁻¹ Gᵀ, as a part of its largest entry. */
    private static final double COMPLIANCE = 1e-6;

    /** Directions that are left of others by less are the same. */
    private static final double SAME = 1e-8;

    /** Slower joints rest, rad/s or m/s. */
    private static final double REST = 1e-11;

    /** How many independent joints, and joints with friction. */
    final int size;

    final int rows;
    final double[] viscous;
    private final LoopMotion loops;
    private final int[] joint;
    private final double[] coulomb;
    private final double[] width;
    private final HoldingForces forces;

    /** G of the joints with friction, and the mass matrix, where the loops were last computed. */
    final double[] G;

    final double[] mass;
    private final double[] all;
    private final double[] factor;
    private final double[] z;
    private final double[] Y;
    private final double[] inverse;
    private final double[] unit;
    private final double[] basis;
    final double[] x;

    /** A and b of the equation. */
    final double[] matrix;

    final double[] load;
    private final double[] before;

    LoopFriction(RobotModel model, LoopMotion loops) {
        this.loops = loops;
        size = model.loops().independentJoints().size();
        joint = model.movingJoints().stream()
                .filter(each -> !total(each).isZero())
                .mapToInt(each -> model.coordinate(each.name()))
                .toArray();
        rows = joint.length;
        coulomb = new double[rows];
        viscous = new double[rows];
        width = new double[rows];
        for (int i = 0; i < rows; i++) {
            Friction friction = total(model.movingJoints().get(joint[i]));
            coulomb[i] = friction.coulomb();
            viscous[i] = friction.viscous();
            width[i] = friction.smoothingVelocity();
        }
        forces = new HoldingForces(rows);
        G = new double[rows * size];
        mass = new double[size * size];
        all = new double[model.jointCount() * size];
        factor = new double[size * size];
        z = new double[size];
        Y = new double[rows * size];
        inverse = new double[rows * rows];
        unit = new double[rows];
        basis = new double[size * size];
        x = new double[size];
        matrix = new double[size * size];
        load = new double[size];
        before = new double[size];
    }

    /** Joint and motor together. */
    private static Friction total(Joint joint) {
        Friction own = joint.friction();
        Friction motor = joint.drive().motorFriction();
        if (own.coulomb() != 0 && motor.coulomb() != 0 && own.smoothingVelocity() != motor.smoothingVelocity()) {
            throw new IllegalArgumentException(
                    "Coulomb friction of joint \"%s\" and its motor is smoothed over different velocities, %s and %s, which the stick-slip integrator cannot add; choose another one"
                            .formatted(joint.name(), own.smoothingVelocity(), motor.smoothingVelocity()));
        }
        return new Friction(
                own.coulomb() + motor.coulomb(),
                own.viscous() + motor.viscous(),
                own.coulomb() != 0 ? own.smoothingVelocity() : motor.smoothingVelocity());
    }

    /** Takes G and the mass matrix from where the loops were last computed. */
    void read() {
        loops.rates(all);
        loops.massMatrix(mass);
        for (int i = 0; i < rows; i++) {
            System.arraycopy(all, joint[i] * size, G, i * size, size);
        }
    }

    /** G x of a joint with friction. */
    double rate(int row, double[] velocities) {
        double sum = 0;
        for (int c = 0; c < size; c++) {
            sum += G[row * size + c] * velocities[c];
        }
        return sum;
    }

    /** How much velocity an impulse gives a joint with friction: Gᵢ M⁻¹ Gᵢᵀ. */
    double mobility(int row) {
        System.arraycopy(mass, 0, factor, 0, mass.length);
        if (Cholesky.factor(factor, size) >= 0) {
            return 0;
        }
        System.arraycopy(G, row * size, z, 0, size);
        forward(z);
        double sum = 0;
        for (double entry : z) {
            sum += entry * entry;
        }
        return sum;
    }

    /** Impulses of a step of length h, from velocities v. */
    void impulses(double h, double[] v, State at) {
        forces.clear();
        for (int i = 0; i < rows; i++) {
            boolean smooth = width[i] > 0;
            forces.most[i] = smooth ? 0 : h * coulomb[i];
            forces.least[i] = -forces.most[i];
            forces.smoothForce[i] = smooth ? h * coulomb[i] : 0;
            forces.smoothWidth[i] = width[i];
            forces.x[i] = rate(i, v);
        }
        solve(at);
    }

    /** Changes the plant's accelerations to what they are with friction, and its power by that of friction. */
    void accelerate(State state, Plant plant) {
        read();
        loops.independent(plant.jointAcceleration, before);
        times(mass, before, load);
        System.arraycopy(mass, 0, matrix, 0, mass.length);
        forces.clear();
        for (int i = 0; i < rows; i++) {
            double w = state.jointVelocities()[joint[i]];
            boolean rests = Math.abs(w) <= REST && width[i] == 0;
            double direction = width[i] > 0 ? Math.tanh(w / width[i]) : Math.signum(w);
            double force = rests ? 0 : -coulomb[i] * direction - viscous[i] * w;
            plant.power += force * w;
            for (int c = 0; c < size; c++) {
                load[c] += G[i * size + c] * force;
            }
            if (rests) {
                forces.most[i] = coulomb[i];
                forces.least[i] = -coulomb[i];
            }
            forces.x[i] = rests ? 0 : rate(i, before);
        }
        solve(state);
        for (int j = 0; j < plant.jointAcceleration.length; j++) {
            for (int c = 0; c < size; c++) {
                plant.jointAcceleration[j] += all[j * size + c] * (x[c] - before[c]);
            }
        }
    }

    private void times(double[] symmetric, double[] vector, double[] out) {
        for (int r = 0; r < size; r++) {
            out[r] = 0;
            for (int c = 0; c < size; c++) {
                out[r] += symmetric[r * size + c] * vector[c];
            }
        }
    }

    /** Solves for {@link #x} with matrix, load and the ranges of forces. */
    private void solve(State at) {
        System.arraycopy(matrix, 0, factor, 0, matrix.length);
        if (Cholesky.factor(factor, size) >= 0) {
            throw new SimulationFailure("at %.9g s an independent joint has no inertia", at.time());
        }
        System.arraycopy(load, 0, x, 0, size);
        Cholesky.solve(factor, size, x);
        if (rows == 0) {
            return;
        }
        setUpForces();
        if (forces.solve() >= 0) {
            throw new SimulationFailure("at %.9g s the friction of closed loops cannot be shared out", at.time());
        }
        move();
    }

    /** The same in the velocities of the joints with friction: (G A⁻¹ Gᵀ + ε)⁻¹ w = (G A⁻¹ Gᵀ + ε)⁻¹ G A⁻¹ b + p. */
    private void setUpForces() {
        double largest = 0;
        for (int i = 0; i < rows; i++) {
            System.arraycopy(G, i * size, z, 0, size);
            forward(z);
            System.arraycopy(z, 0, Y, i * size, size);
        }
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < rows; j++) {
                inverse[i * rows + j] = product(Y, i, Y, j);
            }
            largest = Math.max(largest, inverse[i * (rows + 1)]);
        }
        for (int i = 0; i < rows; i++) {
            inverse[i * (rows + 1)] += COMPLIANCE * largest;
        }
        int unused = Cholesky.factor(inverse, rows);
        for (int j = 0; j < rows; j++) {
            Arrays.fill(unit, 0);
            unit[j] = 1;
            Cholesky.solve(inverse, rows, unit);
            for (int i = 0; i < rows; i++) {
                forces.matrix[i * rows + j] = unit[i];
            }
        }
        for (int i = 0; i < rows; i++) {
            unit[i] = rate(i, x);
        }
        Cholesky.solve(inverse, rows, unit);
        System.arraycopy(unit, 0, forces.load, 0, rows);
    }

    /** With the friction of what slips, and no motion of what is held: z = Lᵀ x without its part along L⁻¹ Gᵢᵀ of held joints. */
    private void move() {
        System.arraycopy(load, 0, z, 0, size);
        int count = 0;
        for (int i = 0; i < rows; i++) {
            boolean isHeld = forces.least[i] < forces.most[i] && forces.x[i] == 0;
            if (isHeld) {
                count += addToBasis(i, count);
                continue;
            }
            double smooth = forces.smoothForce[i];
            double force =
                    forces.force[i] - (smooth == 0 ? 0 : smooth * Math.tanh(forces.x[i] / forces.smoothWidth[i]));
            for (int c = 0; c < size; c++) {
                z[c] += G[i * size + c] * force;
            }
        }
        if (count == size) {
            Arrays.fill(x, 0);
            return;
        }
        forward(z);
        for (int k = 0; k < count; k++) {
            double part = 0;
            for (int c = 0; c < size; c++) {
                part += basis[k * size + c] * z[c];
            }
            for (int c = 0; c < size; c++) {
                z[c] -= part * basis[k * size + c];
            }
        }
        System.arraycopy(z, 0, x, 0, size);
        backward(x);
    }

    /** Adds what is new of a direction; 1 if anything is. */
    private int addToBasis(int row, int count) {
        double length = Math.sqrt(product(Y, row, Y, row));
        System.arraycopy(Y, row * size, basis, count < size ? count * size : 0, count < size ? size : 0);
        if (count == size) {
            return 0;
        }
        for (int pass = 0; pass < 2; pass++) {
            for (int k = 0; k < count; k++) {
                double part = product(basis, k, basis, count);
                for (int c = 0; c < size; c++) {
                    basis[count * size + c] -= part * basis[k * size + c];
                }
            }
        }
        double left = Math.sqrt(product(basis, count, basis, count));
        if (left <= SAME * length) {
            return 0;
        }
        for (int c = 0; c < size; c++) {
            basis[count * size + c] /= left;
        }
        return 1;
    }

    private double product(double[] a, int i, double[] b, int j) {
        double sum = 0;
        for (int c = 0; c < size; c++) {
            sum += a[i * size + c] * b[j * size + c];
        }
        return sum;
    }

    /** L⁻¹ v in place. */
    private void forward(double[] v) {
        for (int r = 0; r < size; r++) {
            for (int c = 0; c < r; c++) {
                v[r] -= factor[r * size + c] * v[c];
            }
            v[r] /= factor[r * size + r];
        }
    }

    /** L⁻ᵀ v in place. */
    private void backward(double[] v) {
        for (int r = size - 1; r >= 0; r--) {
            for (int c = r + 1; c < size; c++) {
                v[r] -= factor[c * size + r] * v[c];
            }
            v[r] /= factor[r * size + r];
        }
    }
}
