package dev.catena.dynamics;

import dev.catena.algebra.Cholesky;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/**
 * Forward dynamics through the mass matrix: M q̈ = τ − h with h from inverse dynamics, [Khalil 8]. Cost O(n³); it does
 * every robot, rotors on any carrier included.
 */
public final class DenseForwardDynamics implements ForwardDynamics {
    private final MovingTree tree;
    private final RobotModel model;
    private final int n;
    private final InverseDynamics inverse;
    private final MassMatrix masses;
    private final BaseMotion motion = new BaseMotion();
    private final double[] matrix;
    private final double[] matrixFloating;
    private final double[] right;
    private final double[] rightFloating;
    private final double[] zero;
    private final double[] needed;
    private final double[] wrench = new double[6];
    private boolean hasAccelerations;
    private boolean hasWrenches;

    public DenseForwardDynamics(RobotModel model) {
        this(new MovingTree(model));
    }

    /** For algorithms that hold the tree already. Its motors that turn on their own have entries in all vectors. */
    @SuppressWarnings("exports")
    public DenseForwardDynamics(MovingTree tree) {
        this.tree = tree;
        model = tree.model;
        n = tree.size;
        inverse = new InverseDynamics(tree);
        masses = new MassMatrix(tree);
        matrix = new double[n * n];
        matrixFloating = new double[(6 + n) * (6 + n)];
        right = new double[n];
        rightFloating = new double[6 + n];
        zero = new double[n];
        needed = new double[n];
    }

    @Override
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        prepare(tau, qddOut);
        inverse.compute(base, q, qd, zero, wrenches, right);
        for (int k = 0; k < n; k++) {
            right[k] = tau[k] - right[k];
        }
        masses.compute(q, matrix);
        int singular = Cholesky.factor(matrix, n);
        if (singular >= 0) {
            throw ofJoint(singular, matrix[singular * n + singular]);
        }
        Cholesky.solve(matrix, n, right);
        System.arraycopy(right, 0, qddOut, 0, n);
        inverse.compute(base, q, qd, qddOut, wrenches, needed);
        hasAccelerations = true;
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
        FreeBase.check(baseAccelerationOut);
        prepare(tau, qddOut);
        motion.set(base).accelerationInBase(0, 0, 0, 0, 0, 0);
        inverse.compute(motion, q, qd, zero, wrenches, right);
        inverse.jointWrenchInBody(0, wrench);
        for (int k = 0; k < 6; k++) {
            rightFloating[k] = -wrench[k];
        }
        for (int k = 0; k < n; k++) {
            rightFloating[6 + k] = tau[k] - right[k];
        }
        masses.computeFloating(q, matrixFloating);
        int singular = Cholesky.factor(matrixFloating, 6 + n);
        if (singular >= 0) {
            double diagonal = matrixFloating[singular * (6 + n) + singular];
            throw singular < 6
                    ? SingularInertiaException.ofBase(model.name(), diagonal)
                    : ofJoint(singular - 6, diagonal);
        }
        Cholesky.solve(matrixFloating, 6 + n, rightFloating);
        double[] x = rightFloating;
        System.arraycopy(x, 0, baseAccelerationOut, 0, 6);
        System.arraycopy(x, 6, qddOut, 0, n);
        motion.accelerationInBase(x[0], x[1], x[2], x[3], x[4], x[5]);
        inverse.compute(motion, q, qd, qddOut, wrenches, needed);
        hasAccelerations = true;
    }

    private void prepare(double[] tau, double[] qddOut) {
        hasAccelerations = false;
        hasWrenches = false;
        tree.check("tau", tau);
        tree.check("qddOut", qddOut);
    }

    /** Of an inertia that is a number, the other joints leave nothing. */
    private SingularInertiaException ofJoint(int coordinate, double diagonal) {
        String joint = tree.jointOf(coordinate).name();
        return coordinate < tree.n
                ? SingularInertiaException.ofJoint(model.name(), joint, Double.isNaN(diagonal) ? Double.NaN : 0)
                : SingularInertiaException.ofMotor(model.name(), joint);
    }

    @Override
    public void computeJointWrenches() {
        if (!hasAccelerations) {
            throw new IllegalStateException("joint wrenches were asked for before accelerations were computed");
        }
        hasWrenches = true;
    }

    @Override
    public Wrench jointWrenchInBody(int body) {
        requireWrenches();
        return inverse.jointWrenchInBody(body);
    }

    @Override
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        requireWrenches();
        inverse.jointWrenchInBody(body, wrenchOut);
    }

    private void requireWrenches() {
        if (!hasWrenches) {
            throw new IllegalStateException("call computeJointWrenches before asking for a joint wrench");
        }
    }
}
