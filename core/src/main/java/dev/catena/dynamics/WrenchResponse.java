package dev.catena.dynamics;

import dev.catena.algebra.Force;
import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Placement;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How a robot gives way to wrenches on its bodies: the accelerations of forward dynamics, and with the same articulated
 * inertias M⁻¹A and Λ = AᵀM⁻¹A for columns A of such wrenches, [Khalil 34–44].
 *
 * <p>A column is a wrench on one body or on several. Climbing from there to the base it leaves e = aᵀχ at each joint and
 * goes on as χ − U e/H; then Λ is Σ e eᵀ/H over the joints, and χ₀ᵀ J₀*⁻¹ χ₀ of a base that floats. Cost O(n) beside
 * forward dynamics for each column, O(n c²) for Λ.
 *
 * <p>Calls come in this order: compute, clear, add, then the results. One per thread: {@code response.copy()} makes another
 * for another thread.
 */
public final class WrenchResponse {
    private final MovingTree tree;
    private final Guard guard;
    private final int columns;
    private final ArticulatedForwardDynamics dynamics;
    private final ArticulatedBodies bodies;

    /** By column and moving body: e. */
    private final double[][] left;

    /** By column: the moving bodies whose e is not zero, and how many. */
    private final int[][] reached;

    private final int[] count;
    private final boolean[][] isReached;

    /** e/H of one column, by its place in that list, or Σ e λ by moving body. */
    private final double[] weighted;

    /** By column: χ₀, and J₀*⁻¹ χ₀. */
    private final Force[] atBase;

    private final double[][] ofBase;
    private final MotionVector[] added;
    private final Force climbing = new Force();
    private final Force given = new Force();
    private final double[] six = new double[6];
    private boolean floating;

    /** Whether J₀*⁻¹ χ₀ belongs to the columns as they are. */
    private boolean baseIsSolved;

    /** @param columns how many columns A has */
    public WrenchResponse(RobotModel model, int columns) {
        this(MovingTree.of(WrenchResponse.class, model), columns);
    }

    private WrenchResponse(MovingTree tree, int columns) {
        this.tree = tree;
        this.columns = columns;
        if (columns < 0) {
            throw new IllegalArgumentException("%s columns were asked for".formatted(columns));
        }
        guard = new Guard(WrenchResponse.class, tree.model);
        DrivenJoints drives = new DrivenJoints(
                tree,
                new boolean[tree.n + 1],
                "constraints are computed with rotors on their joints' parents, or with a reflected inertia instead");
        dynamics =
                new ArticulatedForwardDynamics(tree, drives, new Guard(ArticulatedForwardDynamics.class, tree.model));
        bodies = dynamics.bodies();
        left = new double[columns][tree.n + 1];
        reached = new int[columns][tree.n];
        count = new int[columns];
        isReached = new boolean[columns][tree.n + 1];
        weighted = new double[tree.n + 1];
        atBase = Force.array(columns);
        ofBase = new double[columns][6];
        added = MotionVector.array(tree.n + 1);
    }

    /** The same of the same robot, with nothing computed. */
    public WrenchResponse copy() {
        return new WrenchResponse(tree, columns);
    }

    /** Accelerations without the columns, on a base that rests or moves as told; as {@link ForwardDynamics} has it. */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.begin();
        dynamics.compute(base, q, qd, tau, wrenches, qddOut);
        floating = false;
        baseIsSolved = false;
        guard.succeed();
    }

    /** The same with a base that is free. */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        guard.begin();
        dynamics.computeFloating(base, q, qd, tau, wrenches, baseAccelerationOut, qddOut);
        floating = true;
        baseIsSolved = false;
        guard.succeed();
    }

    /** Empties all columns. */
    public void clear() {
        guard.requireResults();
        guard.checkThread();
        for (int c = 0; c < columns; c++) {
            for (int k = 0; k < count[c]; k++) {
                left[c][reached[c][k]] = 0;
                isReached[c][reached[c][k]] = false;
            }
            count[c] = 0;
            atBase[c].setZero();
        }
        baseIsSolved = false;
    }

    /**
     * Adds a wrench on a body to a column.
     *
     * @param wrenchInBody force and moment about the body's origin, in its axes
     */
    public void add(int column, int body, double[] wrenchInBody) {
        guard.requireResults();
        guard.checkThread();
        checkColumn(column);
        tree.checkBody(body);
        guard.checkLength("wrenchInBody", wrenchInBody, 6);
        guard.checkFinite("wrenchInBody", wrenchInBody);
        Placement B = tree.jointFromBody[body];
        given.set(wrenchInBody, 1);
        climbing.setZero();
        climbing.addFromChild(B, given);
        double[] e = left[column];
        for (int j = tree.carrier[body]; j > 0; j = tree.parent[j]) {
            double along = climbing.alongAxis(tree.revolute[j]);
            e[j] += along;
            if (!isReached[column][j]) {
                isReached[column][j] = true;
                reached[column][count[column]++] = j;
            }
            climbing.addScaled(-along * bodies.inverseH[j], bodies.U[j]);
            climbing.moveToParent(bodies.X[j]);
        }
        atBase[column].add(climbing);
        baseIsSolved = false;
    }

    private void checkColumn(int column) {
        if (column < 0 || column >= columns) {
            throw new IllegalArgumentException(
                    "there is no column %s, but the columns 0 to %s".formatted(column, columns - 1));
        }
    }

    /** Λ = AᵀM⁻¹A, row-major. */
    public void delassus(double[] matrixOut) {
        guard.requireResults();
        guard.checkThread();
        guard.checkLength("matrixOut", matrixOut, columns * columns);
        solveBase();
        for (int c = 0; c < columns; c++) {
            int[] joints = reached[c];
            for (int k = 0; k < count[c]; k++) {
                weighted[k] = left[c][joints[k]] * bodies.inverseH[joints[k]];
            }
            for (int d = 0; d <= c; d++) {
                double[] e = left[d];
                double sum = 0;
                for (int k = 0; k < count[c]; k++) {
                    sum += weighted[k] * e[joints[k]];
                }
                if (floating) {
                    Force f = atBase[c];
                    double[] x = ofBase[d];
                    sum += f.fx * x[0] + f.fy * x[1] + f.fz * x[2] + f.nx * x[3] + f.ny * x[4] + f.nz * x[5];
                }
                matrixOut[c * columns + d] = sum;
                matrixOut[d * columns + c] = sum;
            }
        }
        guard.checkResult("matrixOut", matrixOut);
    }

    private void solveBase() {
        if (floating && !baseIsSolved) {
            for (int c = 0; c < columns; c++) {
                dynamics.solveBaseAgain(atBase[c], ofBase[c]);
            }
            baseIsSolved = true;
        }
    }

    /**
     * M⁻¹Aλ.
     *
     * @param baseOut what is added to the base's acceleration; zero where it is not free
     * @param jointsOut what is added to those of the joints
     */
    public void respond(double[] lambda, double[] baseOut, double[] jointsOut) {
        guard.requireResults();
        guard.checkThread();
        guard.checkLength("lambda", lambda, columns);
        guard.checkLength("baseOut", baseOut, 6);
        tree.check("jointsOut", jointsOut);
        guard.checkDistinct("baseOut", baseOut, "lambda", lambda);
        guard.checkDistinct("jointsOut", jointsOut, "lambda", lambda);
        guard.checkDistinct("jointsOut", jointsOut, "baseOut", baseOut);
        guard.checkFinite("lambda", lambda);
        solveBase();
        Arrays.fill(six, 0);
        if (floating) {
            for (int c = 0; c < columns; c++) {
                for (int k = 0; k < 6; k++) {
                    six[k] += lambda[c] * ofBase[c][k];
                }
            }
        }
        Arrays.fill(weighted, 0);
        for (int c = 0; c < columns; c++) {
            for (int k = 0; k < count[c]; k++) {
                weighted[reached[c][k]] += lambda[c] * left[c][reached[c][k]];
            }
        }
        added[0].set(six[0], six[1], six[2], six[3], six[4], six[5]);
        for (int i = 1; i <= tree.n; i++) {
            JointPlacement X = bodies.X[i];
            MotionVector v = added[i];
            v.setFromParent(X, added[tree.parent[i]]);
            double qdd = v.leftOf(weighted[i], bodies.U[i]) * bodies.inverseH[i];
            jointsOut[tree.coordinate[i]] = qdd;
            v.addAlongAxis(tree.revolute[i], qdd);
        }
        System.arraycopy(six, 0, baseOut, 0, 6);
        guard.checkResult("baseOut", baseOut);
        guard.checkResult("jointsOut", jointsOut);
    }
}
