package dev.catena.kinematics;

import dev.catena.algebra.Placement;
import dev.catena.algebra.SineCosine;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;

/**
 * The placements of all joints at one set of joint coordinates. Sines and cosines are a good part of the cost of any
 * algorithm: compute them once here and hand the posture to several algorithms.
 *
 * <p>Cost: O(n). One per thread: {@code posture.copy()} makes another for another thread.
 */
public final class Posture {
    private final MovingTree tree;
    private final Guard guard;

    /** Whether {@link Kinematics} keeps this posture in step with its own results. */
    private final boolean kept;

    private final Placement[] parentFromJoint;
    private final SineCosine angle = new SineCosine();

    public Posture(RobotModel model) {
        this(MovingTree.of(Posture.class, model));
    }

    /** For algorithms that hold the tree already. */
    @SuppressWarnings("exports")
    public Posture(MovingTree tree) {
        this(tree, false);
    }

    Posture(MovingTree tree, boolean kept) {
        this.tree = tree;
        this.kept = kept;
        guard = new Guard(Posture.class, tree.model);
        parentFromJoint = Placement.array(tree.n + 1);
        for (int i = 1; i <= tree.n; i++) {
            parentFromJoint[i].set(tree.atZero[i]);
        }
    }

    /** A posture of the same robot, with joints yet to be placed. */
    public Posture copy() {
        return new Posture(tree);
    }

    /** Places every joint at its coordinate. */
    public void set(double[] q) {
        if (kept) {
            throw new IllegalStateException("this posture of robot \"%s\" is that of a Kinematics: set one of your own"
                    .formatted(tree.model.name()));
        }
        place(q);
    }

    /** Forgets the placements: what follows has to place the joints again. */
    void begin() {
        guard.begin();
    }

    void place(double[] q) {
        guard.begin();
        tree.check("q", q);
        double sum = 0;
        for (int i = 1; i <= tree.n; i++) {
            double qi = q[tree.coordinate[i]];
            sum += qi;
            if (tree.revolute[i]) {
                angle.set(qi);
                parentFromJoint[i].setTurned(tree.atZero[i], angle);
            } else {
                parentFromJoint[i].setShifted(tree.atZero[i], qi);
            }
        }
        for (int k = tree.n; k < tree.size; k++) {
            sum += q[k];
        }
        guard.checkSum(sum, "q", q);
        guard.succeed();
    }

    /** For the algorithms: complains unless joints of the algorithm's robot were placed. */
    @SuppressWarnings("exports")
    public void checkFor(Guard algorithm) {
        algorithm.checkRobot("a posture", tree.model);
        guard.requireResults();
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
}
