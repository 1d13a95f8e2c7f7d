package dev.catena.planning.function;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.mechanism.ClosedLoopCurvature;
import dev.catena.mechanism.ClosedLoopForceRate;
import dev.catena.mechanism.ClosedLoopForceRateCurvature;
import dev.catena.mechanism.ClosedLoopForceRateSensitivity;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.LoopException;
import dev.catena.model.RobotModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dynamics of a robot with closed loops: coordinates are those of the independent joints, drives those of the active
 * ones, and both are the same. Wrenches may act, and the base may move as told. Where the loops do not close, a
 * {@link LoopException} says so, and a solver steps back.
 *
 * <p>Derivatives are exact, first and second, of torques and of their rates.
 */
public final class LoopDynamics implements MotionDynamics {
    private final RobotModel model;
    private final List<String> joints;
    private final int n;
    private final Surroundings around;
    private final @Nullable ExternalWrenches wrenches;
    private final ClosedLoopInverseDynamics dynamics;
    private final ClosedLoopSensitivity sensitivity;
    private final ClosedLoopCurvature curvature;
    private final ClosedLoopForceRate rates;
    private final ClosedLoopForceRateSensitivity rateSensitivity;
    private final ClosedLoopForceRateCurvature rateCurvature;
    private final @Nullable BaseTrajectory trajectory;
    private final @Nullable BaseMotion base;
    private final double[] torque;
    private final DynamicsGuard guard;

    /** @throws IllegalArgumentException if the base floats, a joint is elastic, or other joints are driven */
    public LoopDynamics(RobotModel robot) {
        this(robot, Surroundings.NONE);
    }

    /** The same under wrenches, or on a base that moves as told. */
    public LoopDynamics(RobotModel robot, Surroundings around) {
        TreeDynamics.requireRigidOnFixedBase(robot);
        joints = robot.loops().independentJoints();
        if (!joints.equals(robot.loops().activeJoints())) {
            throw new IllegalArgumentException(
                    "robot \"%s\" drives %s, but its independent joints are %s; motions are planned where they are the same"
                            .formatted(robot.name(), robot.loops().activeJoints(), joints));
        }
        model = TreeDynamics.withSmoothFriction(robot);
        n = joints.size();
        guard = new DynamicsGuard(LoopDynamics.class, model, n);
        this.around = around;
        wrenches = around.wrenches(model);
        dynamics = new ClosedLoopInverseDynamics(model);
        sensitivity = new ClosedLoopSensitivity(model);
        torque = new double[n];
        curvature = new ClosedLoopCurvature(model);
        rates = new ClosedLoopForceRate(model);
        rateSensitivity = new ClosedLoopForceRateSensitivity(model);
        rateCurvature = new ClosedLoopForceRateCurvature(model);
        trajectory = around.base().orElse(null);
        base = trajectory == null ? null : new BaseMotion();
        at(0);
    }

    @Override
    public String origin() {
        return "hand-written, since the robot has closed loops";
    }

    @Override
    public List<String> coordinates() {
        return joints;
    }

    @Override
    public List<String> drives() {
        return joints;
    }

    @Override
    public void torque(double[] q, double[] qd, double[] qdd, double[] torqueOut) {
        dynamics.compute(base, q, qd, qdd, wrenches, torqueOut);
    }

    @Override
    public void torqueDerivatives(
            double[] q, double[] qd, double[] qdd, double[] byPosition, double[] byVelocity, double[] byAcceleration) {
        sensitivity.compute(base, q, qd, qdd, wrenches, byPosition, byVelocity, byAcceleration);
    }

    @Override
    public void torqueCurvature(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut) {
        guard.begin();
        guard.check(q, qd, qdd, "lambda", lambda);
        guard.checkOutput("hessianOut", hessianOut, 9 * n * n, q, qd, qdd, "lambda", lambda);
        curvature.compute(base, q, qd, qdd, wrenches, lambda, hessianOut);
        guard.checkResult("hessianOut", hessianOut);
    }

    @Override
    public void torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd, double[] rateOut) {
        guard.begin();
        guard.check(q, qd, qdd, "qddd", qddd);
        guard.checkOutput("rateOut", rateOut, n, q, qd, qdd, "qddd", qddd);
        rates.compute(base, q, qd, qdd, qddd, wrenches, torque, rateOut);
        guard.checkResult("rateOut", rateOut);
    }

    @Override
    public void torqueRateDerivatives(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            double[] byPosition,
            double[] byVelocity,
            double[] byAcceleration,
            double[] byJerk) {
        guard.begin();
        guard.checkRateDerivatives(q, qd, qdd, qddd, byPosition, byVelocity, byAcceleration, byJerk);
        rateSensitivity.compute(base, q, qd, qdd, qddd, wrenches, byPosition, byVelocity, byAcceleration, byJerk);
        guard.checkResult("byPosition", byPosition);
        guard.checkResult("byVelocity", byVelocity);
        guard.checkResult("byAcceleration", byAcceleration);
        guard.checkResult("byJerk", byJerk);
    }

    @Override
    public void torqueRateCurvature(
            double[] q, double[] qd, double[] qdd, double[] qddd, double[] lambda, double[] hessianOut) {
        guard.begin();
        guard.checkRateCurvature(q, qd, qdd, qddd, lambda, hessianOut);
        rateCurvature.compute(base, q, qd, qdd, qddd, wrenches, lambda, hessianOut);
        guard.checkResult("hessianOut", hessianOut);
    }

    @Override
    public void at(double time) {
        if (trajectory != null && base != null) {
            trajectory.at(time, base);
        }
    }

    @Override
    public boolean dependsOnTime() {
        return trajectory != null;
    }

    @Override
    public LoopDynamics copy() {
        return new LoopDynamics(model, around);
    }
}
