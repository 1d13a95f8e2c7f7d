package dev.catena.drive;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.tree.Guard;
import dev.catena.tree.SpringDerivatives;
import java.util.List;
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
    private final SpringDerivatives fixed;
    private final SpringDerivatives floating;
    private final double[] accelerations;
    private final double[] baseAcceleration = new double[6];
    private final BaseMotion freeBase = new BaseMotion();

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
        SpringDerivatives.Drives drives = coordinates.drives();
        fixed = new SpringDerivatives(guard, model, drives, 0);
        floating = model.baseKind() == BaseKind.FLOATING ? new SpringDerivatives(guard, model, drives, 6) : fixed;
        accelerations = new double[coordinates.size()];
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
        SpringDerivatives g = fixed;
        checkTorque(g, q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        motion.compute(base, q, qd, qdd, wrenches, List.of(), g.byPosition, g.byVelocity, g.mass);
        g.torque(byPositionOut, byVelocityOut, byAccelerationOut);
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
        SpringDerivatives g = floating;
        checkTorque(g, q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        motion.computeFloating(base, q, qd, qdd, wrenches, List.of(), g.byPosition, g.byVelocity, g.mass);
        g.torque(byPositionOut, byVelocityOut, byAccelerationOut);
    }

    private void checkTorque(
            SpringDerivatives g, double[] q, double[] qd, double[] qdd, double[] P, double[] V, double[] A) {
        checkState(q, qd);
        coordinates.tree().check("qdd", qdd);
        guard.checkFinite("qdd", qdd);
        g.checkTorque(q, qd, qdd, P, V, A);
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
        SpringDerivatives g = fixed;
        checkAcceleration(g, q, qd, tau, byPositionOut, byVelocityOut, byTorqueOut);
        forward.compute(base, q, qd, tau, wrenches, accelerations);
        motion.compute(base, q, qd, accelerations, wrenches, List.of(), g.byPosition, g.byVelocity, g.mass);
        requireInertia(g.acceleration(byPositionOut, byVelocityOut, byTorqueOut), 0);
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
        SpringDerivatives g = floating;
        checkAcceleration(g, q, qd, tau, byPositionOut, byVelocityOut, byTorqueOut);
        double[] a = baseAcceleration;
        forward.computeFloating(base, q, qd, tau, wrenches, a, accelerations);
        freeBase.set(base).accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        motion.computeFloating(freeBase, q, qd, accelerations, wrenches, List.of(), g.byPosition, g.byVelocity, g.mass);
        requireInertia(g.acceleration(byPositionOut, byVelocityOut, byTorqueOut), 6);
    }

    private void checkAcceleration(
            SpringDerivatives g, double[] q, double[] qd, double[] tau, double[] P, double[] V, double[] T) {
        coordinates.checkJoints("tau", tau);
        checkState(q, qd);
        guard.checkFinite("tau", tau);
        g.checkAcceleration(q, qd, tau, P, V, T);
    }

    private void requireInertia(int singular, int ofBase) {
        if (singular >= 0) {
            throw singular < ofBase
                    ? SingularInertiaException.ofBase(coordinates.model(), 0)
                    : SingularInertiaException.ofJoint(
                            coordinates.model(), coordinates.names().get(singular - ofBase), 0);
        }
    }

    private void checkState(double[] q, double[] qd) {
        coordinates.tree().check("q", q);
        coordinates.tree().check("qd", qd);
        guard.checkFinite("q", q, "qd", qd);
    }
}
