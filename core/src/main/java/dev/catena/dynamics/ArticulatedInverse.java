package dev.catena.dynamics;

import dev.catena.algebra.Force;
import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.MotionVector;
import dev.catena.tree.MovingTree;
import java.util.Arrays;

/** The inverse of the mass matrix by recursion, [Khalil 34–44] at rest without gravity. */
final class ArticulatedInverse {
    private final MovingTree tree;
    private final ArticulatedBodies articulated;
    private final JointPlacement[] X;
    private final Force[] handedOn;
    private final double[] effort;
    private final MotionVector[] acceleration;
    private final MotionVector carried = new MotionVector();

    ArticulatedInverse(MovingTree tree) {
        this.tree = tree;
        articulated = new ArticulatedBodies(tree, new DrivenJoints(tree));
        X = articulated.X;
        handedOn = Force.array(tree.n + 1);
        effort = new double[tree.n + 1];
        acceleration = MotionVector.array(tree.n + 1);
    }

    void compute(double[] q, double[] inverseOut) {
        for (int i = 1; i <= tree.n; i++) {
            X[i].move(q[tree.coordinate[i]]);
        }
        articulated.release();
        for (int i = 1; i <= tree.n; i++) {
            climb(i);
            descend(i, inverseOut);
        }
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
