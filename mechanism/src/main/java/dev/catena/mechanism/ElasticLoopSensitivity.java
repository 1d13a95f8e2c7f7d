package dev.catena.mechanism;

import dev.catena.algebra.Cholesky;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
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
 * <p>On every base, under wrenches whose numbers are constant in the axes that they are given in. On a floating base six rows
 * and columns of the base come first, as in {@link ClosedLoopSensitivity} and {@link ClosedLoopAccelerationSensitivity}. Every freedom has one actuator. Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ElasticLoopSensitivity {
    private final RobotModel model;
    private final Guard guard;
    private final LoopMotors motors;
    private final ClosedLoopSensitivity sensitivity;
    private final ElasticLoopForwardDynamics forward;
    private final int size;
    private final Matrices fixed;
    private final Matrices floating;
    private final double[] accelerations;
    private final double[] baseAcceleration = new double[6];
    private final BaseMotion freeBase = new BaseMotion();

    /** ∂g by x, ẋ and ẍ. */
    private static final class Matrices {
        final double[] byPosition;
        final double[] byVelocity;
        final double[] mass;
        final double[] column;

        Matrices(int size) {
            byPosition = new double[size * size];
            byVelocity = new double[size * size];
            mass = new double[size * size];
            column = new double[size];
        }
    }

    public ElasticLoopSensitivity(RobotModel model) {
        this.model = model;
        motors = new LoopMotors(model, "ElasticLoopSensitivity");
        guard = new Guard(ElasticLoopSensitivity.class, model);
        sensitivity = ClosedLoopSensitivity.withFreeMotors(model);
        motors.requireIndependent(model, sensitivity.kinematics);
        forward = new ElasticLoopForwardDynamics(model);
        size = motors.count + motors.motors;
        fixed = new Matrices(size);
        floating = model.baseKind() == BaseKind.FLOATING ? new Matrices(6 + size) : fixed;
        accelerations = new double[size];
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
        if (base == null) {
            guard.checkFixedBase();
        }
        checkTorque(0, q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        Matrices g = fixed;
        sensitivity.compute(base, q, qd, qdd, wrenches, g.byPosition, g.byVelocity, g.mass);
        fillTorque(g, 0, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    /**
     * The same of a robot with a floating base: six rows of the wrench that the world would have to exert on the base, then one for
     * each active joint; 6 + m + Nₑ columns.
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
        sensitivity.computeFloating(base, q, qd, qdd, wrenches, g.byPosition, g.byVelocity, g.mass);
        fillTorque(g, 6, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    private void checkTorque(int first, double[] q, double[] qd, double[] qdd, double[] P, double[] V, double[] A) {
        checkState(q, qd);
        guard.checkLength("qdd", qdd, size);
        guard.checkFinite("qdd", qdd);
        int length = (first + motors.count) * (first + size);
        checkOutput("byPositionOut", P, length, q, qd, qdd, "qdd");
        checkOutput("byVelocityOut", V, length, q, qd, qdd, "qdd");
        checkOutput("byAccelerationOut", A, length, q, qd, qdd, "qdd");
        checkApart(P, V, A, "byAccelerationOut");
    }

    private void fillTorque(Matrices g, int first, double[] P, double[] V, double[] A) {
        int width = first + size;
        for (int k = 0; k < first + motors.count; k++) {
            int row = (k < first ? k : first + motors.row(k - first)) * width;
            System.arraycopy(g.byPosition, row, P, k * width, width);
            System.arraycopy(g.byVelocity, row, V, k * width, width);
            System.arraycopy(g.mass, row, A, k * width, width);
        }
        for (int a = 0; a < motors.count; a++) {
            int e = motors.motorOfActive[a];
            if (e >= 0) {
                int row = (first + a) * width + first;
                P[row + a] -= motors.stiffness(e);
                P[row + motors.count + e] += motors.stiffness(e);
            }
        }
        finish(P, V, A, "byAccelerationOut");
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
        if (base == null) {
            guard.checkFixedBase();
        }
        checkAcceleration(0, q, qd, tau, byPositionOut, byVelocityOut, byTorqueOut);
        forward.compute(base, q, qd, tau, wrenches, accelerations);
        Matrices g = fixed;
        sensitivity.compute(base, q, qd, accelerations, wrenches, g.byPosition, g.byVelocity, g.mass);
        fillAcceleration(g, 0, byPositionOut, byVelocityOut, byTorqueOut);
    }

    /**
     * The same of a robot with a floating base: 6 + m + Nₑ rows, first the classical acceleration of the base in its axes, and
     * as many columns by position and velocity.
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
        sensitivity.computeFloating(freeBase, q, qd, accelerations, wrenches, g.byPosition, g.byVelocity, g.mass);
        fillAcceleration(g, 6, byPositionOut, byVelocityOut, byTorqueOut);
    }

    private void checkAcceleration(
            int first, double[] q, double[] qd, double[] tau, double[] P, double[] V, double[] T) {
        checkState(q, qd);
        guard.checkLength("tau", tau, motors.count);
        guard.checkFinite("tau", tau);
        int width = first + size;
        checkOutput("byPositionOut", P, width * width, q, qd, tau, "tau");
        checkOutput("byVelocityOut", V, width * width, q, qd, tau, "tau");
        checkOutput("byTorqueOut", T, width * motors.count, q, qd, tau, "tau");
        checkApart(P, V, T, "byTorqueOut");
    }

    private void fillAcceleration(Matrices g, int first, double[] P, double[] V, double[] T) {
        int width = first + size;
        // ∂g/∂x − ∂f/∂x: what a spring does to its joint, and the opposite to its motor
        for (int a = 0; a < motors.count; a++) {
            int e = motors.motorOfActive[a];
            if (e >= 0) {
                int joint = first + a;
                int motor = first + motors.count + e;
                g.byPosition[joint * width + joint] += motors.stiffness(e);
                g.byPosition[joint * width + motor] -= motors.stiffness(e);
                g.byPosition[motor * width + joint] -= motors.stiffness(e);
                g.byPosition[motor * width + motor] += motors.stiffness(e);
            }
        }
        int singular = Cholesky.factor(g.mass, width);
        if (singular >= 0) {
            throw singular < first
                    ? SingularInertiaException.ofBase(model, 0)
                    : SingularInertiaException.ofJoint(model, name(singular - first), 0);
        }
        for (int c = 0; c < width; c++) {
            solve(g, g.byPosition, c, P);
            solve(g, g.byVelocity, c, V);
        }
        for (int a = 0; a < motors.count; a++) {
            Arrays.fill(g.column, 0);
            g.column[first + motors.row(a)] = 1;
            Cholesky.solve(g.mass, width, g.column);
            for (int i = 0; i < width; i++) {
                T[i * motors.count + a] = g.column[i];
            }
        }
        finish(P, V, T, "byTorqueOut");
    }

    private String name(int k) {
        return k < motors.count
                ? model.loops().independentJoints().get(k)
                : model.elasticJoints().get(k - motors.count).name() + " motor";
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

    /** Begins the next search for closed loops at these positions of all joints; at the assembly if there are none. */
    public void restart(double... positions) {
        restart(sensitivity.kinematics().closure(), positions);
        restart(forward.kinematics().closure(), positions);
    }

    private static void restart(LoopClosure closure, double[] positions) {
        if (positions.length == 0) {
            closure.restart();
        } else {
            closure.restart(positions);
        }
    }
}
