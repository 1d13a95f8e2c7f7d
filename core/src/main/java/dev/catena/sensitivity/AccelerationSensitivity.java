package dev.catena.sensitivity;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ of forward dynamics: −M⁻¹ ∂τ/∂q, −M⁻¹ ∂τ/∂q̇ and M⁻¹ at the acceleration that the torques
 * cause. The factor of M keeps the sparsity of the tree, so that all three cost O(n²·depth).
 *
 * <p>With a floating base there are 6 + n rows, first the base's classical acceleration, linear then angular, in base
 * axes, and 6 + n columns as in {@link TorqueSensitivity}; ∂/∂τ has n columns.
 */
public final class AccelerationSensitivity {
    private final RobotModel model;
    private final int n;
    private final ForwardDynamics forward;
    private final TorqueSensitivity torques;
    private final TreeFactor fixed;
    private final TreeFactor floating;
    private final int[] fixedOrder;
    private final int[] floatingOrder;
    private final double[] M;
    private final double[] MFloating;
    private final double[] qdd;
    private final double[] baseAcceleration = new double[6];
    private final BaseMotion motion = new BaseMotion();

    public AccelerationSensitivity(RobotModel model) {
        this.model = model;
        n = model.jointCount();
        forward = ForwardDynamics.of(model);
        torques = new TorqueSensitivity(model);
        MovingTree tree = new MovingTree(model);
        boolean sparse = rotorsAreOnAncestors(tree);
        fixedOrder = order(tree, 0);
        floatingOrder = order(tree, 6);
        fixed = new TreeFactor(parents(tree, 0, sparse));
        floating = new TreeFactor(parents(tree, 6, sparse));
        M = new double[n * n];
        MFloating = new double[(6 + n) * (6 + n)];
        qdd = new double[n];
    }

    /** Rows in the order of the tree, as rows in the order of the joint vectors. */
    private static int[] order(MovingTree tree, int first) {
        int[] order = new int[first + tree.n];
        for (int k = 0; k < first; k++) {
            order[k] = k;
        }
        for (int i = 1; i <= tree.n; i++) {
            order[first + i - 1] = first + tree.coordinate[i];
        }
        return order;
    }

    /** Parents of rows; without sparsity all rows form one chain. The six of a base are a chain too. */
    private static int[] parents(MovingTree tree, int first, boolean sparse) {
        int[] parents = new int[first + tree.n];
        for (int k = 0; k < parents.length; k++) {
            parents[k] = k - 1;
        }
        for (int i = 1; sparse && i <= tree.n; i++) {
            parents[first + i - 1] = first + tree.parent[i] - 1;
        }
        return parents;
    }

    /** A rotor ties its joint to all that move its carrier; that is within the tree's sparsity only on ancestors. */
    private static boolean rotorsAreOnAncestors(MovingTree tree) {
        for (SpinningRotor rotor : tree.rotors) {
            int joint = 0;
            for (int i = 1; i <= tree.n; i++) {
                if (tree.coordinate[i] == rotor.coordinate) {
                    joint = i;
                }
            }
            int ancestor = joint;
            while (ancestor > rotor.carrier) {
                ancestor = tree.parent[ancestor];
            }
            if (ancestor != rotor.carrier) {
                return false;
            }
        }
        return true;
    }

    /** The three n × n matrices for a robot that nothing touches, its base at rest. */
    public void compute(
            double[] q,
            double[] qd,
            double[] tau,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byTorqueOut) {
        compute(null, q, qd, tau, null, byPositionOut, byVelocityOut, byTorqueOut);
    }

    /**
     * The three n × n matrices.
     *
     * @param base how the base moves, acceleration included; null for a base at rest at the world's origin
     * @param wrenches what the environment applies, with constant numbers; null for nothing
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byTorqueOut) {
        checkSize("byTorqueOut", byTorqueOut, n, n);
        forward.compute(base, q, qd, tau, wrenches, qdd);
        torques.compute(base, q, qd, qdd, wrenches, List.of(), byPositionOut, byVelocityOut, M);
        invert(fixed, fixedOrder, M, n, byPositionOut, byVelocityOut);
        Arrays.fill(byTorqueOut, 0);
        for (int k = 0; k < n; k++) {
            byTorqueOut[k * n + k] = 1;
        }
        fixed.solve(byTorqueOut, n, fixedOrder);
    }

    /** The matrices of a robot with a floating base: two of (6 + n) × (6 + n), and (6 + n) × n by the torques. */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byTorqueOut) {
        int size = 6 + n;
        checkSize("byTorqueOut", byTorqueOut, size, n);
        forward.computeFloating(base, q, qd, tau, wrenches, baseAcceleration, qdd);
        double[] a = baseAcceleration;
        motion.set(base).accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        torques.computeFloating(motion, q, qd, qdd, wrenches, List.of(), byPositionOut, byVelocityOut, MFloating);
        invert(floating, floatingOrder, MFloating, size, byPositionOut, byVelocityOut);
        Arrays.fill(byTorqueOut, 0);
        for (int k = 0; k < n; k++) {
            byTorqueOut[(6 + k) * n + k] = 1;
        }
        floating.solve(byTorqueOut, n, floatingOrder);
    }

    /** P = −M⁻¹P and V = −M⁻¹V. */
    private void invert(TreeFactor factor, int[] order, double[] matrix, int size, double[] P, double[] V) {
        int singular = factor.factor(matrix, order);
        if (singular >= 0) {
            throw size == n || singular >= 6
                    ? SingularInertiaException.ofJoint(
                            model.name(),
                            model.movingJoints().get(singular - (size - n)).name(),
                            0)
                    : SingularInertiaException.ofBase(model.name(), 0);
        }
        negate(P);
        negate(V);
        factor.solve(P, size, order);
        factor.solve(V, size, order);
    }

    private static void negate(double[] matrix) {
        for (int k = 0; k < matrix.length; k++) {
            matrix[k] = -matrix[k];
        }
    }

    private void checkSize(String name, double[] matrix, int rows, int columns) {
        if (matrix.length != rows * columns) {
            throw new IllegalArgumentException("%s has length %d, but robot \"%s\" needs %d · %d"
                    .formatted(name, matrix.length, model.name(), rows, columns));
        }
    }
}
