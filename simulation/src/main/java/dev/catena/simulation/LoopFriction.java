package dev.catena.simulation;

import dev.catena.algebra.Cholesky;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Extent;
import dev.catena.model.Friction;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Coulomb friction of closed loops and on contacts as it is, in all joints, independent or not, in cut joints, contacts and motors behind
 * springs, and rigid stops: with x the velocities of {@link FreeCoordinates} after a step, or their accelerations, and w = G x those of what
 * has friction or a stop,
 *
 * <pre>A x = b + Gᵀ p,   |pᵢ| ≤ Fᵢ,   pᵢ = −Fᵢ sign(wᵢ) where wᵢ ≠ 0</pre>
 *
 * has one x, though not one p where joints that stick share a load; a stop that a joint is at makes one end of the range of pᵢ infinite.
 * It is found in w ({@link RowForces}); which joints are held is what counts of that. Then the others move exactly as their friction lets them, and what is held does not at
 * all. Where coordinates are tied, Cᵀx is given: with A = L Lᵀ its parts of z = Lᵀx along L⁻¹C are, and all else is orthogonal to them.
 */
final class LoopFriction {
    /** A joint that moves by so much less than the fastest, in {@link JointUnits}, stands still: at its dead point, or in a locked loop. */
    private static final double STILL = 1e-12;

    /** Slower joints rest, in {@link JointUnits} a second. */
    private static final double REST = 1e-11;

    /** How many coordinates move on their own, and how many rows have friction. */
    final int size;

    final int rows;
    final double[] viscous;
    final FreeCoordinates coordinates;

    /** By row: the joint; behind all joints, the motor; behind all motors, the cut joint or contact. */
    private final int[] place;

    private final double[] coulomb;
    private final double[] width;
    private final RowForces sharing;
    private final HoldingForces forces;
    private final LoopStops stops;

    /** By row, and by joint and motor: what its motion counts in. */
    private final double[] units;

    private final double[] unitOfJoint;

    /** By row: whether it was at its stop when the step began. */
    private final boolean[] atLower;

    private final boolean[] atUpper;

    /** By row: the velocity that it has while it is held. */
    private final double[] held;

    /** G of what has friction, and the mass matrix, where the loops were last computed. */
    final double[] G;

    final double[] mass;
    private final double[] factor;
    private final double[] z;
    private final double[] Y;
    private final double[] unit;
    final double[] x;

    /** A and b of the equation. */
    final double[] matrix;

    final double[] load;
    /** What x is without friction, springs and stops: ties let x have what this has along them. */
    final double[] free;

    private final double[] before;
    private final double[] speed;

    /** Ties C and L⁻¹C, and what Lᵀx has along them and what is held; directions of ties come first. */
    private final int tieRows;

    private final double[] C;
    private final double[] D;
    private final GivenDirections given;
    private int tied;

    /** L⁻¹Gᵀ without what is along ties. */
    private final double[] apart;

    private final BaseStep base = new BaseStep();

    /** How far the fastest coordinate goes in the step. */
    private double farthest;

    LoopFriction(RobotModel model, LoopMotion loops) {
        this(model, List.of(), new LoopCoordinates(model, loops), null);
    }

    /**
     * @param contacts that may have friction
     * @param rigid stops that hold joints too; null for none
     */
    LoopFriction(
            RobotModel model, List<CutJoint> contacts, FreeCoordinates coordinates, JointStops.@Nullable Rigid rigid) {
        this.coordinates = coordinates;
        stops = new LoopStops(model, rigid);
        size = coordinates.size();
        tieRows = coordinates.ties();
        Friction[] every = friction(model, contacts);
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
        List<Double> unitOf = units(model, contacts);
        units = Arrays.stream(place).mapToDouble(unitOf::get).toArray();
        int joints = model.jointCount() + model.elasticJoints().size();
        unitOfJoint = unitOf.stream().limit(joints).mapToDouble(u -> u).toArray();
        sharing = new RowForces(rows);
        forces = sharing.forces;
        atLower = new boolean[rows];
        atUpper = new boolean[rows];
        held = new double[rows];
        G = new double[rows * size];
        mass = new double[size * size];
        factor = new double[size * size];
        z = new double[size];
        Y = new double[rows * size];
        unit = new double[rows];
        x = new double[size];
        matrix = new double[size * size];
        load = new double[size];
        before = new double[size];
        speed = new double[size];
        free = new double[size];
        C = new double[tieRows * size];
        D = new double[tieRows * size];
        given = new GivenDirections(size);
        apart = new double[rows * size];
    }

    /** Of all joints, motors behind springs, cut joints and contacts. */
    private static List<Double> units(RobotModel model, List<CutJoint> contacts) {
        Extent extent = Extent.of(model);
        List<Double> units = new ArrayList<>();
        model.movingJoints().forEach(joint -> units.add(extent.unit(joint)));
        model.elasticJoints().forEach(joint -> units.add(extent.unit(joint)));
        Stream.concat(model.loops().cutJoints().stream(), contacts.stream())
                .forEach(tie -> units.add(tie.kind() == CutKind.PRISMATIC ? extent.length() : 1));
        return units;
    }

    /** Of all joints, motors behind springs, cut joints and contacts. */
    private static Friction[] friction(RobotModel model, List<CutJoint> contacts) {
        Stream<CutJoint> ties = Stream.concat(model.loops().cutJoints().stream(), contacts.stream());
        return Stream.concat(Arrays.stream(CoordinateFriction.total(model)), ties.map(CutJoint::friction))
                .toArray(Friction[]::new);
    }

    /** By joint: whether friction or a stop may hold it. */
    boolean[] mayRest(int joints) {
        boolean[] may = new boolean[joints];
        for (int joint : place) {
            if (joint < joints) {
                may[joint] = true;
            }
        }
        return may;
    }

    /** Takes G and the mass matrix from where the loops were last computed. */
    void read() {
        readTies();
        coordinates.massMatrix(mass);
        for (int i = 0; i < rows; i++) {
            coordinates.row(place[i], G, i * size);
        }
    }

    private void readTies() {
        coordinates.read();
        for (int r = 0; r < tieRows; r++) {
            coordinates.tie(r, C, r * size);
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

    /** Tells how much other velocities joints have now than with some others. */
    void noteGain(double[] others, double[] gained) {
        for (int i = 0; i < rows; i++) {
            if (place[i] < gained.length) {
                gained[place[i]] = Math.abs(rate(i, x) - rate(i, others));
            }
        }
    }

    /** How much velocity an impulse gives a joint with friction: Gᵢ M⁻¹ Gᵢᵀ. */
    double mobility(int row) {
        System.arraycopy(mass, 0, factor, 0, mass.length);
        if (Cholesky.factor(factor, size) >= 0) {
            return 0;
        }
        setUpTies();
        System.arraycopy(G, row * size, z, 0, size);
        forward(z);
        double length = given.remove(z, tied);
        return length * length;
    }

    /** Σⱼ |Wᵢⱼ| √(Wᵢᵢ / Wⱼⱼ), W = G M⁻¹ Gᵀ, of the row of a place, where the robot was last settled: see {@link Mobility#rowSum}. */
    double mobilities(int ofPlace) {
        read();
        System.arraycopy(mass, 0, factor, 0, mass.length);
        if (Cholesky.factor(factor, size) >= 0) {
            return 0;
        }
        setUpTies();
        setUpRows();
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; place[i] == ofPlace && j < rows; j++) {
                double entry = Math.abs(product(apart, i, apart, j));
                sum += entry == 0 ? 0 : entry * Math.sqrt(product(apart, i, apart, i) / product(apart, j, apart, j));
            }
        }
        return sum;
    }

    /**
     * Moves all so that some joint moves by a given distance, as an impulse there would, δ = M⁻¹gᵀ / (g M⁻¹gᵀ) as far as ties let
     * it; but a base that nothing ties stays where it is. At a dead point of the joint that would be far: nothing moves by more than twice
     * what it could in the step.
     */
    void moveJoint(State state, int joint, double distance) {
        readTies();
        System.arraycopy(mass, 0, factor, 0, mass.length);
        int singular = Cholesky.factor(factor, size);
        setUpTies();
        coordinates.row(joint, z, 0);
        forward(z);
        double length = given.remove(z, tied);
        if (singular >= 0 || !(length > 0)) {
            return;
        }
        backward(z);
        shorten(z, distance / (length * length));
        coordinates.advance(state, z, 1);
        if (tied > 0 && coordinates.ofBase() > 0) {
            base.displace(state, z);
        }
        coordinates.project(state);
    }

    /**
     * Impulses of a step of length h, from velocities v. Where no base floats, a stop without friction holds the mean velocity: rows of
     * joints that others move turn on the way, so that a velocity at the end which is zero along the row in the middle is of the first order.
     */
    void impulses(double h, double[] v, State at) {
        for (int i = 0; i < rows; i++) {
            boolean smooth = width[i] > 0;
            forces.most[i] = smooth ? 0 : h * coulomb[i];
            forces.least[i] = -forces.most[i];
            forces.smoothForce[i] = smooth ? h * coulomb[i] : 0;
            forces.smoothWidth[i] = width[i];
            forces.x[i] = rate(i, v);
            addStop(i);
            boolean isFree = coulomb[i] == 0 && viscous[i] == 0 && coordinates.ofBase() == 0;
            held[i] = (atLower[i] || atUpper[i]) && isFree ? -rate(i, v) : 0;
        }
        solve(at);
        Arrays.fill(held, 0);
    }

    /** Scales a way, but not to more than twice that of the step. */
    private void shorten(double[] way, double scale) {
        double longest = 0;
        for (double entry : way) {
            longest = Math.max(longest, Math.abs(scale * entry));
        }
        double factor = farthest > 0 && longest > 2 * farthest ? 2 * farthest / longest : 1;
        for (int c = 0; c < size; c++) {
            way[c] *= scale * factor;
        }
    }

    /** Notes how far the fastest coordinate goes in a step. */
    void noteWay(double way) {
        farthest = way;
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
     */
    void land(State state, Plant plant) {
        if (!stops.exist) {
            return;
        }
        plant.settle(state);
        if (stops.isPassed(state)) {
            plant.accelerateWithoutHolding(state);
            read();
            stops.bringBack(state, this);
        }
        begin(state);
        coordinates.read();
        coordinates.velocities(state, speed);
        boolean hits = false;
        boolean isFast = false;
        for (int i = 0; i < rows; i++) {
            if (atLower[i] || atUpper[i]) {
                coordinates.row(place[i], G, i * size);
                double w = rate(i, speed);
                double outward = Math.max(atLower[i] ? -w : 0, atUpper[i] ? w : 0);
                hits |= outward > REST * units[i];
                isFast |= stops.restitution * outward > plant.rebounds.slow[place[i]];
            }
        }
        if (hits) {
            plant.accelerateWithoutHolding(state);
            hit(state, isFast ? 1 + stops.restitution : 1);
        }
    }

    private void hit(State state, double factorOfImpulse) {
        read();
        System.arraycopy(mass, 0, matrix, 0, mass.length);
        times(mass, speed, load);
        System.arraycopy(speed, 0, free, 0, size);
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
        coordinates.project(state);
        state.work(state.work() + work);
    }

    /** Changes the plant's accelerations to what they are with friction, and its power by that of friction. */
    void accelerate(State state, Plant plant) {
        read();
        coordinates.velocities(state, speed);
        coordinates.accelerations(plant, before);
        System.arraycopy(before, 0, free, 0, size);
        times(mass, before, load);
        System.arraycopy(mass, 0, matrix, 0, mass.length);
        forces.clear();
        for (int i = 0; i < rows; i++) {
            double w = rate(i, speed);
            boolean rests = Math.abs(w) <= REST * units[i] && width[i] == 0;
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
            atLower[i] = stops.isAtLower(state, place[i]) && w <= REST * units[i];
            atUpper[i] = stops.isAtUpper(state, place[i]) && w >= -REST * units[i];
            addStop(i);
        }
        solve(state);
        for (int c = 0; c < size; c++) {
            before[c] = x[c] - before[c];
        }
        coordinates.addAccelerations(before, plant);
    }

    void times(double[] symmetric, double[] vector, double[] out) {
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
        setUpTies();
        System.arraycopy(load, 0, z, 0, size);
        forward(z);
        given.lead(z, tied);
        System.arraycopy(z, 0, x, 0, size);
        backward(x);
        if (rows == 0) {
            return;
        }
        if (!findForces()) {
            throw new SimulationFailure("at %.9g s the friction of loops or contacts cannot be shared out", at.time());
        }
        move();
    }

    /** The same in the velocities of what has friction: (G A⁻¹ Gᵀ + ε)⁻¹ w = (G A⁻¹ Gᵀ + ε)⁻¹ G A⁻¹ b + p. */
    private boolean findForces() {
        setUpRows();
        double fastest = fastest();
        for (int i = 0; i < rows; i++) {
            double whole = Math.sqrt(product(Y, i, Y, i));
            double left = Math.sqrt(product(apart, i, apart, i));
            sharing.row(i, GivenDirections.isSame(left, whole) ? 0 : left, STILL * units[i] * fastest);
        }
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < rows; j++) {
                sharing.product(i, j, product(apart, i, apart, j));
            }
            unit[i] = rate(i, x) - held[i];
        }
        return sharing.solve(unit);
    }

    /** How fast a unit of A⁻¹ makes any joint or motor, in its unit. */
    private double fastest() {
        double most = 0;
        for (int k = 0; k < unitOfJoint.length; k++) {
            coordinates.row(k, z, 0);
            forward(z);
            most = Math.max(most, given.remove(z, 0) / unitOfJoint[k]);
        }
        return most;
    }

    /** L⁻¹Gᵀ, and what ties leave of it. */
    private void setUpRows() {
        for (int i = 0; i < rows; i++) {
            System.arraycopy(G, i * size, z, 0, size);
            forward(z);
            System.arraycopy(z, 0, Y, i * size, size);
            double unused = given.remove(z, tied);
            System.arraycopy(z, 0, apart, i * size, size);
        }
    }

    /** With the friction of what slips, and no motion of what is held: z = Lᵀ x has none along L⁻¹ Gᵢᵀ of held joints. */
    private void move() {
        System.arraycopy(load, 0, z, 0, size);
        int count = tied;
        for (int i = 0; i < rows; i++) {
            boolean isHeld = forces.least[i] < forces.most[i] && forces.x[i] == 0;
            if (isHeld) {
                count += given.add(Y, i, held[i], Math.sqrt(product(Y, i, Y, i)), count);
                continue;
            }
            double smooth = forces.smoothForce[i];
            double force =
                    forces.force[i] - (smooth == 0 ? 0 : smooth * Math.tanh(forces.x[i] / forces.smoothWidth[i]));
            for (int c = 0; c < size; c++) {
                z[c] += G[i * size + c] * force;
            }
        }
        if (count == size && tied == 0) {
            Arrays.fill(x, 0);
            return;
        }
        forward(z);
        given.lead(z, count);
        System.arraycopy(z, 0, x, 0, size);
        backward(x);
        // nothing but ties holds a base
        for (int c = tied > 0 ? 0 : coordinates.ofBase(); count > 0 && c < size; c++) {
            if ((tied == 0 || Math.abs(x[c]) <= REST) && isHeld(c, count)) {
                x[c] = 0;
            }
        }
    }

    /** The directions of ties, and what the free motion has along them. Rows that nothing moves are zero to rounding only. */
    private void setUpTies() {
        double longest = 0;
        for (int r = 0; r < tieRows; r++) {
            System.arraycopy(C, r * size, z, 0, size);
            forward(z);
            System.arraycopy(z, 0, D, r * size, size);
            longest = Math.max(longest, product(D, r, D, r));
        }
        tied = 0;
        for (int r = 0; r < tieRows; r++) {
            tied += given.add(D, r, product(C, r, free, 0), Math.sqrt(longest), tied);
        }
    }

    /** The work of the impulses Gᵀp = A x − b at velocities v; ties do none. */
    double work(double[] v) {
        times(matrix, x, z);
        for (int c = 0; c < size; c++) {
            z[c] -= load[c];
        }
        double work = 0;
        if (tied == 0) {
            // nothing of it acts on a base
            for (int c = coordinates.ofBase(); c < size; c++) {
                work += z[c] * v[c];
            }
            return work;
        }
        forward(z);
        double unused = given.remove(z, tied);
        for (int r = 0; r < size; r++) {
            for (int c = r; c < size; c++) {
                work += z[r] * factor[c * size + r] * v[c];
            }
        }
        return work;
    }

    /** Whether what is held lets a coordinate not move, so that it does not, not even by rounding. */
    private boolean isHeld(int coordinate, int count) {
        Arrays.fill(z, 0);
        z[coordinate] = 1;
        forward(z);
        double length = given.remove(z, 0);
        return GivenDirections.isSame(given.remove(z, count), length);
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
