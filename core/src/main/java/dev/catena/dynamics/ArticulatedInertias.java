package dev.catena.dynamics;

import dev.catena.algebra.ArticulatedInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

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

    /** By moving body: 1/H with H = aᵀJ*a + Iₐ + k² Iₘ. */
    final double[] inverseH;

    /**
     * By moving body: K = J* − U Uᵀ/H, which the joint lets through to the parent; J* itself for the base and for joints
     * whose accelerations are given.
     */
    final ArticulatedInertia[] K;

    /** By moving body: k Iₘ zₘ in the joint frame of the body, null without a gyroscopic rotor. */
    final @Nullable Vector[] spinAxis;

    private final MovingTree tree;
    private final DrivenJoints drives;

    /** By moving body: whether its joint is revolute and its drive has no inertia. */
    private final boolean[] turnsFreely;

    ArticulatedInertias(MovingTree tree, DrivenJoints drives) {
        this.tree = tree;
        this.drives = drives;
        U = Force.array(tree.n + 1);
        inverseH = new double[tree.n + 1];
        K = ArticulatedInertia.array(tree.n + 1);
        spinAxis = new Vector[tree.n + 1];
        turnsFreely = new boolean[tree.n + 1];
        for (int i = 1; i <= tree.n; i++) {
            spinAxis[i] = drives.spinAxis[i] == null ? null : new Vector();
            turnsFreely[i] = tree.revolute[i] && drives.inertia[i] == 0;
        }
    }

    /** Tips to base; into the base only where it is asked for. */
    void compute(Placement[] parentFromJoint, boolean intoBase) {
        for (int i = intoBase ? 0 : 1; i <= tree.n; i++) {
            K[i].set(drives.free.inertia[i]);
        }
        for (int i = tree.n; i >= 1; i--) {
            Placement X = parentFromJoint[i];
            ArticulatedInertia inertia = K[i];
            double own;
            if (tree.revolute[i]) {
                inertia.copyTurningColumn(U[i]);
                own = U[i].nz;
            } else {
                inertia.copySlidingColumn(U[i]);
                own = U[i].fz;
            }
            if (drives.prescribed[i]) {
                handOnWhole(i, X, intoBase);
                continue;
            }
            double H = own + drives.inertia[i];
            drives.requireInertia(i, H);
            inverseH[i] = 1 / H;
            addSpinAxis(i, X);
            if (tree.parent[i] != 0 || intoBase) {
                if (turnsFreely[i]) {
                    inertia.releaseTurning(inverseH[i], U[i]);
                    K[tree.parent[i]].addFromTurningChild(X, inertia);
                } else {
                    inertia.subtractOuter(inverseH[i], U[i]);
                    K[tree.parent[i]].addFromChild(X, inertia);
                }
            }
        }
    }

    /** A joint with a given acceleration does not give way: K = J*, [Khalil 75]. */
    private void handOnWhole(int i, Placement X, boolean intoBase) {
        if (tree.parent[i] != 0 || intoBase) {
            K[tree.parent[i]].addFromChild(X, K[i]);
        }
    }

    private void addSpinAxis(int i, Placement X) {
        Vector inParent = drives.spinAxis[i];
        Vector inChild = spinAxis[i];
        if (inParent != null && inChild != null) {
            inChild.setFromParent(X, inParent);
            U[i].addMoment(inChild);
        }
    }
}
