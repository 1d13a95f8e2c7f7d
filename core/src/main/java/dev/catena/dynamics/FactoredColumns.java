package dev.catena.dynamics;

import dev.catena.algebra.Cholesky;
import dev.catena.algebra.Force;
import dev.catena.kinematics.BaseMotion;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.PlacedJoints;
import dev.catena.tree.TreeVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Columns of wrenches through the mass matrix M = L Lᵀ, for robots whose joints cannot be released one after the other:
 * Y = L⁻¹A, Λ = YᵀY, M⁻¹Aλ = L⁻ᵀYλ. Motors that turn on their own are coordinates like others.
 */
final class FactoredColumns implements ResponseColumns {
    private final MovingTree tree;
    private final int columns;
    private final DenseForwardDynamics dynamics;
    private final PlacedJoints posture;
    private final TreeVector efforts;

    /** By column: A, the base's six numbers first. */
    private final double[][] ofWrenches;

    /** By column: L⁻¹A, from its beginning. */
    private final double[][] solved;

    private final double[] ofJoints;
    private final double[] sum;
    private final Force child = new Force();

    // without columns
    private final double[] ofBase = new double[6];
    private final double[] accelerations;

    /** Six where the base is free. */
    private int first;

    private boolean isSolved;

    FactoredColumns(MovingTree tree, int columns) {
        this.tree = tree;
        this.columns = columns;
        dynamics = new DenseForwardDynamics(tree, new Guard(DenseForwardDynamics.class, tree.model));
        posture = new PlacedJoints(tree);
        efforts = new TreeVector(tree);
        ofWrenches = new double[columns][6 + tree.coordinates];
        solved = new double[columns][6 + tree.coordinates];
        ofJoints = new double[tree.coordinates];
        sum = new double[6 + tree.coordinates];
        accelerations = new double[tree.coordinates];
    }

    @Override
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        dynamics.compute(base, q, qd, tau, wrenches, qddOut);
        System.arraycopy(qddOut, 0, accelerations, 0, accelerations.length);
        Arrays.fill(ofBase, 0);
        begin(q, 0);
    }

    @Override
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        releaseFloating(base, q, qd, tau, wrenches);
        System.arraycopy(ofBase, 0, baseAccelerationOut, 0, 6);
        System.arraycopy(accelerations, 0, qddOut, 0, accelerations.length);
    }

    @Override
    public void release(
            @Nullable BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        dynamics.compute(base, q, qd, tau, wrenches, accelerations);
        Arrays.fill(ofBase, 0);
        begin(q, 0);
    }

    @Override
    public void releaseFloating(
            BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        dynamics.computeFloating(base, q, qd, tau, wrenches, ofBase, accelerations);
        begin(q, 6);
    }

    private void begin(double[] q, int rowsOfBase) {
        posture.set(q);
        first = rowsOfBase;
        isSolved = false;
    }

    @Override
    public void clear() {
        for (double[] column : ofWrenches) {
            Arrays.fill(column, 0);
        }
        isSolved = false;
    }

    @Override
    public void add(int column, int some, int movingBody, Force[] climbing) {
        for (int k = 0; k < some; k++) {
            add(column + k, movingBody, climbing[k]);
        }
        isSolved = false;
    }

    private void add(int column, int movingBody, Force climbing) {
        double[] effort = efforts.room(ofJoints);
        Arrays.fill(effort, 0);
        for (int j = movingBody; j > 0; j = tree.parent[j]) {
            effort[tree.coordinate[j]] = climbing.alongAxis(tree.revolute[j]);
            child.set(climbing);
            climbing.setZero();
            climbing.addFromChild(posture.parentFromJoint[j], child);
        }
        efforts.gather(ofJoints);
        double[] A = ofWrenches[column];
        A[0] += climbing.fx;
        A[1] += climbing.fy;
        A[2] += climbing.fz;
        A[3] += climbing.nx;
        A[4] += climbing.ny;
        A[5] += climbing.nz;
        for (int k = 0; k < ofJoints.length; k++) {
            A[6 + k] += ofJoints[k];
        }
    }

    private void solveColumns() {
        if (!isSolved) {
            int size = first + tree.coordinates;
            for (int c = 0; c < columns; c++) {
                System.arraycopy(ofWrenches[c], 6 - first, solved[c], 0, size);
                Cholesky.solveLower(dynamics.factor(), size, solved[c]);
            }
            isSolved = true;
        }
    }

    @Override
    public void delassus(double[] matrixOut) {
        solveColumns();
        int size = first + tree.coordinates;
        for (int c = 0; c < columns; c++) {
            for (int d = 0; d <= c; d++) {
                double product = 0;
                for (int k = 0; k < size; k++) {
                    product += solved[c][k] * solved[d][k];
                }
                matrixOut[c * columns + d] = product;
                matrixOut[d * columns + c] = product;
            }
        }
    }

    @Override
    public void respond(double[] lambda, double[] baseOut, double[] jointsOut) {
        solveColumns();
        int size = first + tree.coordinates;
        Arrays.fill(sum, 0);
        for (int c = 0; c < columns; c++) {
            for (int k = 0; k < size; k++) {
                sum[k] += lambda[c] * solved[c][k];
            }
        }
        Cholesky.solveUpper(dynamics.factor(), size, sum);
        Arrays.fill(baseOut, 0);
        System.arraycopy(sum, 0, baseOut, 0, first);
        System.arraycopy(sum, first, jointsOut, 0, tree.coordinates);
    }

    @Override
    public void accelerate(double[] lambda, double[] baseOut, double[] jointsOut) {
        respond(lambda, baseOut, jointsOut);
        for (int k = 0; k < 6; k++) {
            baseOut[k] += ofBase[k];
        }
        for (int k = 0; k < tree.coordinates; k++) {
            jointsOut[k] += accelerations[k];
        }
    }
}
