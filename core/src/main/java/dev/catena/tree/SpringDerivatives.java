package dev.catena.tree;

import dev.catena.algebra.Cholesky;
import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * What motors behind springs have in common in trees and closed loops: with g = A ẍ + ζ for all that a motion x of joints and motors
 * takes without springs, a rigid drive has τ = g of its joint, and an elastic one τ = g of its motor + K (θ − q). Whoever owns it
 * fills ∂g; rows and columns of a base come first.
 */
public final class SpringDerivatives {
    /** Which joints have springs. */
    public static final class Drives {
        /** By joint: the row of g that its torque balances. */
        public final int[] row;

        /** By motor: its joint, and the stiffness of its spring. */
        private final int[] jointOfMotor;

        private final double[] stiffness;

        public Drives(int[] row, int[] jointOfMotor, double[] stiffness) {
            this.row = row;
            this.jointOfMotor = jointOfMotor;
            this.stiffness = stiffness;
        }
    }

    /** ∂g by x, ẋ and ẍ. */
    public final double[] byPosition;

    public final double[] byVelocity;
    public final double[] mass;

    private final Guard guard;
    private final Drives drives;
    private final int ofBase;
    private final int joints;
    private final int width;
    private final double[] column;

    /** @param ofBase 6 where a base has rows of its own, else 0 */
    public SpringDerivatives(Guard guard, RobotModel model, Drives drives, int ofBase) {
        this.guard = guard;
        this.drives = drives;
        this.ofBase = ofBase;
        joints = drives.row.length;
        width = ofBase + joints + drives.stiffness.length;
        int square = MatrixSize.square(width, "a matrix of sensitivities", model);
        byPosition = new double[square];
        byVelocity = new double[square];
        mass = new double[square];
        column = new double[width];
    }

    public void checkTorque(double[] q, double[] qd, double[] qdd, double[] P, double[] V, double[] A) {
        int length = (ofBase + joints) * width;
        checkOutput("byPositionOut", P, length, q, qd, qdd, "qdd");
        checkOutput("byVelocityOut", V, length, q, qd, qdd, "qdd");
        checkOutput("byAccelerationOut", A, length, q, qd, qdd, "qdd");
        checkApart(P, V, A, "byAccelerationOut");
    }

    /** ∂τ, after the rows of the base; {@link #byPosition} and the others must be filled. */
    public void torque(double[] P, double[] V, double[] A) {
        for (int k = 0; k < ofBase + joints; k++) {
            int row = (k < ofBase ? k : ofBase + drives.row[k - ofBase]) * width;
            System.arraycopy(byPosition, row, P, k * width, width);
            System.arraycopy(byVelocity, row, V, k * width, width);
            System.arraycopy(mass, row, A, k * width, width);
        }
        for (int e = 0; e < drives.stiffness.length; e++) {
            int row = (ofBase + drives.jointOfMotor[e]) * width + ofBase;
            P[row + drives.jointOfMotor[e]] -= drives.stiffness[e];
            P[row + joints + e] += drives.stiffness[e];
        }
        finish(P, V, A, "byAccelerationOut");
    }

    public void checkAcceleration(double[] q, double[] qd, double[] tau, double[] P, double[] V, double[] T) {
        checkOutput("byPositionOut", P, width * width, q, qd, tau, "tau");
        checkOutput("byVelocityOut", V, width * width, q, qd, tau, "tau");
        checkOutput("byTorqueOut", T, width * joints, q, qd, tau, "tau");
        checkApart(P, V, T, "byTorqueOut");
    }

    /**
     * ∂ẍ/∂x = A⁻¹(∂f/∂x − ∂g/∂x) with f what springs do, ∂ẍ/∂ẋ = −A⁻¹ ∂g/∂ẋ and ∂ẍ/∂τ = A⁻¹ E.
     *
     * @return −1, or the row that has no inertia
     */
    public int acceleration(double[] P, double[] V, double[] T) {
        for (int e = 0; e < drives.stiffness.length; e++) {
            int joint = ofBase + drives.jointOfMotor[e];
            int motor = ofBase + joints + e;
            byPosition[joint * width + joint] += drives.stiffness[e];
            byPosition[joint * width + motor] -= drives.stiffness[e];
            byPosition[motor * width + joint] -= drives.stiffness[e];
            byPosition[motor * width + motor] += drives.stiffness[e];
        }
        int singular = Cholesky.factor(mass, width);
        if (singular >= 0) {
            return singular;
        }
        for (int c = 0; c < width; c++) {
            solve(byPosition, c, P);
            solve(byVelocity, c, V);
        }
        for (int k = 0; k < joints; k++) {
            Arrays.fill(column, 0);
            column[ofBase + drives.row[k]] = 1;
            Cholesky.solve(mass, width, column);
            for (int i = 0; i < width; i++) {
                T[i * joints + k] = column[i];
            }
        }
        finish(P, V, T, "byTorqueOut");
        return -1;
    }

    /** One column of −A⁻¹ times a matrix. */
    private void solve(double[] matrix, int c, double[] out) {
        for (int i = 0; i < width; i++) {
            column[i] = -matrix[i * width + c];
        }
        Cholesky.solve(mass, width, column);
        for (int i = 0; i < width; i++) {
            out[i * width + c] = column[i];
        }
    }

    private void checkOutput(
            String name, double[] out, int length, double[] q, double[] qd, double[] last, String nameOfLast) {
        guard.checkLength(name, out, length);
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, nameOfLast, last);
    }

    private void checkApart(double[] byPositionOut, double[] byVelocityOut, double[] third, String name) {
        guard.checkDistinct("byVelocityOut", byVelocityOut, "byPositionOut", byPositionOut);
        guard.checkDistinct(name, third, "byPositionOut", byPositionOut);
        guard.checkDistinct(name, third, "byVelocityOut", byVelocityOut);
    }

    private void finish(double[] byPositionOut, double[] byVelocityOut, double[] third, String name) {
        guard.checkResult("byPositionOut", byPositionOut);
        guard.checkResult("byVelocityOut", byVelocityOut);
        guard.checkResult(name, third);
        guard.succeed();
    }
}
