package dev.catena.sensitivity;

import dev.catena.algebra.Inertia;
import dev.catena.algebra.MotionVector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ of forward dynamics: −M⁻¹ ∂τ/∂q, −M⁻¹ ∂τ/∂q̇ and M⁻¹ at the acceleration that the torques
 * cause. The factor of M keeps the sparsity of the tree, so that all three cost O(n²·depth); deep trees go through articulated
 * bodies instead, at O(n²).
 *
 * <p>With a floating base there are 6 + n rows, first the base's classical acceleration, linear then angular, in base
 * axes, and 6 + n columns as in {@link TorqueSensitivity}; ∂/∂τ has n columns. The spatial acceleration is less by ω × v,
 * whose derivatives by v and ω are to be taken off the linear rows by velocity. One object per thread:
 * {@code sensitivity.copy()} makes another for another thread.
 */
public final class AccelerationSensitivity {
    /** Of an inertia about the origin of the frame that it was summed in. */
    private static final double ROUNDING = 1e-14;

    /** A joint that feels less than this of the inertia about that origin lost digits. */
    private static final double SLIGHT = 1e-6;

    /** The deepest tree of which factors of M were found to be faster. */
    private static final int SHALLOW = 16;

    /** The same with a base that floats, whose six rows are above all others. */
    private static final int SHALLOW_FLOATING = 12;

    private final RobotModel model;
    private final int n;
    private final InverseDynamics inverse;
    private final MovingTree tree;
    private final Guard guard;
    private final TorqueSensitivity torques;
    /** By joint coordinate: what is left of an inertia in any posture. */
    private final double[] rounding;

    /** By row: what a pivot has to exceed in this posture. */
    private final double[] leastFixed;

    private final double[] leastFloating;
    private final TreeFactor fixed;
    private final TreeFactor floating;

    /** Null for shallow trees, where factors of M are faster. */
    private final @Nullable ArticulatedSolution deep;

    private final @Nullable ArticulatedSolution deepFloating;

    private final double[] M;
    private final double[] MFloating;
    private final double[] qdd;
    private final double[] zero;
    private final double[] bias;
    private final double[] baseWrench = new double[6];

    /** Of base and joints, then the accelerations that they cause. */
    private final double[] efforts;

    private final BaseMotion motion = new BaseMotion();
    private final MotionVector ofBase = new MotionVector();

    /** Joints that feel a slight inertia in this posture, from the base on, and how many. */
    private final int[] slight;

    private int slightCount;

    /** n × n, in a frame on the axis of such a joint. */
    private final double[] onAxis;

    private final double[] alsoOnAxis;

    public AccelerationSensitivity(RobotModel model) {
        this(MovingTree.of(AccelerationSensitivity.class, model));
    }

    private AccelerationSensitivity(MovingTree tree) {
        this.tree = tree;
        guard = new Guard(AccelerationSensitivity.class, tree.model);
        model = tree.model;
        n = tree.coordinates;
        inverse = new InverseDynamics(model);
        torques = new TorqueSensitivity(tree);
        boolean sparse = tree.couplings == null && rotorsAreOnAncestors(tree);
        rounding = tree.inertiaRounding();
        leastFixed = rounding.clone();
        leastFloating = tree.inertiaRoundingWithBase();
        fixed = new TreeFactor(parents(tree, 0, sparse), order(tree, 0), leastFixed, 0, 0);
        // nothing depends on where the base is, nor on how fast it goes straight
        floating = new TreeFactor(parents(tree, 6, sparse), order(tree, 6), leastFloating, 3, 6);
        deep = ArticulatedSolution.suits(tree, SHALLOW) ? new ArticulatedSolution(tree, 0) : null;
        deepFloating = ArticulatedSolution.suits(tree, SHALLOW_FLOATING) ? new ArticulatedSolution(tree, 6) : null;
        M = new double[MatrixSize.square(n, "the mass matrix", model)];
        MFloating = new double[MatrixSize.square(6 + n, "the mass matrix", model)];
        qdd = new double[n];
        zero = new double[n];
        bias = new double[n];
        efforts = new double[6 + n];
        slight = new int[n];
        onAxis = new double[n * n];
        alsoOnAxis = new double[n * n];
    }

    /** The same of the same robot, for another thread. */
    public AccelerationSensitivity copy() {
        return new AccelerationSensitivity(tree);
    }

    /** Rows in the order of the tree, as rows in the order of the joint vectors, where both have the same rows. */
    private static int[] order(MovingTree tree, int first) {
        int[] order = new int[first + tree.coordinates];
        for (int k = 0; k < order.length; k++) {
            order[k] = k;
        }
        for (int i = 1; tree.couplings == null && i <= tree.n; i++) {
            order[first + i - 1] = first + tree.coordinate[i];
        }
        return order;
    }

    /** Parents of rows; without sparsity all rows form one chain. The six of a base are a chain too. */
    private static int[] parents(MovingTree tree, int first, boolean sparse) {
        int[] parents = new int[first + tree.coordinates];
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
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
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
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        check(q, qd, tau, wrenches, 0, byPositionOut, byVelocityOut, byTorqueOut);
        torques.bodies().place(q);
        ArticulatedSolution articulated = deep != null && deep.release(torques.bodies()) ? deep : null;
        slightCount = 0;
        if (articulated == null) {
            torques.fillMassMatrix(0, M);
            refineMassMatrix(0, M, leastFixed);
            factor(fixed, M, n);
        }
        // M q̈ = τ − bias
        setBias(base, q, qd, wrenches);
        for (int k = 0; k < n; k++) {
            qdd[k] = tau[k] - bias[k];
        }
        if (articulated == null) {
            fixed.solve(qdd);
        } else {
            articulated.solve(qdd);
        }
        guard.checkResult("the accelerations", qdd);
        double sum;
        if (articulated == null) {
            fillByMotion(base, null, q, qd, wrenches, 0, byPositionOut, byVelocityOut);
            sum = fixed.solve(byPositionOut, byVelocityOut, byTorqueOut);
        } else {
            torques.bodies().accelerate(null, qdd);
            sum = articulated.solve(torques.bodies(), qd, byPositionOut, byVelocityOut, byTorqueOut);
        }
        checkResults(sum, byPositionOut, byVelocityOut, byTorqueOut);
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
        guard.begin();
        guard.checkFloatingBase();
        check(q, qd, tau, wrenches, 6, byPositionOut, byVelocityOut, byTorqueOut);
        torques.bodies().place(q);
        ArticulatedSolution articulated =
                deepFloating != null && deepFloating.release(torques.bodies()) ? deepFloating : null;
        slightCount = 0;
        if (articulated == null) {
            torques.fillMassMatrix(6, MFloating);
            refineMassMatrix(6, MFloating, leastFloating);
            factor(floating, MFloating, size);
        }
        // M (a₀, q̈) = (0, τ) − bias
        motion.set(base).accelerationInBase(0, 0, 0, 0, 0, 0);
        setBias(motion, q, qd, wrenches);
        for (int k = 0; k < 6; k++) {
            efforts[k] = -baseWrench[k];
        }
        for (int k = 0; k < n; k++) {
            efforts[6 + k] = tau[k] - bias[k];
        }
        if (articulated == null) {
            floating.solve(efforts);
        } else {
            articulated.solve(efforts);
        }
        guard.checkResult("the accelerations", efforts);
        System.arraycopy(efforts, 6, qdd, 0, n);
        double[] a = efforts;
        motion.accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        ofBase.set(a[0], a[1], a[2], a[3], a[4], a[5]);
        double sum;
        if (articulated == null) {
            fillByMotion(motion, ofBase, q, qd, wrenches, 6, byPositionOut, byVelocityOut);
            sum = floating.solve(byPositionOut, byVelocityOut, byTorqueOut);
        } else {
            torques.bodies().accelerate(ofBase, qdd);
            sum = articulated.solve(torques.bodies(), qd, byPositionOut, byVelocityOut, byTorqueOut);
        }
        checkResults(sum, byPositionOut, byVelocityOut, byTorqueOut);
    }

    private void check(
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            int first,
            double[] P,
            double[] V,
            double[] T) {
        int size = first + n;
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("tau", tau);
        checkOutput("byPositionOut", P, size * size, q, qd, tau);
        checkOutput("byVelocityOut", V, size * size, q, qd, tau);
        checkOutput("byTorqueOut", T, size * n, q, qd, tau);
        guard.checkDistinct("byVelocityOut", V, "byPositionOut", P);
        guard.checkDistinct("byTorqueOut", T, "byPositionOut", P);
        guard.checkDistinct("byTorqueOut", T, "byVelocityOut", V);
        guard.checkFinite("q", q, "qd", qd, "tau", tau);
    }

    private void checkOutput(String name, double[] out, int length, double[] q, double[] qd, double[] tau) {
        guard.checkLength(name, out, length);
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "tau", tau);
    }

    private void checkResults(double sum, double[] byPositionOut, double[] byVelocityOut, double[] byTorqueOut) {
        guard.checkResultSum(sum, "byPositionOut", byPositionOut);
        guard.checkResultSum(sum, "byVelocityOut", byVelocityOut);
        guard.checkResultSum(sum, "byTorqueOut", byTorqueOut);
    }

    /**
     * Inertias come from those about one origin, whose rounding is all that a point on a joint axis leaves. Where a joint feels
     * little of them, its row and column are summed once more about a point on its axis; those of joints beyond it come last.
     */
    private void refineMassMatrix(int first, double[] matrix, double[] least) {
        Inertia[] composite = torques.bodies().composite;
        System.arraycopy(rounding, 0, least, first, n);
        slightCount = 0;
        for (int i = 1; i <= tree.n; i++) {
            if (tree.revolute[i]) {
                int k = first + tree.leader(i);
                double size = composite[i].jxx + composite[i].jyy + composite[i].jzz;
                double factor = tree.factor(i);
                least[k] = Math.max(least[k], factor * factor * ROUNDING * size);
                // what followers add to a row has no axis of its own
                if (tree.couplings == null && matrix[k * (first + n + 1)] < SLIGHT * size) {
                    slight[slightCount++] = i;
                }
            }
        }
        for (int s = 0; s < slightCount; s++) {
            int i = slight[s];
            int k = tree.coordinate[i];
            torques.bodies().placeOnAxis(i);
            torques.fillMassMatrix(0, onAxis);
            copyRowAndColumn(k, onAxis, first, matrix);
            double size = composite[i].jxx + composite[i].jyy + composite[i].jzz;
            least[first + k] = Math.max(rounding[k], ROUNDING * size);
        }
    }

    /**
     * The efforts, and the base's wrench, of a motion without joint accelerations: from the bodies, which go on from there, or
     * joint by joint where one of them feels a slight inertia.
     */
    private void setBias(@Nullable BaseMotion base, double[] q, double[] qd, @Nullable ExternalWrenches wrenches) {
        if (slightCount == 0) {
            BaseFrameMotion bodies = torques.bodies();
            bodies.moveWithoutCurvature(base, qd, zero, wrenches, List.of());
            bodies.efforts(qd, bias);
            bodies.force[0].copyTo(baseWrench);
        } else {
            inverse.compute(base, q, qd, zero, wrenches, bias);
            inverse.jointWrenchInBody(0, baseWrench);
        }
    }

    /**
     * ∂τ/∂q and ∂τ/∂q̇ at the accelerations that were found, with rows and columns about the same points as in the matrix.
     *
     * @param ofBase the acceleration that was found of a base that floats
     */
    private void fillByMotion(
            @Nullable BaseMotion base,
            @Nullable MotionVector ofBase,
            double[] q,
            double[] qd,
            @Nullable ExternalWrenches wrenches,
            int first,
            double[] P,
            double[] V) {
        BaseFrameMotion bodies = torques.bodies();
        if (slightCount > 0) {
            bodies.place(q);
            bodies.move(base, qd, qdd, wrenches, List.of());
        } else {
            bodies.accelerate(ofBase, qdd);
        }
        torques.fillByMotion(qd, first, P, V);
        for (int s = 0; s < slightCount; s++) {
            bodies.placeOnAxis(slight[s]);
            bodies.move(base, qd, qdd, wrenches, List.of());
            torques.fillByMotion(qd, 0, onAxis, alsoOnAxis);
            int k = tree.coordinate[slight[s]];
            copyRowAndColumn(k, onAxis, first, P);
            copyRowAndColumn(k, alsoOnAxis, first, V);
        }
    }

    private void copyRowAndColumn(int k, double[] from, int first, double[] to) {
        int size = first + n;
        for (int j = 0; j < n; j++) {
            to[(first + k) * size + first + j] = from[k * n + j];
            to[(first + j) * size + first + k] = from[j * n + k];
        }
    }

    private void factor(TreeFactor factor, double[] matrix, int size) {
        int singular = factor.factor(matrix);
        if (singular >= 0) {
            int first = size - n;
            double inertia = factor.singularPivot();
            throw singular >= first
                    ? SingularInertiaException.ofJoint(
                            model, model.movingJoints().get(singular - first).name(), inertia)
                    : SingularInertiaException.ofBase(model, inertia);
        }
    }
}
