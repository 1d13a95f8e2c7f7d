package dev.catena.tree;

import dev.catena.algebra.Placement;
import dev.catena.algebra.SineCosine;

/** What is inside a {@code Posture}: the placements of all joints at one set of coordinates. */
public final class PlacedJoints {
    public static final Door<PlacedJoints> DOOR = new Door<>();

    public final MovingTree tree;

    /** By moving body: its joint frame in the joint frame of its moving parent. */
    public final Placement[] parentFromJoint;

    private final Guard guard;
    private final TreeVector positions;
    private final SineCosine angle = new SineCosine();

    /** For an algorithm, by which nobody else sees them. */
    public PlacedJoints(MovingTree tree) {
        this(tree, Guard.inside(PlacedJoints.class, tree.model));
    }

    public PlacedJoints(MovingTree tree, Guard guard) {
        this.tree = tree;
        this.guard = guard;
        positions = new TreeVector(tree);
        parentFromJoint = Placement.array(tree.n + 1);
        for (int i = 1; i <= tree.n; i++) {
            parentFromJoint[i].set(tree.atZero[i]);
        }
    }

    /** Of a {@code Posture}. */
    public static PlacedJoints of(Object posture) {
        return DOOR.into(posture);
    }

    /** Forgets the placements: what follows has to place the joints again. */
    public void begin() {
        guard.begin();
    }

    /** Places every joint at its coordinate. */
    public void set(double[] given) {
        guard.begin();
        tree.check("q", given);
        double[] q = positions.of(given);
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
        guard.checkSum(sum, "q", given);
        guard.succeed();
    }

    /** Complains unless joints of the algorithm's robot were placed. */
    public void checkFor(Guard algorithm) {
        algorithm.checkCoordinates("a posture", tree.model);
        guard.requireResults();
    }

    /** By moving body: its joint frame in the world, for a base at the given place. */
    public void worldPlacements(Placement worldFromBase, Placement[] worldFromJointOut) {
        worldFromJointOut[0].set(worldFromBase);
        for (int i = 1; i <= tree.n; i++) {
            worldFromJointOut[i].setProduct(worldFromJointOut[tree.parent[i]], parentFromJoint[i]);
        }
    }
}
