package dev.catena.dynamics;

import dev.catena.algebra.Force;
import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.MotionVector;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import java.util.Arrays;

/**
 * The inverse of the mass matrix by recursion, without forming or factoring the matrix: column k is the acceleration
 * that a unit torque at joint k causes in a robot at rest without gravity, [Khalil 34–44] with everything else zero.
 *
 * <p>The articulated inertias are found once. The torque's effect then climbs from joint k to the base and descends to
 * all bodies that feel it: O(n²) in all. For a base that does not move freely, and rotors on the parents of their joints.
 * One per thread: {@code inverse.copy()} makes another for another thread.
 */
public final class InverseMassMatrix {
    private final MovingTree tree;
    private final Guard guard;
    private final ArticulatedBodies articulated;
    private final JointPlacement[] X;
    private final Force[] handedOn;
    private final double[] effort;
    private final MotionVector[] acceleration;
    private final MotionVector carried = new MotionVector();

    public InverseMassMatrix(RobotModel model) {
        this(MovingTree.of(InverseMassMatrix.class, model));
    }

    private InverseMassMatrix(MovingTree tree) {
        this.tree = tree;
        tree.model.requireFixedBase("InverseMassMatrix");
        guard = new Guard(InverseMassMatrix.class, tree.model);
        articulated = new ArticulatedBodies(tree, new DrivenJoints(tree));
        X = articulated.X;
        handedOn = Force.array(tree.n + 1);
        effort = new double[tree.n + 1];
        acceleration = MotionVector.array(tree.n + 1);
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
        guard.checkLength("inverseOut", inverseOut, tree.n * tree.n);
        guard.checkDistinct("inverseOut", inverseOut, "q", q);
        guard.checkFinite("q", q);
        for (int i = 1; i <= tree.n; i++) {
            X[i].move(q[tree.coordinate[i]]);
        }
        articulated.release();
        for (int i = 1; i <= tree.n; i++) {
            climb(i);
            descend(i, inverseOut);
        }
        guard.checkResult("inverseOut", inverseOut);
    }

    /** A unit torque at joint i: every ancestor is pushed by what its child hands on, U u/H. */
    private void climb(int i) {
        Arrays.fill(effort, 0);
        effort[i] = 1;
        handedOn[i].setZero();
        handedOn[i].addScaled(articulated.inverseH[i], articulated.U[i]);
        int child = i;
        for (int j = tree.parent[i]; j > 0; j = tree.parent[j]) {
            Force f = handedOn[j];
            f.setZero();
            f.addFromChild(X[child], handedOn[child]);
            // u = −aᵀf
            effort[j] = -f.alongAxis(tree.revolute[j]);
            f.addScaled(effort[j] * articulated.inverseH[j], articulated.U[j]);
            child = j;
        }
    }

    /** q̈ⱼ = (u − UᵀT V̇)/H for all bodies; u is zero off the path from the base to joint i. */
    private void descend(int i, double[] inverseOut) {
        int column = tree.coordinate[i];
        acceleration[0].setZero();
        for (int j = 1; j <= tree.n; j++) {
            carried.setFromParent(X[j], acceleration[tree.parent[j]]);
            double qdd = (effort[j] - carried.dot(articulated.U[j])) * articulated.inverseH[j];
            inverseOut[tree.coordinate[j] * tree.n + column] = qdd;
            MotionVector v = acceleration[j];
            v.set(carried);
            v.addAlongAxis(tree.revolute[j], qdd);
        }
    }
}
