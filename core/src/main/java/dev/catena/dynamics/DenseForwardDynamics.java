package dev.catena.dynamics;

import dev.catena.algebra.Cholesky;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/**
 * Forward dynamics through the mass matrix: M q̈ = τ − h with h from inverse dynamics, [Khalil 8]. Cost O(n³); it does
 * every robot, rotors on any carrier and joints that follow others included. One per thread: {@code dynamics.copy()} makes another for another thread.
 */
public final class DenseForwardDynamics extends GuardedForwardDynamics {
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
    private final double[] rounding;

    /** The matrix of the last computation. */
    private double[] factored;

    public DenseForwardDynamics(RobotModel model) {
        this(MovingTree.of(DenseForwardDynamics.class, model), new Guard(DenseForwardDynamics.class, model));
    }

    /** Of a robot in which the motors of elastic joints turn on their own, see {@link ForwardDynamics#withFreeMotors}. */
    public static DenseForwardDynamics withFreeMotors(RobotModel model) {
        return new DenseForwardDynamics(
                MovingTree.withFreeMotors(DenseForwardDynamics.class, model),
                new Guard(DenseForwardDynamics.class, model));
    }

    DenseForwardDynamics(MovingTree tree, Guard guard) {
        super(tree, guard);
        model = tree.model;
        n = tree.coordinates;
        inverse = new InverseDynamics(tree);
        masses = new MassMatrix(tree);
        matrix = new double[MatrixSize.square(n, "the mass matrix", model)];
        matrixFloating = new double[MatrixSize.square(6 + n, "the mass matrix", model)];
        right = new double[n];
        rightFloating = new double[6 + n];
        zero = new double[n];
        needed = new double[n];
        rounding = tree.inertiaRoundingWithBase();
        factored = matrix;
    }

    /** L of the last computation, M = L Lᵀ, row-major: of the joints, or of a free base and the joints. */
    double[] factor() {
        return factored;
    }

    @Override
    public DenseForwardDynamics copy() {
        return new DenseForwardDynamics(tree, guard.copy());
    }

    @Override
    void solve(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.checkFinite("q", q, "qd", qd, "tau", tau);
        inverse.compute(base, q, qd, zero, wrenches, right);
        for (int k = 0; k < n; k++) {
            right[k] = tau[k] - right[k];
        }
        masses.compute(q, matrix);
        int singular = factor(matrix, 0);
        if (singular >= 0) {
            throw ofJoint(singular, matrix[singular * n + singular]);
        }
        Cholesky.solve(matrix, n, right);
        System.arraycopy(right, 0, qddOut, 0, n);
        guard.checkResult("qddOut", qddOut);
        inverse.compute(base, q, qd, qddOut, wrenches, needed);
    }

    @Override
    void solveFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        guard.checkFinite("q", q, "qd", qd, "tau", tau);
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
        int singular = factor(matrixFloating, 6);
        if (singular >= 0) {
            double diagonal = matrixFloating[singular * (6 + n) + singular];
            throw singular < 6 ? SingularInertiaException.ofBase(model, diagonal) : ofJoint(singular - 6, diagonal);
        }
        Cholesky.solve(matrixFloating, 6 + n, rightFloating);
        double[] x = rightFloating;
        System.arraycopy(x, 0, baseAccelerationOut, 0, 6);
        System.arraycopy(x, 6, qddOut, 0, n);
        guard.checkResult("baseAccelerationOut", baseAccelerationOut);
        guard.checkResult("qddOut", qddOut);
        motion.accelerationInBase(x[0], x[1], x[2], x[3], x[4], x[5]);
        inverse.compute(motion, q, qd, qddOut, wrenches, needed);
    }

    /**
     * As {@link Cholesky#factor}. Pivots have to be more than the rounding of what the joints move: a diagonal entry can be
     * all rounding itself.
     *
     * @param first how many rows of the base come first
     */
    private int factor(double[] matrix, int first) {
        int size = first + n;
        factored = matrix;
        int singular = Cholesky.factor(matrix, size);
        int rows = singular < 0 ? first + tree.independent : Math.min(singular, first + tree.independent);
        for (int j = 0; j < rows; j++) {
            double root = matrix[j * size + j];
            if (!(root * root > rounding[j + 6 - first])) {
                return j;
            }
        }
        return singular;
    }

    /** Of an inertia that is a number, the other joints leave nothing. */
    private SingularInertiaException ofJoint(int coordinate, double diagonal) {
        if (coordinate < tree.independent) {
            String joint = tree.jointOf(coordinate).name();
            return SingularInertiaException.ofJoint(model, joint, Double.isNaN(diagonal) ? Double.NaN : 0);
        }
        int motor = coordinate - tree.independent;
        return SingularInertiaException.ofMotor(
                model.name(), tree.jointOf(tree.elastic[motor]).name());
    }

    /** Inverse dynamics has found them along with the accelerations. */
    @Override
    void balance() {}

    @Override
    void readWrench(int body, double[] wrenchOut) {
        inverse.jointWrenchInBody(body, wrenchOut);
    }
}
