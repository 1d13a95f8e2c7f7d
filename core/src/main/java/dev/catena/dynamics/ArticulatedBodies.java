package dev.catena.dynamics;

import dev.catena.algebra.ArticulatedInertia;
import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Force;
import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.ReleasedInertia;
import dev.catena.algebra.Vector;
import dev.catena.tree.MovingTree;

/**
 * What efforts do to a tree whose bodies give way at their joints, [Khalil 34–44], in three passes.
 *
 * <p>Accelerations are split into those that velocities, gravity and the base cause while no joint accelerates, and those
 * that the joints' accelerations add. The first are known when the first pass is done. So the velocity terms γ of
 * [Khalil 34] are in the motions, the β of [Khalil 35] are the wrenches p = −β that these motions take, and the products
 * Kγ and J*γ of [Khalil 38] and [Khalil 41] fall away.
 *
 * <p>A joint whose acceleration is given does not give way: its 1/H is zero. A rotor on the joint's parent couples q̈ to
 * the parent's angular acceleration; it enters as a moment k Iₘ zₘ beside the column U = J*a, and all stays symmetric.
 */
final class ArticulatedBodies {
    /** By moving body, its joint frame in that of its parent. */
    final JointPlacement[] X;

    /** By moving body: how it moves while no joint accelerates but those whose accelerations are given. */
    final BodyMotion[] motion;

    /** By moving body: p, the wrench that its motion takes, and what the joints beyond hand on. */
    final Force[] bias;

    /** By moving body: J*, of which the joint lets K = J* − U Uᵀ/H through to the parent. */
    final ArticulatedInertia[] J;

    /** By moving body: U = J*a, with its rotor's k Iₘ zₘ added to the moment. */
    final Force[] U;

    /** By moving body: 1/H with H = aᵀJ*a + Iₐ + k² Iₘ. */
    final double[] inverseH;

    /** By moving body: τ, the effort of its drive, and then u, what is left of it for accelerating the joint. */
    final double[] effort;

    /** By coordinate: accelerations of joints that do not give way, zero for all others. */
    final double[] given;

    /** By moving body: what the joints' accelerations add to its motion. */
    final MotionVector[] acceleration;

    private final MovingTree tree;
    private final DrivenJoints drives;
    private final ReleasedInertia K = new ReleasedInertia();
    private final Vector spinAxis = new Vector();

    /** By moving body: J* of its parent before the body is handed on to it; for the first, the parent by itself. */
    private final ArticulatedInertia[] soFar;

    /** By moving body: whether its joint is revolute without inertia of its own, and on a common normal. */
    private final boolean[] turnsFreely;

    ArticulatedBodies(MovingTree tree, DrivenJoints drives) {
        this.tree = tree;
        this.drives = drives;
        int size = tree.n + 1;
        X = tree.placements();
        motion = BodyMotion.array(size);
        bias = Force.array(size);
        J = ArticulatedInertia.array(size);
        U = Force.array(size);
        inverseH = new double[size];
        effort = new double[size];
        given = new double[tree.n];
        acceleration = MotionVector.array(size);
        soFar = new ArticulatedInertia[size];
        turnsFreely = new boolean[size];
        boolean[] hasChild = new boolean[size];
        for (int i = tree.n; i >= 0; i--) {
            J[i].set(drives.free.inertia[i]);
            if (i > 0) {
                int parent = tree.parent[i];
                soFar[i] = hasChild[parent] ? J[parent] : new ArticulatedInertia();
                if (!hasChild[parent]) {
                    soFar[i].set(drives.free.inertia[parent]);
                }
                hasChild[parent] = true;
                turnsFreely[i] =
                        X[i].general == null && tree.revolute[i] && drives.inertia[i] == 0 && !drives.prescribed[i];
            }
        }
    }

    /**
     * Base to tips, from the motion of the base: the motions while no joint accelerates, [Khalil 34].
     *
     * @return the sum of all numbers of joints, which is finite only if they are
     */
    double move(double[] q, double[] qd, double[] tau) {
        double sum = 0;
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            sum += q[k] + qd[k] + tau[k];
            effort[i] = tau[k];
            X[i].move(q[k]);
            if (tree.revolute[i]) {
                motion[i].setTurning(X[i], motion[tree.parent[i]], qd[k], given[k]);
            } else {
                motion[i].setSliding(X[i], motion[tree.parent[i]], qd[k], given[k]);
            }
        }
        return sum;
    }

    /**
     * p, the wrenches that the motions take, [Khalil 35]. What lies on the axis of a revolute joint counts with the parent: it
     * moves with either body and drives no joint, so that u and all that is handed on stay the same.
     */
    void resist(boolean floating) {
        if (floating) {
            tree.regrouped.sliding[0].wrench(motion[0], bias[0]);
        }
        for (int i = 1; i <= tree.n; i++) {
            if (tree.revolute[i]) {
                tree.regrouped.turning[i].wrench(motion[i], bias[i]);
            } else {
                tree.regrouped.sliding[i].wrench(motion[i], bias[i]);
            }
        }
    }

    /** Tips to base: u = τ − aᵀp, and α = p + U u/H is handed on to the parent, [Khalil 38–39]. */
    void give(boolean floating) {
        for (int i = tree.n; i >= 1; i--) {
            release(i, floating);
            double u = effort[i] - bias[i].alongAxis(tree.revolute[i]);
            effort[i] = u;
            if (tree.parent[i] != 0 || floating) {
                bias[tree.parent[i]].addFromChild(X[i], bias[i], u * inverseH[i], U[i]);
            }
        }
    }

    /** Articulated inertias alone, tips to base; not into the base. */
    void release() {
        for (int i = tree.n; i >= 1; i--) {
            release(i, false);
        }
    }

    /** U = J*a and H = aᵀU + Iₐ, [Khalil 36]; K = J* − U Uᵀ/H is handed on to the parent, [Khalil 37], [Khalil 40]. */
    private void release(int i, boolean floating) {
        Force column = U[i];
        J[i].copyColumn(tree.revolute[i], column);
        if (!drives.prescribed[i]) {
            double H = column.alongAxis(tree.revolute[i]) + drives.inertia[i];
            drives.requireInertia(i, H);
            inverseH[i] = 1 / H;
            addSpinAxis(i);
        }
        int parent = tree.parent[i];
        if (parent != 0 || floating) {
            if (turnsFreely[i]) {
                K.addTurningFreelyAt(X[i], J[i], inverseH[i], column, soFar[i], J[parent]);
            } else {
                K.set(J[i], inverseH[i], column);
                K.addAt(X[i], soFar[i], J[parent]);
            }
        }
    }

    private void addSpinAxis(int i) {
        Vector inParent = drives.spinAxis[i];
        if (inParent != null) {
            spinAxis.setFromParent(X[i], inParent);
            U[i].addMoment(spinAxis);
        }
    }

    /**
     * Base to tips, from what is added to the motion of the base: q̈ = (u − UᵀT V̇ᵢ)/H and V̇ⱼ = T V̇ᵢ + a q̈, [Khalil 41–42].
     */
    void accelerate(boolean floating, double[] qddOut) {
        for (int i = 1; i <= tree.n; i++) {
            MotionVector v = acceleration[i];
            if (tree.parent[i] != 0 || floating) {
                v.setFromParent(X[i], acceleration[tree.parent[i]]);
            } else {
                v.setZero();
            }
            double qdd = v.leftOf(effort[i], U[i]) * inverseH[i];
            qddOut[tree.coordinate[i]] = given[tree.coordinate[i]] + qdd;
            v.addAlongAxis(tree.revolute[i], qdd);
        }
    }

    /** What a joint carries along its axis; after accelerations are known. */
    double carriedEffort(int i) {
        return bias[i].alongAxis(tree.revolute[i]) + acceleration[i].dot(U[i]);
    }

    /** zₘ·ω̇ of the body that carries a rotor; after accelerations are known. */
    double turning(int carrier, Vector axis) {
        return motion[carrier].turningAbout(axis) + acceleration[carrier].dotMoment(axis);
    }
}
