package dev.catena.drive;

import dev.catena.algebra.Cholesky;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How the torques of elastic and mixed drives change with the motion x = [q; θ] of joints and motors, and how the
 * accelerations change with motion and torques.
 *
 * <p>With g = A(q) ẍ + ζ for all that the motion takes without springs, a rigid drive has τ = g of its joint, and an elastic
 * one τ = g of its motor + K (θ − q). Forward, A ẍ + ζ = f with springs and torques on the right, so that
 * ∂ẍ/∂x = A⁻¹(∂f/∂x − ∂g/∂x), ∂ẍ/∂ẋ = −A⁻¹ ∂g/∂ẋ and ∂ẍ/∂τ = A⁻¹ E. Matrices are row-major; columns are joints, then motors,
 * {@link ElasticCoordinates}. Of friction the smooth form is differentiated.
 *
 * <p>On every base, under wrenches whose numbers are constant in the axes that they are given in. On a floating base six rows
 * and columns of the base come first, as in {@link TorqueSensitivity#computeFloating} and in
 * {@link dev.catena.sensitivity.AccelerationSensitivity#computeFloating}. Nothing is allocated after construction. One object per thread: {@code sensitivity.copy()} makes another for another
 * thread.
 */
public final class ElasticSensitivity {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final TorqueSensitivity motion;
    private final ElasticForwardDynamics forward;
    private final int n;
    private final int size;
    private final Matrices fixed;
    private final Matrices floating;
    private final double[] accelerations;
    private final double[] baseAcceleration = new double[6];
    private final BaseMotion freeBase = new BaseMotion();

    /** By joint: what its motor turns with. */
    private final int[] motorOf;

    /** ∂g by x, ẋ and ẍ. */
    private static final class Matrices {
        final double[] byPosition;
        final double[] byVelocity;
        final double[] mass;
        final double[] column;

        Matrices(int size, RobotModel model) {
            int square = MatrixSize.square(size, "a matrix of sensitivities", model);
            byPosition = new double[square];
            byVelocity = new double[square];
            mass = new double[square];
            column = new double[size];
        }
    }

    public ElasticSensitivity(RobotModel model) {
        this(new ElasticCoordinates(model));
    }

    public ElasticSensitivity(ElasticCoordinates coordinates) {
        this.coordinates = coordinates;
        RobotModel model = coordinates.model();
        model.requireTree("ElasticSensitivity");
        guard = new Guard(ElasticSensitivity.class, model);
        motion = TorqueSensitivity.withFreeMotors(model);
        forward = new ElasticForwardDynamics(coordinates);
        n = coordinates.jointCount();
        size = coordinates.size();
        fixed = new Matrices(size, model);
        floating = model.baseKind() == BaseKind.FLOATING ? new Matrices(6 + size, model) : fixed;
        accelerations = new double[size];
        motorOf = IntStream.range(0, n).toArray();
        for (int e = 0; e < size - n; e++) {
            motorOf[coordinates.jointOfMotor(e)] = n + e;
        }
    }

    public ElasticCoordinates coordinates() {
        return coordinates;
    }

    /** The same of the same robot, with nothing computed. */
    public ElasticSensitivity copy() {
        return new ElasticSensitivity(coordinates);
    }

    /**
     * ∂τ/∂x, ∂τ/∂ẋ and ∂τ/∂ẍ of {@link ElasticInverseDynamics}, a row for each joint.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     */
    public void torque(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        checkTorque(0, q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        Matrices g = fixed;
        motion.compute(base, q, qd, qdd, wrenches, List.of(), g.byPosition, g.byVelocity, g.mass);
        fillTorque(g, 0, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    /**
     * The same of a robot with a floating base: 6 + N rows, first the wrench that the world would have to exert on the base,
     * and 6 + N + Nₑ columns.
     *
     * @param base how the base moves, acceleration included
     */
    public void torqueFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        guard.begin();
        guard.checkFloatingBase();
        checkTorque(6, q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        Matrices g = floating;
        motion.computeFloating(base, q, qd, qdd, wrenches, List.of(), g.byPosition, g.byVelocity, g.mass);
        fillTorque(g, 6, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    private void checkTorque(int first, double[] q, double[] qd, double[] qdd, double[] P, double[] V, double[] A) {
        checkState(q, qd);
        coordinates.tree().check("qdd", qdd);
        guard.checkFinite("qdd", qdd);
        int length = (first + n) * (first + size);
        checkOutput("byPositionOut", P, length, q, qd, qdd, "qdd");
        checkOutput("byVelocityOut", V, length, q, qd, qdd, "qdd");
        checkOutput("byAccelerationOut", A, length, q, qd, qdd, "qdd");
        checkApart(P, V, A, "byAccelerationOut");
    }

    private void fillTorque(Matrices g, int first, double[] P, double[] V, double[] A) {
        int width = first + size;
        for (int k = 0; k < first + n; k++) {
            int row = (k < first ? k : first + motorOf[k - first]) * width;
            System.arraycopy(g.byPosition, row, P, k * width, width);
            System.arraycopy(g.byVelocity, row, V, k * width, width);
            System.arraycopy(g.mass, row, A, k * width, width);
        }
        for (int e = 0; e < size - n; e++) {
            int k = first + coordinates.jointOfMotor(e);
            double stiffness = coordinates.spring(e).stiffness();
            P[k * width + k] -= stiffness;
            P[k * width + first + n + e] += stiffness;
        }
        guard.checkResult("byPositionOut", P);
        guard.checkResult("byVelocityOut", V);
        guard.checkResult("byAccelerationOut", A);
        guard.succeed();
    }

    /**
     * ∂ẍ/∂x, ∂ẍ/∂ẋ (N + Nₑ columns) and ∂ẍ/∂τ (N columns) of {@link ElasticForwardDynamics}, a row for each joint and motor.
     *
     * @param tau motor torques, by joint
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    public void acceleration(
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
        checkAcceleration(0, q, qd, tau, byPositionOut, byVelocityOut, byTorqueOut);
        forward.compute(base, q, qd, tau, wrenches, accelerations);
        Matrices g = fixed;
        motion.compute(base, q, qd, accelerations, wrenches, List.of(), g.byPosition, g.byVelocity, g.mass);
        fillAcceleration(g, 0, byPositionOut, byVelocityOut, byTorqueOut);
    }

    /**
     * The same of a robot with a floating base: 6 + N + Nₑ rows, first the classical acceleration of the base in its axes,
     * and as many columns by position and velocity.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     */
    public void accelerationFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byTorqueOut) {
        guard.begin();
        guard.checkFloatingBase();
        checkAcceleration(6, q, qd, tau, byPositionOut, byVelocityOut, byTorqueOut);
        double[] a = baseAcceleration;
        forward.computeFloating(base, q, qd, tau, wrenches, a, accelerations);
        freeBase.set(base).accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        Matrices g = floating;
        motion.computeFloating(freeBase, q, qd, accelerations, wrenches, List.of(), g.byPosition, g.byVelocity, g.mass);
        fillAcceleration(g, 6, byPositionOut, byVelocityOut, byTorqueOut);
    }

    private void checkAcceleration(
            int first, double[] q, double[] qd, double[] tau, double[] P, double[] V, double[] T) {
        coordinates.checkJoints("tau", tau);
        checkState(q, qd);
        guard.checkFinite("tau", tau);
        int width = first + size;
        checkOutput("byPositionOut", P, width * width, q, qd, tau, "tau");
        checkOutput("byVelocityOut", V, width * width, q, qd, tau, "tau");
        checkOutput("byTorqueOut", T, width * n, q, qd, tau, "tau");
        checkApart(P, V, T, "byTorqueOut");
    }

    private void fillAcceleration(Matrices g, int first, double[] P, double[] V, double[] T) {
        // ∂g/∂x − ∂f/∂x: what a spring does to its joint, and the opposite to its motor
        int width = first + size;
        for (int e = 0; e < size - n; e++) {
            int k = first + coordinates.jointOfMotor(e);
            int motor = first + n + e;
            double stiffness = coordinates.spring(e).stiffness();
            g.byPosition[k * width + k] += stiffness;
            g.byPosition[k * width + motor] -= stiffness;
            g.byPosition[motor * width + k] -= stiffness;
            g.byPosition[motor * width + motor] += stiffness;
        }
        int singular = Cholesky.factor(g.mass, width);
        if (singular >= 0) {
            throw singular < first
                    ? SingularInertiaException.ofBase(coordinates.model(), 0)
                    : SingularInertiaException.ofJoint(
                            coordinates.model(), coordinates.names().get(singular - first), 0);
        }
        for (int c = 0; c < width; c++) {
            solve(g, g.byPosition, c, P);
            solve(g, g.byVelocity, c, V);
        }
        for (int k = 0; k < n; k++) {
            Arrays.fill(g.column, 0);
            g.column[first + motorOf[k]] = 1;
            Cholesky.solve(g.mass, width, g.column);
            for (int i = 0; i < width; i++) {
                T[i * n + k] = g.column[i];
            }
        }
        guard.checkResult("byPositionOut", P);
        guard.checkResult("byVelocityOut", V);
        guard.checkResult("byTorqueOut", T);
        guard.succeed();
    }

    /** One column of −A⁻¹ times a matrix. */
    private static void solve(Matrices g, double[] matrix, int c, double[] out) {
        int width = g.column.length;
        for (int i = 0; i < width; i++) {
            g.column[i] = -matrix[i * width + c];
        }
        Cholesky.solve(g.mass, width, g.column);
        for (int i = 0; i < width; i++) {
            out[i * width + c] = g.column[i];
        }
    }

    private void checkState(double[] q, double[] qd) {
        coordinates.tree().check("q", q);
        coordinates.tree().check("qd", qd);
        guard.checkFinite("q", q, "qd", qd);
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
}
