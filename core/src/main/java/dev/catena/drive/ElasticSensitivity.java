package dev.catena.drive;

import dev.catena.algebra.Cholesky;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
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
 * <p>On a base at rest or moved as told, under wrenches whose numbers are constant in the axes that they are given in.
 * Nothing is allocated after construction. One object per thread: {@code sensitivity.copy()} makes another for another
 * thread.
 */
public final class ElasticSensitivity {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final TorqueSensitivity motion;
    private final ElasticForwardDynamics forward;
    private final int n;
    private final int size;
    private final double[] byPosition;
    private final double[] byVelocity;
    private final double[] mass;
    private final double[] accelerations;
    private final double[] column;

    /** By joint: what its motor turns with. */
    private final int[] motorOf;

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
        int square = MatrixSize.square(size, "a matrix of sensitivities", model);
        byPosition = new double[square];
        byVelocity = new double[square];
        mass = new double[square];
        accelerations = new double[size];
        column = new double[size];
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
        checkInputs(base, q, qd, qdd, "qdd");
        checkOutput("byPositionOut", byPositionOut, n * size, q, qd, qdd);
        checkOutput("byVelocityOut", byVelocityOut, n * size, q, qd, qdd);
        checkOutput("byAccelerationOut", byAccelerationOut, n * size, q, qd, qdd);
        checkApart(byPositionOut, byVelocityOut, byAccelerationOut, "byAccelerationOut");
        motion.compute(base, q, qd, qdd, wrenches, List.of(), byPosition, byVelocity, mass);
        for (int k = 0; k < n; k++) {
            int row = motorOf[k] * size;
            System.arraycopy(byPosition, row, byPositionOut, k * size, size);
            System.arraycopy(byVelocity, row, byVelocityOut, k * size, size);
            System.arraycopy(mass, row, byAccelerationOut, k * size, size);
        }
        for (int e = 0; e < size - n; e++) {
            int k = coordinates.jointOfMotor(e);
            double stiffness = coordinates.spring(e).stiffness();
            byPositionOut[k * size + k] -= stiffness;
            byPositionOut[k * size + n + e] += stiffness;
        }
        guard.checkResult("byPositionOut", byPositionOut);
        guard.checkResult("byVelocityOut", byVelocityOut);
        guard.checkResult("byAccelerationOut", byAccelerationOut);
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
        coordinates.checkJoints("tau", tau);
        checkInputs(base, q, qd, tau, "tau");
        checkOutput("byPositionOut", byPositionOut, size * size, q, qd, tau);
        checkOutput("byVelocityOut", byVelocityOut, size * size, q, qd, tau);
        checkOutput("byTorqueOut", byTorqueOut, size * n, q, qd, tau);
        checkApart(byPositionOut, byVelocityOut, byTorqueOut, "byTorqueOut");
        forward.compute(base, q, qd, tau, wrenches, accelerations);
        motion.compute(base, q, qd, accelerations, wrenches, List.of(), byPosition, byVelocity, mass);

        // ∂g/∂x − ∂f/∂x: what a spring does to its joint, and the opposite to its motor
        for (int e = 0; e < size - n; e++) {
            int k = coordinates.jointOfMotor(e);
            int motor = n + e;
            double stiffness = coordinates.spring(e).stiffness();
            byPosition[k * size + k] += stiffness;
            byPosition[k * size + motor] -= stiffness;
            byPosition[motor * size + k] -= stiffness;
            byPosition[motor * size + motor] += stiffness;
        }
        int singular = Cholesky.factor(mass, size);
        if (singular >= 0) {
            throw SingularInertiaException.ofJoint(
                    coordinates.model(), coordinates.names().get(singular), 0);
        }
        for (int c = 0; c < size; c++) {
            solve(byPosition, c, byPositionOut);
            solve(byVelocity, c, byVelocityOut);
        }
        for (int k = 0; k < n; k++) {
            Arrays.fill(column, 0);
            column[motorOf[k]] = 1;
            Cholesky.solve(mass, size, column);
            for (int i = 0; i < size; i++) {
                byTorqueOut[i * n + k] = column[i];
            }
        }
        guard.checkResult("byPositionOut", byPositionOut);
        guard.checkResult("byVelocityOut", byVelocityOut);
        guard.checkResult("byTorqueOut", byTorqueOut);
        guard.succeed();
    }

    /** One column of −A⁻¹ times a matrix. */
    private void solve(double[] matrix, int c, double[] out) {
        for (int i = 0; i < size; i++) {
            column[i] = -matrix[i * size + c];
        }
        Cholesky.solve(mass, size, column);
        for (int i = 0; i < size; i++) {
            out[i * size + c] = column[i];
        }
    }

    private void checkInputs(@Nullable BaseMotion base, double[] q, double[] qd, double[] last, String name) {
        if (base == null) {
            guard.checkFixedBase();
        }
        coordinates.tree().check("q", q);
        coordinates.tree().check("qd", qd);
        if (name.equals("qdd")) {
            coordinates.tree().check("qdd", last);
        }
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite(name, last);
    }

    private void checkOutput(String name, double[] out, int length, double[] q, double[] qd, double[] last) {
        guard.checkLength(name, out, length);
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, length == n * size && last.length == size ? "qdd" : "tau", last);
    }

    private void checkApart(double[] byPositionOut, double[] byVelocityOut, double[] third, String name) {
        guard.checkDistinct("byVelocityOut", byVelocityOut, "byPositionOut", byPositionOut);
        guard.checkDistinct(name, third, "byPositionOut", byPositionOut);
        guard.checkDistinct(name, third, "byVelocityOut", byVelocityOut);
    }
}
