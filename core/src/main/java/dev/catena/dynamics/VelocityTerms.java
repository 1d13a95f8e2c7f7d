package dev.catena.dynamics;

import dev.catena.algebra.Acceleration;
import dev.catena.algebra.Force;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Spin;
import dev.catena.kinematics.BaseMotion;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/** What the velocities of a robot do before any acceleration is known, base to tips. */
final class VelocityTerms {
    /** By moving body: ω. */
    final Spin[] spin;

    /** By moving body: γⱼ, the part of its acceleration that velocities give it, [Khalil 34]. */
    final Acceleration[] acceleration;

    /** By moving body: βⱼ, what its spin leaves for others to supply, [Khalil 35]. */
    final Force[] beta;

    private final MovingTree tree;

    VelocityTerms(MovingTree tree) {
        this.tree = tree;
        spin = Spin.array(tree.n + 1);
        acceleration = Acceleration.array(tree.n + 1);
        beta = Force.array(tree.n + 1);
    }

    void compute(@Nullable BaseMotion base, Placement[] parentFromJoint, double[] qd) {
        if (base == null) {
            spin[0].set(0, 0, 0);
        } else {
            spin[0].set(base.angularVelocity());
        }
        tree.inertia[0].setCentrifugal(spin[0], beta[0]);
        for (int i = 1; i <= tree.n; i++) {
            Placement X = parentFromJoint[i];
            double rate = qd[tree.coordinate[i]];
            if (tree.revolute[i]) {
                spin[i].setTurning(X, spin[tree.parent[i]], rate, acceleration[i]);
            } else {
                spin[i].setSliding(X, spin[tree.parent[i]], rate, acceleration[i]);
            }
            tree.inertia[i].setCentrifugal(spin[i], beta[i]);
        }
    }
}
