package dev.catena.mechanism;

import dev.catena.algebra.Cholesky;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How the torques of elastic and mixed drives of closed loops change with the motion x = [q_a; θ], and how the accelerations
 * change with motion and torques.
 *
 * <p>With g for what independent joints and motors take without springs, whose derivatives are those of
 * {@link ClosedLoopSensitivity} with motors as coordinates, a rigid drive has τ = g of its joint, and an elastic one τ = g of its
 * motor + K (θ − q). Forward, ∂ẍ/∂x = A⁻¹ (∂f/∂x − ∂g/∂x) with springs and torques on the right, A = ∂g/∂ẍ. Matrices are
 * row-major; columns are independent joints, then motors.
 *
 * <p>On a base at rest or moved as told, under wrenches whose numbers are constant in the axes that they are given in. Every
 * freedom has one actuator. Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ElasticLoopSensitivity {
    private final RobotModel model;
    private final Guard guard;
    private final LoopMotors motors;
    private final ClosedLoopSensitivity sensitivity;
    private final ElasticLoopForwardDynamics forward;
    private final int size;
    private final double[] byPosition;
    private final double[] byVelocity;
    private final double[] mass;
    private final double[] accelerations;
    private final double[] column;

    public ElasticLoopSensitivity(RobotModel model) {
        this.model = model;
        motors = new LoopMotors(model, "ElasticLoopSensitivity");
        guard = new Guard(ElasticLoopSensitivity.class, model);
        sensitivity = ClosedLoopSensitivity.withFreeMotors(model);
        if (!Arrays.equals(motors.active, sensitivity.kinematics.closure.independent)) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has other active joints than independent ones: its torques do not follow from a motion alone; make every active joint independent"
                            .formatted(model.name()));
        }
        forward = new ElasticLoopForwardDynamics(model);
        size = motors.count + motors.motors;
        byPosition = new double[size * size];
        byVelocity = new double[size * size];
        mass = new double[size * size];
        accelerations = new double[size];
        column = new double[size];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ElasticLoopSensitivity copy() {
        return new ElasticLoopSensitivity(model);
    }

    /**
     * ∂τ/∂x, ∂τ/∂ẋ and ∂τ/∂ẍ of {@link ElasticLoopInverseDynamics}, a row for each active joint.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @throws LoopException where the loops do not close
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
        checkState(base, q, qd);
        guard.checkLength("qdd", qdd, size);
        guard.checkFinite("qdd", qdd);
        int length = motors.count * size;
        checkOutput("byPositionOut", byPositionOut, length, q, qd, qdd, "qdd");
        checkOutput("byVelocityOut", byVelocityOut, length, q, qd, qdd, "qdd");
        checkOutput("byAccelerationOut", byAccelerationOut, length, q, qd, qdd, "qdd");
        checkApart(byPositionOut, byVelocityOut, byAccelerationOut, "byAccelerationOut");
        sensitivity.compute(base, q, qd, qdd, wrenches, byPosition, byVelocity, mass);
        for (int a = 0; a < motors.count; a++) {
            int e = motors.motorOfActive[a];
            int row = (e < 0 ? a : motors.count + e) * size;
            System.arraycopy(byPosition, row, byPositionOut, a * size, size);
            System.arraycopy(byVelocity, row, byVelocityOut, a * size, size);
            System.arraycopy(mass, row, byAccelerationOut, a * size, size);
            if (e >= 0) {
                byPositionOut[a * size + a] -= motors.stiffness(e);
                byPositionOut[a * size + motors.count + e] += motors.stiffness(e);
            }
        }
        finish(byPositionOut, byVelocityOut, byAccelerationOut, "byAccelerationOut");
    }

    /**
     * ∂ẍ/∂x, ∂ẍ/∂ẋ and ∂ẍ/∂τ of {@link ElasticLoopForwardDynamics}, a row for each independent joint and motor.
     *
     * @param tau motor torques, by active joint
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
        checkState(base, q, qd);
        guard.checkLength("tau", tau, motors.count);
        guard.checkFinite("tau", tau);
        checkOutput("byPositionOut", byPositionOut, size * size, q, qd, tau, "tau");
        checkOutput("byVelocityOut", byVelocityOut, size * size, q, qd, tau, "tau");
        checkOutput("byTorqueOut", byTorqueOut, size * motors.count, q, qd, tau, "tau");
        checkApart(byPositionOut, byVelocityOut, byTorqueOut, "byTorqueOut");
        forward.compute(base, q, qd, tau, wrenches, accelerations);
        sensitivity.compute(base, q, qd, accelerations, wrenches, byPosition, byVelocity, mass);

        // ∂g/∂x − ∂f/∂x: what a spring does to its joint, and the opposite to its motor
        for (int a = 0; a < motors.count; a++) {
            int e = motors.motorOfActive[a];
            if (e >= 0) {
                int motor = motors.count + e;
                byPosition[a * size + a] += motors.stiffness(e);
                byPosition[a * size + motor] -= motors.stiffness(e);
                byPosition[motor * size + a] -= motors.stiffness(e);
                byPosition[motor * size + motor] += motors.stiffness(e);
            }
        }
        int singular = Cholesky.factor(mass, size);
        if (singular >= 0) {
            throw SingularInertiaException.ofJoint(
                    model,
                    singular < motors.count
                            ? model.loops().independentJoints().get(singular)
                            : model.elasticJoints().get(singular - motors.count).name() + " motor",
                    0);
        }
        for (int c = 0; c < size; c++) {
            solve(byPosition, c, byPositionOut);
            solve(byVelocity, c, byVelocityOut);
        }
        for (int a = 0; a < motors.count; a++) {
            int e = motors.motorOfActive[a];
            Arrays.fill(column, 0);
            column[e < 0 ? a : motors.count + e] = 1;
            Cholesky.solve(mass, size, column);
            for (int i = 0; i < size; i++) {
                byTorqueOut[i * motors.count + a] = column[i];
            }
        }
        finish(byPositionOut, byVelocityOut, byTorqueOut, "byTorqueOut");
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

    private void checkState(@Nullable BaseMotion base, double[] q, double[] qd) {
        if (base == null) {
            guard.checkFixedBase();
        }
        guard.checkLength("q", q, size);
        guard.checkLength("qd", qd, size);
        guard.checkFinite("q", q, "qd", qd);
    }

    private void checkOutput(String name, double[] out, int length, double[] q, double[] qd, double[] x, String third) {
        guard.checkLength(name, out, length);
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, third, x);
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
