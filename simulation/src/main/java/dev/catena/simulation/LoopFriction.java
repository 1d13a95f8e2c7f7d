package dev.catena.simulation;

import dev.catena.algebra.Cholesky;
import dev.catena.model.CutJoint;
import dev.catena.model.Friction;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Coulomb friction of closed loops as it is, in all joints, independent or not, in cut joints and in motors behind springs, and rigid
 * stops: with x the velocities of what moves on its own, {@link LoopCoordinates}, after a step, or their accelerations, and w = G x those
 * of what has friction or a stop,
 *
 * <pre>A x = b + Gᵀ p,   |pᵢ| ≤ Fᵢ,   pᵢ = −Fᵢ sign(wᵢ) where wᵢ ≠ 0</pre>
 *
 * has one x, though not one p where joints that stick share a load; a stop that a joint is at makes one end of the range of pᵢ infinite.
 * It is found in w, {@link HoldingForces} with the inverse of G A⁻¹ Gᵀ for a matrix, to which a little is added so that there is one;
 * which joints are held is what counts of that. Then the others move exactly as their friction lets them, and what is held does not at
 * all.
 */
final class LoopFriction {
    /** What is added to G A⁻¹ Gᵀ, as a part of its largest entry. */
    private static final double COMPLIANCE = 1e-6;

    /** Directions that are left of others by less are the same. */
    private static final double SAME = 1e-8;

    /** Slower joints rest, rad/s or m/s. */
    private static final double REST = 1e-11;

    /** How many coordinates move on their own, and how many rows have friction. */
    final int size;

    final int rows;
    final double[] viscous;
    private final LoopMotion loops;
    private final LoopCoordinates coordinates;

    /** By row: the joint; behind all joints, the motor; behind all motors, the cut joint. */
    private final int[] place;

    private final double[] coulomb;
    private final double[] width;
    private final HoldingForces forces;
    private final LoopStops stops;

    /** By row: whether it was at its stop when the step began. */
    private final boolean[] atLower;

    private final boolean[] atUpper;

    /** G of what has friction, and the mass matrix, where the loops were last computed. */
    final double[] G;

    final double[] mass;
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
    private final double[] speed;

    LoopFriction(RobotModel model, LoopMotion loops) {
        this(model, loops, null);
    }

    /** @param rigid stops that hold joints too; null for none */
    LoopFriction(RobotModel model, LoopMotion loops, JointStops.@Nullable Rigid rigid) {
        this.loops = loops;
        stops = new LoopStops(model, rigid);
        coordinates = loops.coordinates;
        size = coordinates.size;
        Friction[] every = friction(model);
        place = IntStream.range(0, every.length)
                .filter(k -> !every[k].isZero() || stops.has(k))
                .toArray();
        rows = place.length;
        coulomb = new double[rows];
        viscous = new double[rows];
        width = new double[rows];
        for (int i = 0; i < rows; i++) {
            Friction friction = every[place[i]];
            coulomb[i] = friction.coulomb();
            viscous[i] = friction.viscous();
            width[i] = friction.smoothingVelocity();
        }
        forces = new HoldingForces(rows);
        atLower = new boolean[rows];
        atUpper = new boolean[rows];
        G = new double[rows * size];
        mass = new double[size * size];
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
        speed = new double[size];
    }

    /** Of all joints, motors behind springs, and cut joints. */
    private static Friction[] friction(RobotModel model) {
        return Stream.concat(
                        Arrays.stream(CoordinateFriction.total(model)),
                        model.loops().cutJoints().stream().map(CutJoint::friction))
                .toArray(Friction[]::new);
    }

    /** Takes G and the mass matrix from where the loops were last computed. */
    void read() {
        coordinates.read();
        loops.massMatrix(mass);
        for (int i = 0; i < rows; i++) {
            coordinates.row(place[i], G, i * size);
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
            addStop(i);
        }
        solve(at);
    }

    /** Notes which joints are at their stops. */
    void begin(State state) {
        for (int i = 0; i < rows; i++) {
            atLower[i] = stops.isAtLower(state, place[i]);
            atUpper[i] = stops.isAtUpper(state, place[i]);
        }
    }

    /** A stop that a joint is at pushes as much as it takes. */
    private void addStop(int i) {
        if (atLower[i]) {
            forces.most[i] = Double.POSITIVE_INFINITY;
        }
        if (atUpper[i]) {
            forces.least[i] = Double.NEGATIVE_INFINITY;
        }
    }

    /**
     * Brings joints that have passed a stop back to it, and lets those that still go on rebound or come to rest: impulses P
     * with M (v⁺ − v) = (1 + e) Gᵀ P, where v + M⁻¹ Gᵀ P moves no joint beyond its stop.
     *
     * @param slow what would rebound with less does not
     */
    void land(State state, double slow, Plant plant) {
        if (!stops.exist) {
            return;
        }
        plant.settle(state);
        if (stops.isPassed(state)) {
            plant.accelerateWithoutHolding(state);
            read();
            stops.bringBack(state, loops, mass);
        }
        begin(state);
        coordinates.read();
        coordinates.velocities(state, speed);
        double fastest = 0;
        for (int i = 0; i < rows; i++) {
            if (atLower[i] || atUpper[i]) {
                coordinates.row(place[i], G, i * size);
                double w = rate(i, speed);
                fastest = Math.max(fastest, Math.max(atLower[i] ? -w : 0, atUpper[i] ? w : 0));
            }
        }
        if (fastest > REST) {
            plant.accelerateWithoutHolding(state);
            hit(state, stops.restitution * fastest > slow ? 1 + stops.restitution : 1);
        }
    }

    private void hit(State state, double factorOfImpulse) {
        read();
        System.arraycopy(mass, 0, matrix, 0, mass.length);
        times(mass, speed, load);
        forces.clear();
        for (int i = 0; i < rows; i++) {
            forces.x[i] = 0;
            addStop(i);
        }
        solve(state);
        double work = 0;
        for (int c = 0; c < size; c++) {
            before[c] = factorOfImpulse == 1 ? x[c] : speed[c] + factorOfImpulse * (x[c] - speed[c]);
        }
        times(mass, before, z);
        for (int c = 0; c < size; c++) {
            work += 0.5 * (before[c] * z[c] - speed[c] * load[c]);
        }
        coordinates.setVelocities(before, state);
        loops.project(state);
        state.work(state.work() + work);
    }

    /** Changes the plant's accelerations to what they are with friction, and its power by that of friction. */
    void accelerate(State state, Plant plant) {
        read();
        coordinates.velocities(state, speed);
        coordinates.accelerations(plant, before);
        times(mass, before, load);
        System.arraycopy(mass, 0, matrix, 0, mass.length);
        forces.clear();
        for (int i = 0; i < rows; i++) {
            double w = rate(i, speed);
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
            atLower[i] = stops.isAtLower(state, place[i]) && w <= REST;
            atUpper[i] = stops.isAtUpper(state, place[i]) && w >= -REST;
            addStop(i);
        }
        solve(state);
        for (int c = 0; c < size; c++) {
            before[c] = x[c] - before[c];
        }
        coordinates.addAccelerations(before, plant);
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
            throw new SimulationFailure(
                    "at %.9g s an independent joint, a motor or the base has no inertia", at.time());
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
        double unused = removeHeld(z, count);
        System.arraycopy(z, 0, x, 0, size);
        backward(x);
        for (int c = coordinates.ofBase; count > 0 && c < size; c++) {
            if (isHeld(c, count)) {
                x[c] = 0;
            }
        }
    }

    /** Takes off the part along what is held; returns the length of what is left. */
    private double removeHeld(double[] v, int count) {
        for (int k = 0; k < count; k++) {
            double part = 0;
            for (int c = 0; c < size; c++) {
                part += basis[k * size + c] * v[c];
            }
            for (int c = 0; c < size; c++) {
                v[c] -= part * basis[k * size + c];
            }
        }
        double sum = 0;
        for (double entry : v) {
            sum += entry * entry;
        }
        return Math.sqrt(sum);
    }

    /** Whether what is held lets a coordinate not move, so that it does not, not even by rounding. */
    private boolean isHeld(int coordinate, int count) {
        Arrays.fill(z, 0);
        z[coordinate] = 1;
        forward(z);
        double length = removeHeld(z, 0);
        return removeHeld(z, count) <= SAME * length;
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
