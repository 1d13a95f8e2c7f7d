package dev.catena.kinematics;

import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.PlacedJoints;

/**
 * The placements of all joints at one set of joint coordinates. Sines and cosines are a good part of the cost of any
 * algorithm: compute them once here and hand the posture to several algorithms.
 *
 * <p>Cost: O(n). One per thread: {@code posture.copy()} makes another for another thread.
 */
public final class Posture {
    static {
        PlacedJoints.DOOR.open(posture -> ((Posture) posture).inside);
    }

    private final PlacedJoints inside;

    /** Whether {@link Kinematics} keeps this posture in step with its own results. */
    private final boolean kept;

    public Posture(RobotModel model) {
        this(MovingTree.of(Posture.class, model), false);
    }

    Posture(MovingTree tree, boolean kept) {
        this(new PlacedJoints(tree, new Guard(Posture.class, tree.model)), kept);
    }

    Posture(PlacedJoints inside, boolean kept) {
        this.inside = inside;
        this.kept = kept;
    }

    /** A posture of the same robot, with joints yet to be placed. */
    public Posture copy() {
        return new Posture(inside.tree, false);
    }

    /** Places every joint at its coordinate. */
    public void set(double[] q) {
        if (kept) {
            throw new IllegalStateException("this posture of robot \"%s\" is that of a Kinematics: set one of your own"
                    .formatted(inside.tree.model.name()));
        }
        inside.set(q);
    }
}
