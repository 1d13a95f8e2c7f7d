package dev.catena.kinematics;

import dev.catena.algebra.Placement;
import dev.catena.algebra.SineCosine;
import dev.catena.model.RobotModel;
import dev.catena.tree.MovingTree;

/**
 * The placements of all joints at one set of joint coordinates. Sines and cosines are a good part of the cost of any
 * algorithm: compute them once here and hand the posture to several algorithms.
 *
 * <p>Cost: O(n). Owned by one thread.
 */
public final class Posture {
    private final MovingTree tree;
    private final Placement[] parentFromJoint;
    private final SineCosine angle = new SineCosine();

    public Posture(RobotModel model) {
        this(new MovingTree(model));
    }

    /** For algorithms that hold the tree already. */
    @SuppressWarnings("exports")
    public Posture(MovingTree tree) {
        this.tree = tree;
        parentFromJoint = Placement.array(tree.n + 1);
        for (int i = 1; i <= tree.n; i++) {
            parentFromJoint[i].set(tree.atZero[i]);
        }
    }

    /** Places every joint at its coordinate. */
    public void set(double[] q) {
        tree.check("q", q);
        for (int i = 1; i <= tree.n; i++) {
            double qi = q[tree.coordinate[i]];
            if (tree.revolute[i]) {
                angle.set(qi);
                parentFromJoint[i].setTurned(tree.atZero[i], angle);
            } else {
                parentFromJoint[i].setShifted(tree.atZero[i], qi);
            }
        }
    }

    /** By moving body: its joint frame in the joint frame of its moving parent. */
    @SuppressWarnings("exports")
    public Placement[] parentFromJoint() {
        return parentFromJoint;
    }

    /** By moving body: its joint frame in the world, for a base at the given place. */
    @SuppressWarnings("exports")
    public void worldPlacements(Placement worldFromBase, Placement[] worldFromJointOut) {
        worldFromJointOut[0].set(worldFromBase);
        for (int i = 1; i <= tree.n; i++) {
            worldFromJointOut[i].setProduct(worldFromJointOut[tree.parent[i]], parentFromJoint[i]);
        }
    }

    @SuppressWarnings("exports")
    public MovingTree tree() {
        return tree;
    }
}
