package dev.catena.sensitivity;

import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.DeepMasses;
import dev.catena.tree.Guard;
import dev.catena.tree.JointMasses;
import dev.catena.tree.ModerateNumbers;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import dev.catena.tree.TreeMatrix;
import dev.catena.tree.TreeVector;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ (the mass matrix) of inverse dynamics, with everything that
 * {@link dev.catena.dynamics.InverseDynamics} knows. Cost O(n·depth), [Carpentier]; see the package for the idea.
 *
 * <p>Of friction, the smooth form is differentiated; the sign form counts with its viscous part alone, since its jump at
 * rest has no derivative.
 *
 * <p>With a floating base the matrices have 6 + n rows and columns. The first rows are the wrench that the world would
 * have to exert on the base, force first, in base axes about the base's origin. The first columns are, of the position,
 * a displacement of the base along and then a rotation about its own axes (the tangent in the base frame); of the
 * velocity and the acceleration, the numbers of {@link BaseMotion}: linear, then angular, in base axes, the acceleration
 * being the classical one. What is held fixed are the other numbers of {@code BaseMotion}. Who holds the spatial
 * acceleration instead, as Pinocchio does, adds to the columns by velocity those by linear acceleration times the
 * derivatives of ω × v.
 *
 * <p>One object per thread: {@code sensitivity.copy()} makes another for another thread.
 */
public final class TorqueSensitivity implements TorqueSensitivityFunction {
    private final MovingTree tree;
    private final Guard guard;
    private final BaseFrameMotion bodies;

    /** Null for trees that are not deep. */
    private final @Nullable DeepRows deep;

    private final @Nullable DeepMasses masses;

    private final JointMasses entries;

    private final ForceChanges changes;
    private final Force force = new Force();
    private final Vector coriolisRow = new Vector();
    private final Vector unturnedRow = new Vector();
    private final MotionVector change = new MotionVector();
    private final MotionVector unit = new MotionVector();
    private final double[] column = new double[6];
    private final Vector f = new Vector();
    private final Vector n = new Vector();
    private final Vector r = new Vector();
    private final Vector spinAxis = new Vector();
    private final MovingBase atRest = new MovingBase();
    private final TreeVector velocities;
    private final JointMatrices fixed;
    private final JointMatrices floating;

    public TorqueSensitivity(RobotModel model) {
        this(MovingTree.of(TorqueSensitivity.class, model));
    }

    /**
     * Of a robot in which the motors of elastic joints turn on their own: all vectors are [q; θ], and springs are left out.
     * {@code dev.catena.drive} adds them.
     */
    public static TorqueSensitivity withFreeMotors(RobotModel model) {
        return new TorqueSensitivity(MovingTree.withFreeMotors(TorqueSensitivity.class, model));
    }

    /** For algorithms that hold the tree already. */
    TorqueSensitivity(MovingTree tree) {
        this.tree = tree;
        guard = new Guard(TorqueSensitivity.class, tree.model);
        bodies = BaseFrameMotion.ofFreeBodies(tree);
        deep = DeepRows.of(tree, bodies);
        masses = DeepMasses.of(tree);
        entries = new JointMasses(tree);
        changes = new ForceChanges(bodies);
        velocities = new TreeVector(tree);
        fixed = new JointMatrices(tree, 0);
        floating = new JointMatrices(tree, 6);
    }

    /** The same of the same robot, for another thread. */
    @Override
    public TorqueSensitivity copy() {
        return new TorqueSensitivity(tree);
    }

    /** The three n × n matrices for a robot that nothing touches, its base at rest. */
    @Override
    public void compute(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        compute(null, q, qd, qdd, null, List.of(), byPositionOut, byVelocityOut, byAccelerationOut);
    }

    /**
     * The three n × n matrices.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param wrenches what the environment applies, with constant numbers; null for nothing
     * @param loads what the environment applies as a function of the state
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            List<AppliedLoad> loads,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        fill(base, q, qd, qdd, wrenches, loads, 0, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    /**
     * The three (6 + n) × (6 + n) matrices of a robot with a floating base. The numbers of the loads may depend on the
     * joints' motion, not on that of the base.
     */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            List<AppliedLoad> loads,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        guard.begin();
        guard.checkFloatingBase();
        guard.checkGiven("base", base);
        fill(base, q, qd, qdd, wrenches, loads, 6, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    private void fill(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            List<AppliedLoad> loads,
            int first,
            double[] P,
            double[] V,
            double[] A) {
        int size = first + tree.coordinates;
        check(q, qd, qdd, wrenches, loads);
        checkOutput("byPositionOut", P, size, q, qd, qdd, loads);
        checkOutput("byVelocityOut", V, size, q, qd, qdd, loads);
        checkOutput("byAccelerationOut", A, size, q, qd, qdd, loads);
        guard.checkDistinct("byVelocityOut", V, "byPositionOut", P);
        guard.checkDistinct("byAccelerationOut", A, "byPositionOut", P);
        guard.checkDistinct("byAccelerationOut", A, "byVelocityOut", V);
        MovingBase start = base == null ? atRest : MovingBase.of(base);
        boolean moderate = tree.moderate
                && wrenches == null
                && loads.isEmpty()
                && ModerateNumbers.are(q, qd, qdd)
                && ModerateNumbers.are(start);
        if (!moderate) {
            guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        }
        bodies.place(q);
        bodies.move(base, qd, qdd, wrenches, loads);
        fillMassMatrix(first, A);
        fillByMotion(qd, first, P, V);
        for (int k = 0; k < loads.size(); k++) {
            addExplicit(start, loads.get(k), AppliedLoad.Variable.POSITION, first, size, P);
            addExplicit(start, loads.get(k), AppliedLoad.Variable.VELOCITY, first, size, V);
            addExplicit(start, loads.get(k), AppliedLoad.Variable.ACCELERATION, first, size, A);
        }
        if (!moderate) {
            guard.checkResult("byPositionOut", P);
            guard.checkResult("byVelocityOut", V);
            guard.checkResult("byAccelerationOut", A);
        }
    }

    private void check(
            double[] q, double[] qd, double[] qdd, @Nullable ExternalWrenches wrenches, List<AppliedLoad> loads) {
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        for (int k = 0; k < loads.size(); k++) {
            loads.get(k).checkFor(guard);
        }
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("qdd", qdd);
    }

    private void checkOutput(
            String name, double[] out, int size, double[] q, double[] qd, double[] qdd, List<AppliedLoad> loads) {
        guard.checkLength(name, out, size * size);
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "qdd", qdd);
        for (int k = 0; k < loads.size(); k++) {
            loads.get(k).checkDistinct(guard, name, out);
        }
    }

    /** For forward dynamics: the bodies, to be placed before their mass matrix and moved before its companions. */
    BaseFrameMotion bodies() {
        return bodies;
    }

    /** ∂τ/∂q̈ in the posture that the bodies are in. */
    void fillMassMatrix(int first, double[] byAccelerationOut) {
        TreeMatrix matrix = (first > 0 ? floating : fixed).byAcceleration;
        fillTreeMasses(first, matrix.room(byAccelerationOut));
        matrix.gather(byAccelerationOut);
    }

    /** Jⱼ·(Y J)ᵢ for a joint i and its ancestors j. */
    private void fillTreeMasses(int first, double[] A) {
        int size = first + tree.size;
        if (!fillsAll(first)) {
            Arrays.fill(A, 0);
        }
        if (masses == null) {
            entries.fill(bodies.axis, bodies.axisForce, first, size, A);
        } else {
            masses.fill(bodies.axis, bodies.axisForce, first, size, A);
        }
        for (int i = 1; first > 0 && i <= tree.n; i++) {
            int row = first + tree.coordinate[i];
            bodies.axisForce[i].copyTo(A, row, size);
            bodies.axisForce[i].copyTo(A, row * size, 1);
        }
        for (int k = 0; k < first; k++) {
            unit.setUnit(k);
            bodies.composite[0].product(unit, force);
            force.copyTo(A, k, size);
        }
        for (int k = 0; tree.hasReflectedInertia && k < tree.size; k++) {
            A[(first + k) * (size + 1)] += tree.reflectedInertia[k];
        }
        for (SpinningRotor rotor : tree.rotors) {
            addRotorMass(rotor, first, size, A);
        }
    }

    private boolean fillsAll(int first) {
        return first == 0 && entries.fillsAll();
    }

    /** A rotor ties its joint by k Iₘ zₘ to all that turn its carrier, and has k² Iₘ itself. */
    private void addRotorMass(SpinningRotor rotor, int first, int size, double[] A) {
        int k = first + rotor.coordinate;
        bodies.rotorMomentum(rotor, spinAxis);
        A[k * (size + 1)] += rotor.gearedInertia * rotor.gearRatio;
        for (int j = rotor.carrier; j > 0; j = tree.parent[j]) {
            int other = first + tree.coordinate[j];
            double entry = bodies.axis[j].dotMoment(spinAxis);
            A[k * size + other] += entry;
            A[other * size + k] += entry;
        }
        if (first > 0) {
            addBaseMoment(spinAxis, k, size, A);
            addBaseMomentToRow(spinAxis, k, size, A);
        }
    }

    /** ∂τ/∂q and ∂τ/∂q̇ of bodies that were moved. */
    void fillByMotion(double[] qd, int first, double[] byPositionOut, double[] byVelocityOut) {
        JointMatrices matrices = first > 0 ? floating : fixed;
        double[] P = matrices.byPosition.room(byPositionOut);
        double[] V = matrices.byVelocity.room(byVelocityOut);
        fillTreeByMotion(velocities.of(qd), first, P, V);
        matrices.byPosition.gather(byPositionOut);
        matrices.byVelocity.gather(byVelocityOut);
    }

    private void fillTreeByMotion(double[] qd, int first, double[] P, double[] V) {
        int size = first + tree.size;
        if (!fillsAll(first)) {
            Arrays.fill(P, 0);
            Arrays.fill(V, 0);
        }
        for (int i = 1; i <= tree.n; i++) {
            changes.beyond(i);
            setRows(i);
            if (deep == null) {
                fillPairs(i, first, size, P, V);
            } else {
                deep.set(i, changes, coriolisRow, unturnedRow);
            }
            if (first > 0) {
                changes.byPosition.copyTo(P, first + tree.coordinate[i], size);
                changes.byVelocity.copyTo(V, first + tree.coordinate[i], size);
                setBaseColumns(i, size, P, V);
            }
        }
        if (deep != null) {
            deep.fill(first, size, P, V);
        }
        if (first > 0) {
            setBaseBlock(size, P, V);
        }
        for (int k = 0; tree.hasFriction && k < tree.size; k++) {
            V[(first + k) * (size + 1)] += tree.friction[k].slope(qd[k]);
        }
        for (SpinningRotor rotor : tree.rotors) {
            addRotorColumn(rotor, first, size, V);
            addRotorRow(rotor, first, size, P, V);
            if (first > 0) {
                addRotorBaseColumns(rotor, size, V);
            }
        }
    }

    /** 2Bᵀ Jᵢ, and the same for wrenches that do not turn along. */
    private void setRows(int i) {
        bodies.coriolis[i].transposeProduct(bodies.axis[i], coriolisRow);
        if (bodies.hasUnturned) {
            bodies.unturned[i].transposeProduct(bodies.axis[i], unturnedRow);
        }
    }

    /**
     * Joint i with each ancestor j: of j by i, Jⱼ times the change beyond i; of i by j, Jᵢ·(Y Ψ̈ⱼ + 2B Ψ̇ⱼ) for q,
     * Jᵢ·(2B Jⱼ + 2Y Ψ̇ⱼ) for q̇.
     */
    private void fillPairs(int i, int first, int size, double[] P, double[] V) {
        Force byAcceleration = changes.byAcceleration;
        int row = first + tree.coordinate[i];
        for (int j = i; j > 0; j = tree.parent[j]) {
            int other = first + tree.coordinate[j];
            MotionVector J = bodies.axis[j];
            int up = other * size + row;
            P[up] = J.dot(changes.byPosition);
            V[up] = J.dot(changes.byVelocity);

            int down = row * size + other;
            MotionVector rate = bodies.axisRate[j];
            P[down] = bodies.axisRate2[j].dot(byAcceleration) + rate.dotMoment(coriolisRow);
            V[down] = 2 * rate.dot(byAcceleration) + J.dotMoment(coriolisRow);
            if (bodies.hasUnturned) {
                P[down] += J.dotMoment(unturnedRow);
            }
        }
    }

    /** The rotor's moment k Iₘ (q̈ zₘ + q̇ ω × zₘ) on its carrier, by its own q̇. */
    private void addRotorColumn(SpinningRotor rotor, int first, int size, double[] V) {
        int c = rotor.carrier;
        int k = first + rotor.coordinate;
        bodies.rotorMomentum(rotor, spinAxis);
        n.set(bodies.velocity[c].rx, bodies.velocity[c].ry, bodies.velocity[c].rz);
        n.setCross(n, spinAxis);
        for (int j = c; j > 0; j = tree.parent[j]) {
            int row = first + tree.coordinate[j];
            V[row * size + k] += bodies.axis[j].dotMoment(n);
        }
        if (first > 0) {
            addBaseMoment(n, k, size, V);
        }
    }

    /** The rotor's own effort k Iₘ (ω̇·zₘ + k q̈) by the motion of its carrier. */
    private void addRotorRow(SpinningRotor rotor, int first, int size, double[] P, double[] V) {
        int c = rotor.carrier;
        int row = (first + rotor.coordinate) * size;
        for (int j = c; j > 0; j = tree.parent[j]) {
            int k = row + first + tree.coordinate[j];
            // of the carrier, ω̇ changes by Ψ̈ − v × Ψ̇ with q, by 2Ψ̇ − v × J with q̇
            change.setCross(bodies.axisRate[j], bodies.velocity[c]);
            change.add(bodies.axisRate2[j]);
            P[k] += change.dotMoment(spinAxis);
            change.setCross(bodies.axis[j], bodies.velocity[c]);
            change.addScaled(2, bodies.axisRate[j]);
            V[k] += change.dotMoment(spinAxis);
        }
    }

    private static void addBaseMoment(Vector moment, int column, int size, double[] M) {
        M[3 * size + column] += moment.x;
        M[4 * size + column] += moment.y;
        M[5 * size + column] += moment.z;
    }

    private static void addBaseMomentToRow(Vector moment, int row, int size, double[] M) {
        M[row * size + 3] += moment.x;
        M[row * size + 4] += moment.y;
        M[row * size + 5] += moment.z;
    }

    /** What the numbers of a load change by is taken off the efforts of all joints between it and the base. */
    private void addExplicit(
            MovingBase base, AppliedLoad load, AppliedLoad.Variable variable, int first, int size, double[] M) {
        int c = tree.carrier[load.body];
        for (int k = 0; k < tree.coordinates; k++) {
            if (!changes.explicit(base, load, variable, k, force)) {
                return;
            }
            for (int j = c; j > 0; j = tree.parent[j]) {
                M[(first + tree.leader(j)) * size + first + k] -= tree.factor(j) * bodies.axis[j].dot(force);
            }
            if (first > 0) {
                force.copyTo(column);
                for (int row = 0; row < 6; row++) {
                    M[row * size + first + k] -= column[row];
                }
            }
        }
    }

    /**
     * Joint i by the base, from J·Y x = (f, n)·x with the force (f, n) = Y J that q̈ᵢ takes. Turning the base by χ turns
     * gravity the other way, x = (χ × g, 0), and leaves wrenches in world axes behind. Turning faster by χ changes all
     * velocities by χ, all accelerations by x = (2v × χ, ω × χ) beside 2Bχ, with v and ω of the base.
     */
    private void setBaseColumns(int i, int size, double[] P, double[] V) {
        int at = (6 + tree.coordinate[i]) * size;
        setColumnsOfTurn(changes.byAcceleration, at, P);
        setColumnsOfSpin(changes.byAcceleration, at, V);
    }

    private void setColumnsOfTurn(Force F, int at, double[] P) {
        Vector g = bodies.gravity;
        P[at + 3] = g.y * F.fz - g.z * F.fy;
        P[at + 4] = g.z * F.fx - g.x * F.fz;
        P[at + 5] = g.x * F.fy - g.y * F.fx;
        if (bodies.hasUnturned) {
            P[at + 3] += unturnedRow.x;
            P[at + 4] += unturnedRow.y;
            P[at + 5] += unturnedRow.z;
        }
    }

    private void setColumnsOfSpin(Force F, int at, double[] V) {
        MotionVector v = bodies.velocity[0];
        V[at + 3] = 2 * (F.fy * v.lz - F.fz * v.ly) + (F.ny * v.rz - F.nz * v.ry) + coriolisRow.x;
        V[at + 4] = 2 * (F.fz * v.lx - F.fx * v.lz) + (F.nz * v.rx - F.nx * v.rz) + coriolisRow.y;
        V[at + 5] = 2 * (F.fx * v.ly - F.fy * v.lx) + (F.nx * v.ry - F.ny * v.rx) + coriolisRow.z;
    }

    /** The base by itself, as above. */
    private void setBaseBlock(int size, double[] P, double[] V) {
        MotionVector v = bodies.velocity[0];
        for (int k = 3; k < 6; k++) {
            unit.setUnit(k);
            n.set(unit.rx, unit.ry, unit.rz);
            f.setCross(n, bodies.gravity);
            change.set(f.x, f.y, f.z, 0, 0, 0);
            bodies.composite[0].product(change, force);
            if (bodies.hasUnturned) {
                bodies.unturned[0].addProductTo(unit, force);
            }
            force.copyTo(P, k, size);

            change.setCross(v, unit);
            change.lx += v.ly * unit.rz - v.lz * unit.ry;
            change.ly += v.lz * unit.rx - v.lx * unit.rz;
            change.lz += v.lx * unit.ry - v.ly * unit.rx;
            bodies.composite[0].product(change, force);
            bodies.coriolis[0].addProductTo(unit, force);
            force.copyTo(V, k, size);
        }
    }

    /** A rotor's ω̇·zₘ changes by χ × (ω of the carrier − ω of the base) when the base turns faster by χ. */
    private void addRotorBaseColumns(SpinningRotor rotor, int size, double[] V) {
        MotionVector v = bodies.velocity[rotor.carrier];
        MotionVector v0 = bodies.velocity[0];
        r.set(v.rx - v0.rx, v.ry - v0.ry, v.rz - v0.rz);
        r.setCross(r, spinAxis);
        addBaseMomentToRow(r, 6 + rotor.coordinate, size, V);
    }
}
