package dev.catena.dynamics;

import dev.catena.algebra.ArticulatedInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.Vector;
import dev.catena.tree.MovingTree;

/**
 * What the bodies of a tree weigh when the joints beyond them give way, [Khalil 36–40]. It depends on the posture alone,
 * not on velocities or torques.
 *
 * <p>A gyroscopic rotor on the joint's parent couples q̈ to the parent's angular acceleration; it enters as a moment
 * k Iₘ zₘ beside the column U = J*a, which keeps everything symmetric.
 */
final class ArticulatedInertias {
    /** By moving body: U = J*a, with its rotor's k Iₘ zₘ added to the moment. */
    final Force[] U;

    /** By moving body: 1/H with H = aᵀJ*a + Iₐ + k² Iₘ; zero for a joint with a given acceleration, which does not give way. */
    final double[] inverseH;

    /** By moving body: J*, of which the joint lets K = J* − U Uᵀ/H through to the parent. */
    final ArticulatedInertia[] J;

    private final MovingTree tree;
    private final DrivenJoints drives;
    private final ArticulatedInertia K = new ArticulatedInertia();
    private final Vector spinAxis = new Vector();

    /** By moving body: what J* of its parent is before the body is handed on to it; the parent's own for the first. */
    private final ArticulatedInertia[] soFar;

    /** By moving body: whether J* must be set to the body's own before something is handed on to it. */
    private final boolean[] startsAnew;

    /** By moving body: whether its joint is revolute without inertia of its own, and on a common normal. */
    private final boolean[] turnsFreely;

    ArticulatedInertias(MovingTree tree, DrivenJoints drives) {
        this.tree = tree;
        this.drives = drives;
        U = Force.array(tree.n + 1);
        inverseH = new double[tree.n + 1];
        J = ArticulatedInertia.array(tree.n + 1);
        soFar = new ArticulatedInertia[tree.n + 1];
        startsAnew = new boolean[tree.n + 1];
        turnsFreely = new boolean[tree.n + 1];
        boolean[] hasChild = new boolean[tree.n + 1];
        JointPlacement[] placements = tree.placements();
        for (int i = tree.n; i >= 0; i--) {
            J[i].set(drives.free.inertia[i]);
            if (i > 0) {
                int parent = tree.parent[i];
                boolean onNormal = placements[i].general == null;
                turnsFreely[i] = onNormal && tree.revolute[i] && drives.inertia[i] == 0 && !drives.prescribed[i];
                startsAnew[parent] |= !hasChild[parent] && !onNormal;
                soFar[i] = J[parent];
                if (!hasChild[parent] && onNormal) {
                    soFar[i] = new ArticulatedInertia();
                    soFar[i].set(drives.free.inertia[parent]);
                }
                hasChild[parent] = true;
            }
        }
    }

    /** Tips to base; not into the base. */
    void compute(JointPlacement[] parentFromJoint) {
        start(false);
        for (int i = tree.n; i >= 1; i--) {
            handOn(i, parentFromJoint[i], false);
        }
    }

    /** Bodies by themselves; {@link #handOn} from the last to the first completes them. */
    void start(boolean intoBase) {
        for (int i = intoBase ? 0 : 1; i <= tree.n; i++) {
            if (startsAnew[i]) {
                J[i].set(drives.free.inertia[i]);
            }
        }
    }

    /** U and H of a joint, and J*ᵢ += ʲTᵢᵀ(J* − U Uᵀ/H)ʲTᵢ for what lies beyond it, [Khalil 36–37], [Khalil 40]. */
    void handOn(int i, JointPlacement X, boolean intoBase) {
        Force u = U[i];
        if (tree.revolute[i]) {
            J[i].copyTurningColumn(u);
        } else {
            J[i].copySlidingColumn(u);
        }
        if (!drives.prescribed[i]) {
            double H = u.alongAxis(tree.revolute[i]) + drives.inertia[i];
            drives.requireInertia(i, H);
            inverseH[i] = 1 / H;
            addSpinAxis(i, X);
        }
        int parent = tree.parent[i];
        if (parent != 0 || intoBase) {
            if (turnsFreely[i]) {
                K.setTurningFreely(X, J[i], inverseH[i], u);
                J[parent].setSumTurningFreely(soFar[i], X, K);
            } else {
                K.setReleased(J[i], inverseH[i], u);
                J[parent].setSum(soFar[i], X, K);
            }
        }
    }

    private void addSpinAxis(int i, JointPlacement X) {
        Vector inParent = drives.spinAxis[i];
        if (inParent != null) {
            spinAxis.setFromParent(X, inParent);
            U[i].addMoment(spinAxis);
        }
    }
}
