package dev.catena.tree;

import dev.catena.algebra.Inertia;
import dev.catena.algebra.OffAxisInertia;

/**
 * The inertias of a tree with what lies on the axis of a revolute joint moved to the parent: it moves as part of either
 * body. All joint efforts stay the same and take fewer operations, since what is left of a turning body has no mass, no
 * first moment along its axis and no second moment along it, [GautierKhalil], [KhalilDombre].
 *
 * <p>What a joint carries becomes less by the wrench of what was moved across it.
 */
public final class RegroupedInertias {
    /** By moving body: what is left of it if its joint turns. */
    public final OffAxisInertia[] turning;

    /** By moving body: itself and what its children moved to it, if its joint slides; likewise the base. */
    public final Inertia[] sliding;

    /** By moving body: what it moved to its parent, in its own joint frame. */
    public final Inertia[] moved;

    /** The same in the joint frame of the parent. */
    public final Inertia[] movedInParent;

    RegroupedInertias(MovingTree tree) {
        turning = OffAxisInertia.array(tree.n + 1);
        sliding = Inertia.array(tree.n + 1);
        moved = Inertia.array(tree.n + 1);
        movedInParent = Inertia.array(tree.n + 1);
        Inertia[] sum = Inertia.array(tree.n + 1);
        Inertia inParent = new Inertia();
        for (int i = tree.n; i >= 0; i--) {
            sum[i].add(tree.inertia[i]);
            if (tree.revolute[i]) {
                turning[i].set(sum[i]);
                moved[i].setOnAxis(sum[i]);
                inParent.setFromChild(tree.atZero[i], moved[i]);
                movedInParent[i].set(inParent);
                sum[tree.parent[i]].add(inParent);
            } else {
                sliding[i].set(sum[i]);
            }
        }
    }
}
