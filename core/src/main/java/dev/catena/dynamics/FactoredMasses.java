package dev.catena.dynamics;

import dev.catena.algebra.Cholesky;
import dev.catena.tree.MatrixSize;
import dev.catena.tree.MovingTree;
import java.util.Arrays;

/** The rows and columns of the mass matrix that belong to some of the joints, factored: L Lᵀ. */
final class FactoredMasses {
    private final MovingTree tree;
    private final MassMatrix masses;
    private final double[] whole;

    /** The coordinates of the joints. */
    private final int[] joints;

    private final double[] factor;
    private final double[] rounding;
    private final double[] column;

    FactoredMasses(MovingTree tree, int[] joints) {
        this.tree = tree;
        this.joints = joints;
        masses = new MassMatrix(tree);
        whole = new double[MatrixSize.square(tree.coordinates, "the mass matrix", tree.model)];
        factor = new double[joints.length * joints.length];
        rounding = tree.inertiaRounding();
        column = new double[joints.length];
    }

    static FactoredMasses ofAll(MovingTree tree) {
        int[] all = new int[tree.coordinates];
        Arrays.setAll(all, k -> k);
        return new FactoredMasses(tree, all);
    }

    /**
     * Factors the matrix in a posture.
     *
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    void factor(double[] q) {
        int n = joints.length;
        masses.compute(q, whole);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                factor[i * n + j] = whole[joints[i] * tree.coordinates + joints[j]];
            }
        }
        int singular = Cholesky.factor(factor, n);
        int rows = singular < 0 ? n : singular;
        for (int j = 0; j < rows && singular != j; j++) {
            double root = factor[j * n + j];
            if (!(root * root > rounding[joints[j]])) {
                singular = j;
            }
        }
        if (singular >= 0) {
            throw SingularInertiaException.ofJoint(
                    tree.model, tree.jointOf(joints[singular]).name(), 0);
        }
    }

    /** Overwrites right sides, one for each of the joints, by the solution. */
    void solve(double[] right) {
        Cholesky.solve(factor, joints.length, right);
    }

    void inverse(double[] inverseOut) {
        int n = joints.length;
        for (int k = 0; k < n; k++) {
            Arrays.fill(column, 0);
            column[k] = 1;
            solve(column);
            for (int row = 0; row < n; row++) {
                inverseOut[row * n + k] = column[row];
            }
        }
    }
}
