package dev.catena.sensitivity;

import dev.catena.algebra.Acceleration;
import dev.catena.algebra.Force;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
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
 * being the classical one. What is held fixed are the other numbers of {@code BaseMotion}.
 */
public final class TorqueSensitivity {
    private final MovingTree tree;
    private final BaseFrameMotion bodies;

    private final ForceChanges changes;
    private final Force force = new Force();
    private final Vector coriolisRow = new Vector();
    private final Vector unturnedRow = new Vector();
    private final Acceleration change = new Acceleration();
    private final Acceleration unit = new Acceleration();
    private final double[] column = new double[6];
    private final Vector f = new Vector();
    private final Vector n = new Vector();
    private final Vector r = new Vector();
    private final Vector spinAxis = new Vector();
    private final BaseMotion atRest = new BaseMotion();

    public TorqueSensitivity(RobotModel model) {
        tree = new MovingTree(model);
        bodies = new BaseFrameMotion(tree);
        changes = new ForceChanges(bodies);
    }

    /** The three n × n matrices for a robot that nothing touches, its base at rest. */
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
     * @param base how the base moves; null for a base at rest at the world's origin
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
        int size = first + tree.n;
        checkSize("byPositionOut", P, size);
        checkSize("byVelocityOut", V, size);
        checkSize("byAccelerationOut", A, size);
        for (int k = 0; k < loads.size(); k++) {
            loads.get(k).checkFor(tree.model);
        }
        bodies.compute(base, q, qd, qdd, wrenches, loads);
        Arrays.fill(P, 0);
        Arrays.fill(V, 0);
        Arrays.fill(A, 0);
        for (int i = 1; i <= tree.n; i++) {
            changes.beyond(i);
            fillPairs(i, first, size, P, V, A);
            if (first > 0) {
                setBaseRows(changes.byPosition, first + tree.coordinate[i], size, P);
                setBaseRows(changes.byVelocity, first + tree.coordinate[i], size, V);
                setBaseRows(changes.byAcceleration, first + tree.coordinate[i], size, A);
            }
        }
        addDrives(qd, first, size, P, V, A);
        if (first > 0) {
            fillBaseColumns(P, V, A);
        }
        BaseMotion start = base == null ? atRest : base;
        for (int k = 0; k < loads.size(); k++) {
            addExplicit(start, loads.get(k), AppliedLoad.Variable.POSITION, first, size, P);
            addExplicit(start, loads.get(k), AppliedLoad.Variable.VELOCITY, first, size, V);
            addExplicit(start, loads.get(k), AppliedLoad.Variable.ACCELERATION, first, size, A);
        }
    }

    private void checkSize(String name, double[] matrix, int size) {
        if (matrix.length != size * size) {
            throw new IllegalArgumentException("%s has length %d, but robot \"%s\" needs %d · %d"
                    .formatted(name, matrix.length, tree.model.name(), size, size));
        }
    }

    /**
     * Joint i with each ancestor j: of j by i, Jⱼ times the change beyond i; of i by j, Jᵢ·(Y Ψ̈ⱼ + 2B Ψ̇ⱼ) for q,
     * Jᵢ·(2B Jⱼ + 2Y Ψ̇ⱼ) for q̇.
     */
    private void fillPairs(int i, int first, int size, double[] P, double[] V, double[] A) {
        Force byAcceleration = changes.byAcceleration;
        bodies.coriolis[i].transposeProduct(bodies.axis[i], coriolisRow);
        if (bodies.hasUnturned) {
            bodies.unturned[i].transposeProduct(bodies.axis[i], unturnedRow);
        }
        int row = first + tree.coordinate[i];
        for (int j = i; j > 0; j = tree.parent[j]) {
            int other = first + tree.coordinate[j];
            Acceleration J = bodies.axis[j];
            int up = other * size + row;
            P[up] = J.dot(changes.byPosition);
            V[up] = J.dot(changes.byVelocity);
            A[up] = J.dot(byAcceleration);

            int down = row * size + other;
            Acceleration rate = bodies.axisRate[j];
            P[down] = bodies.axisRate2[j].dot(byAcceleration) + rate.dotMoment(coriolisRow);
            V[down] = 2 * rate.dot(byAcceleration) + J.dotMoment(coriolisRow);
            A[down] = A[up];
            if (bodies.hasUnturned) {
                P[down] += J.dotMoment(unturnedRow);
            }
        }
    }

    private void setBaseRows(Force change, int column, int size, double[] M) {
        change.copyTo(this.column);
        for (int row = 0; row < 6; row++) {
            M[row * size + column] = this.column[row];
        }
    }

    /** Friction, reflected inertia and rotors. */
    private void addDrives(double[] qd, int first, int size, double[] P, double[] V, double[] A) {
        for (int k = 0; k < tree.n; k++) {
            int diagonal = (first + k) * (size + 1);
            A[diagonal] += tree.reflectedInertia[k];
            V[diagonal] += tree.friction[k].slope(qd[k]);
        }
        for (SpinningRotor rotor : tree.rotors) {
            addRotorColumn(rotor, first, size, V, A);
            addRotorRow(rotor, first, size, P, V, A);
        }
    }

    /** The rotor's moment k Iₘ (q̈ zₘ + q̇ ω × zₘ) on its carrier, by its own q̈ and q̇. */
    private void addRotorColumn(SpinningRotor rotor, int first, int size, double[] V, double[] A) {
        int c = rotor.carrier;
        int k = first + rotor.coordinate;
        bodies.rotorMomentum(rotor, spinAxis);
        n.set(bodies.velocity[c].gx, bodies.velocity[c].gy, bodies.velocity[c].gz);
        n.setCross(n, spinAxis);
        for (int j = c; j > 0; j = tree.parent[j]) {
            int row = first + tree.coordinate[j];
            V[row * size + k] += bodies.axis[j].dotMoment(n);
            A[row * size + k] += bodies.axis[j].dotMoment(spinAxis);
        }
        if (first > 0) {
            addBaseMoment(n, k, size, V);
            addBaseMoment(spinAxis, k, size, A);
        }
    }

    /** The rotor's own effort k Iₘ (ω̇·zₘ + k q̈) by the motion of its carrier. */
    private void addRotorRow(SpinningRotor rotor, int first, int size, double[] P, double[] V, double[] A) {
        int c = rotor.carrier;
        int row = (first + rotor.coordinate) * size;
        A[row + first + rotor.coordinate] += rotor.gearedInertia * rotor.gearRatio;
        for (int j = c; j > 0; j = tree.parent[j]) {
            int k = row + first + tree.coordinate[j];
            // of the carrier, ω̇ changes by Ψ̈ − v × Ψ̇ with q, by 2Ψ̇ − v × J with q̇
            change.setCross(bodies.axisRate[j], bodies.velocity[c]);
            change.add(bodies.axisRate2[j]);
            P[k] += change.dotMoment(spinAxis);
            change.setCross(bodies.axis[j], bodies.velocity[c]);
            change.addScaled(2, bodies.axisRate[j]);
            V[k] += change.dotMoment(spinAxis);
            A[k] += bodies.axis[j].dotMoment(spinAxis);
        }
    }

    private static void addBaseMoment(Vector moment, int column, int size, double[] M) {
        M[3 * size + column] += moment.x;
        M[4 * size + column] += moment.y;
        M[5 * size + column] += moment.z;
    }

    /** What the numbers of a load change by is taken off the efforts of all joints between it and the base. */
    private void addExplicit(
            BaseMotion base, AppliedLoad load, AppliedLoad.Variable variable, int first, int size, double[] M) {
        int c = tree.carrier[load.body];
        for (int k = 0; k < tree.n; k++) {
            if (!changes.explicit(base, load, variable, k, force)) {
                return;
            }
            for (int j = c; j > 0; j = tree.parent[j]) {
                M[(first + tree.coordinate[j]) * size + first + k] -= bodies.axis[j].dot(force);
            }
            if (first > 0) {
                force.copyTo(column);
                for (int row = 0; row < 6; row++) {
                    M[row * size + first + k] -= column[row];
                }
            }
        }
    }

    /** The columns of the base: acceleration (the mirror image of the rows), velocity and pose. */
    private void fillBaseColumns(double[] P, double[] V, double[] A) {
        int size = 6 + tree.n;
        for (int k = 0; k < 6; k++) {
            unit.setUnit(k);
            bodies.composite[0].product(unit, force);
            setBaseRows(force, k, size, A);
            for (int row = 6; row < size; row++) {
                A[row * size + k] = A[k * size + row];
            }
        }
        for (int k = 3; k < 6; k++) {
            unit.setUnit(k);
            // a rotation χ of the base turns gravity and the wrenches in world axes the other way
            change.setZero();
            f.set(unit.gx, unit.gy, unit.gz);
            f.setCross(f, bodies.gravity);
            change.set(f.x, f.y, f.z, 0, 0, 0);
            for (int i = 0; i <= tree.n; i++) {
                bodies.composite[i].product(change, force);
                if (bodies.hasUnturned) {
                    bodies.unturned[i].addProductTo(unit, force);
                }
                setBaseColumn(i, force, k, size, P);
            }
            // an angular velocity χ more changes all velocities by χ, all accelerations by (2v × χ, ω × χ) beside 2Bχ
            Acceleration v = bodies.velocity[0];
            change.setCross(v, unit);
            change.ax += v.ay * unit.gz - v.az * unit.gy;
            change.ay += v.az * unit.gx - v.ax * unit.gz;
            change.az += v.ax * unit.gy - v.ay * unit.gx;
            for (int i = 0; i <= tree.n; i++) {
                bodies.composite[i].product(change, force);
                bodies.coriolis[i].addProductTo(unit, force);
                setBaseColumn(i, force, k, size, V);
            }
            addRotorsOfBaseColumn(k, size, V);
        }
    }

    /** Rows of the base for i = 0, of a joint otherwise. */
    private void setBaseColumn(int i, Force changed, int k, int size, double[] M) {
        if (i == 0) {
            setBaseRows(changed, k, size, M);
        } else {
            M[(6 + tree.coordinate[i]) * size + k] = bodies.axis[i].dot(changed);
        }
    }

    /** A rotor's ω̇·zₘ changes by χ × (ω of the carrier − ω of the base) when the base turns faster by χ. */
    private void addRotorsOfBaseColumn(int k, int size, double[] V) {
        for (SpinningRotor rotor : tree.rotors) {
            Acceleration v = bodies.velocity[rotor.carrier];
            Acceleration v0 = bodies.velocity[0];
            bodies.rotorMomentum(rotor, spinAxis);
            n.set(unit.gx, unit.gy, unit.gz);
            r.set(v.gx - v0.gx, v.gy - v0.gy, v.gz - v0.gz);
            n.setCross(n, r);
            V[(6 + rotor.coordinate) * size + k] += n.dot(spinAxis);
        }
    }
}
