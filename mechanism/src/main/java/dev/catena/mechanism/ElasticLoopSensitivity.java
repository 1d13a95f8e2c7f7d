package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.SpringDerivatives;
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
    private final SpringDerivatives fixed;
    private final SpringDerivatives floating;
    private final double[] accelerations;
    private final double[] baseAcceleration = new double[6];
    private final BaseMotion freeBase = new BaseMotion();

    public ElasticLoopSensitivity(RobotModel model) {
        this.model = model;
        motors = new LoopMotors(model, "ElasticLoopSensitivity");
        guard = new Guard(ElasticLoopSensitivity.class, model);
        sensitivity = ClosedLoopSensitivity.withFreeMotors(model);
        motors.requireIndependent(model, sensitivity.kinematics);
        forward = new ElasticLoopForwardDynamics(model);
        size = motors.count + motors.motors;
        SpringDerivatives.Drives drives = motors.drives();
        fixed = new SpringDerivatives(guard, model, drives, 0);
        floating = model.baseKind() == BaseKind.FLOATING ? new SpringDerivatives(guard, model, drives, 6) : fixed;
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
        SpringDerivatives g = fixed;
        checkTorque(g, q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        sensitivity.compute(base, q, qd, qdd, wrenches, g.byPosition, g.byVelocity, g.mass);
        g.torque(byPositionOut, byVelocityOut, byAccelerationOut);
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
        SpringDerivatives g = floating;
        checkTorque(g, q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        sensitivity.computeFloating(base, q, qd, qdd, wrenches, g.byPosition, g.byVelocity, g.mass);
        g.torque(byPositionOut, byVelocityOut, byAccelerationOut);
    }

    private void checkTorque(
            SpringDerivatives g, double[] q, double[] qd, double[] qdd, double[] P, double[] V, double[] A) {
        checkState(q, qd);
        guard.checkLength("qdd", qdd, size);
        guard.checkFinite("qdd", qdd);
        g.checkTorque(q, qd, qdd, P, V, A);
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
        SpringDerivatives g = fixed;
        checkAcceleration(g, q, qd, tau, byPositionOut, byVelocityOut, byTorqueOut);
        forward.compute(base, q, qd, tau, wrenches, accelerations);
        sensitivity.compute(base, q, qd, accelerations, wrenches, g.byPosition, g.byVelocity, g.mass);
        requireInertia(g.acceleration(byPositionOut, byVelocityOut, byTorqueOut), 0);
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
        SpringDerivatives g = floating;
        checkAcceleration(g, q, qd, tau, byPositionOut, byVelocityOut, byTorqueOut);
        double[] a = baseAcceleration;
        forward.computeFloating(base, q, qd, tau, wrenches, a, accelerations);
        freeBase.set(base).accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        sensitivity.computeFloating(freeBase, q, qd, accelerations, wrenches, g.byPosition, g.byVelocity, g.mass);
        requireInertia(g.acceleration(byPositionOut, byVelocityOut, byTorqueOut), 6);
    }

    private void checkAcceleration(
            SpringDerivatives g, double[] q, double[] qd, double[] tau, double[] P, double[] V, double[] T) {
        checkState(q, qd);
        guard.checkLength("tau", tau, motors.count);
        guard.checkFinite("tau", tau);
        g.checkAcceleration(q, qd, tau, P, V, T);
    }

    private void requireInertia(int singular, int ofBase) {
        if (singular >= 0) {
            throw singular < ofBase
                    ? SingularInertiaException.ofBase(model, 0)
                    : SingularInertiaException.ofJoint(model, motors.name(model, singular - ofBase), 0);
        }
    }

    private void checkState(double[] q, double[] qd) {
        guard.checkLength("q", q, size);
        guard.checkLength("qd", qd, size);
        guard.checkFinite("q", q, "qd", qd);
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
