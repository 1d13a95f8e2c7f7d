package dev.catena.dynamics;

import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/**
 * The inverse of the mass matrix by recursion, without forming or factoring the matrix: column k is the acceleration
 * that a unit torque at joint k causes in a robot at rest without gravity, [Khalil 34–44] with everything else zero.
 *
 * <p>The articulated inertias are found once. The torque's effect then climbs from joint k to the base and descends to
 * all bodies that feel it: O(n²) in all. For a base that does not move freely, and rotors on the parents of their joints.
 * Where joints follow others, the mass matrix is factored instead. One per thread: {@code inverse.copy()} makes another for another thread.
 */
public final class InverseMassMatrix {
    private final MovingTree tree;
    private final Guard guard;

    /** Null where joints follow others. */
    private final @Nullable ArticulatedInverse recursion;

    /** Null where none does. */
    private final @Nullable FactoredMasses factored;

    public InverseMassMatrix(RobotModel model) {
        this(MovingTree.of(InverseMassMatrix.class, model));
    }

    private InverseMassMatrix(MovingTree tree) {
        this.tree = tree;
        tree.model.requireFixedBase("InverseMassMatrix");
        guard = new Guard(InverseMassMatrix.class, tree.model);
        recursion = tree.couplings == null ? new ArticulatedInverse(tree) : null;
        factored = tree.couplings == null ? null : FactoredMasses.ofAll(tree);
    }

    /** The same of the same robot, for another thread. */
    public InverseMassMatrix copy() {
        return new InverseMassMatrix(tree);
    }

    /**
     * The n × n inverse, row-major.
     *
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    public void compute(double[] q, double[] inverseOut) {
        guard.begin();
        tree.check("q", q);
        guard.checkLength("inverseOut", inverseOut, tree.coordinates * tree.coordinates);
        guard.checkDistinct("inverseOut", inverseOut, "q", q);
        guard.checkFinite("q", q);
        if (recursion != null) {
            recursion.compute(q, inverseOut);
        } else if (factored != null) {
            factored.factor(q);
            factored.inverse(inverseOut);
        }
        guard.checkResult("inverseOut", inverseOut);
    }
}
