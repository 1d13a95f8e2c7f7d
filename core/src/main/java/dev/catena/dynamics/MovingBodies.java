package dev.catena.dynamics;

import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/** How all bodies move, from the base to the tips, [Khalil 18–21]; gravity enters as an acceleration of the base. */
final class MovingBodies {
    /** By moving body: ω, γ, a − g and U in its joint frame. */
    final BodyMotion[] motion;

    private final MovingTree tree;
    private final Vector a = new Vector();

    MovingBodies(MovingTree tree) {
        this.tree = tree;
        motion = BodyMotion.array(tree.n + 1);
    }

    /** ω₀ and γ₀ of the base, and a₀ = acceleration − factor g. */
    void startAtBase(@Nullable BaseMotion base, double gravityFactor) {
        a.setScaled(-gravityFactor, tree.gravityInWorld);
        if (base == null) {
            motion[0].setResting(a);
        } else {
            MovingBase b = MovingBase.of(base);
            a.setFromParent(b.worldFromBase, a);
            a.add(b.linearAcceleration);
            motion[0].set(b.angularVelocity, b.angularAcceleration, a);
        }
    }

    /**
     * All other bodies.
     *
     * @return the sum of all rates and accelerations, which is finite only if they are
     */
    double move(Placement[] parentFromJoint, double[] qd, double[] qdd) {
        double sum = 0;
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            BodyMotion parent = motion[tree.parent[i]];
            sum += qd[k] + qdd[k];
            if (tree.revolute[i]) {
                motion[i].setTurning(parentFromJoint[i], parent, qd[k], qdd[k]);
            } else {
                motion[i].setSliding(parentFromJoint[i], parent, qd[k], qdd[k]);
            }
        }
        for (int k = tree.n; k < tree.size; k++) {
            sum += qd[k] + qdd[k];
        }
        return sum;
    }
}
