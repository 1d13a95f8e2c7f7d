package dev.catena.planning.function;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.ForceRateCurvature;
import dev.catena.sensitivity.ForceRateSensitivity;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dynamics of a tree under wrenches of the environment, on a base that rests or moves as told. Friction is as smooth as
 * that of {@link TreeDynamics}; all derivatives are exact. Where the base moves, {@link #at} says when it is.
 */
public final class LoadedDynamics implements MotionDynamics {
    private final RobotModel model;
    private final Surroundings around;
    private final @Nullable ExternalWrenches wrenches;
    private final @Nullable BaseTrajectory trajectory;
    private final @Nullable BaseMotion base;
    private final InverseDynamics torques;
    private final TorqueSensitivity sensitivity;
    private final TorqueCurvature curvature;
    private final ForceRate rates;
    private final ForceRateSensitivity rateSensitivity;
    private final ForceRateCurvature rateCurvature;
    private final double[] torque;

    /** @throws IllegalArgumentException if the robot is no tree of rigid joints, or the base that moves as told floats */
    public LoadedDynamics(RobotModel robot, Surroundings around) {
        model = TreeDynamics.smooth(robot);
        this.around = around;
        wrenches = around.wrenches(model);
        trajectory = around.base().orElse(null);
        base = trajectory == null ? null : new BaseMotion();
        torques = new InverseDynamics(model);
        sensitivity = new TorqueSensitivity(model);
        curvature = new TorqueCurvature(model);
        rates = new ForceRate(model);
        rateSensitivity = new ForceRateSensitivity(model);
        rateCurvature = new ForceRateCurvature(model);
        torque = new double[model.jointCount()];
        at(0);
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
    public String origin() {
        return "hand-written, since wrenches act or the base moves";
    }

    @Override
    public List<String> coordinates() {
        return model.jointNames();
    }

    @Override
    public List<String> drives() {
        return model.jointNames();
    }

    @Override
    public void torque(double[] q, double[] qd, double[] qdd, double[] torqueOut) {
        torques.compute(base, q, qd, qdd, wrenches, torqueOut);
    }

    @Override
    public void torqueDerivatives(
            double[] q, double[] qd, double[] qdd, double[] byPosition, double[] byVelocity, double[] byAcceleration) {
        sensitivity.compute(base, q, qd, qdd, wrenches, List.of(), byPosition, byVelocity, byAcceleration);
    }

    @Override
    public void torqueCurvature(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut) {
        curvature.compute(base, q, qd, qdd, wrenches, lambda, hessianOut);
    }

    @Override
    public void torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd, double[] rateOut) {
        rates.compute(base, q, qd, qdd, qddd, wrenches, torque, rateOut);
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
        rateSensitivity.compute(base, q, qd, qdd, qddd, wrenches, byPosition, byVelocity, byAcceleration, byJerk);
    }

    @Override
    public void torqueRateCurvature(
            double[] q, double[] qd, double[] qdd, double[] qddd, double[] lambda, double[] hessianOut) {
        rateCurvature.compute(base, q, qd, qdd, qddd, wrenches, lambda, hessianOut);
    }

    @Override
    public LoadedDynamics copy() {
        return new LoadedDynamics(model, around);
    }
}
