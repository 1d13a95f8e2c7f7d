package dev.catena.planning.function;

import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.sensitivity.ForceRateSensitivity;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import java.util.List;

/**
 * The dynamics of a tree of bodies whose base is at rest. Coulomb friction that jumps at rest has no derivative there, so
 * it follows tanh(q̇/w) with w = {@value #FRICTION_SMOOTHING} rad/s or m/s unless the robot says how to smooth it. Friction
 * F that reverses then asks for a torque rate of about F q̈/w, so that a smaller w makes torque rate limits harder to keep.
 */
public final class TreeDynamics implements MotionDynamics {
    public static final double FRICTION_SMOOTHING = 0.05;

    private final RobotModel model;
    private final InverseDynamics torques;
    private final TorqueSensitivity sensitivity;
    private final TorqueCurvature curvature;
    private final ForceRate rates;
    private final ForceRateSensitivity rateSensitivity;
    private final double[] torque;

    public TreeDynamics(RobotModel robot) {
        model = smooth(robot);
        torques = new InverseDynamics(model);
        sensitivity = new TorqueSensitivity(model);
        curvature = new TorqueCurvature(model);
        rates = new ForceRate(model);
        rateSensitivity = new ForceRateSensitivity(model);
        torque = new double[model.jointCount()];
    }

    /** The robot with smooth friction, if it is a tree of rigid joints on a base at rest. */
    public static RobotModel smooth(RobotModel robot) {
        robot.requireTree("planning by the dynamics of a tree");
        requireRigidOnFixedBase(robot);
        return withSmoothFriction(robot);
    }

    /** Complains about robots whose motion the torques of their coordinates alone do not determine. */
    static void requireRigidOnFixedBase(RobotModel robot) {
        robot.requireFixedBase("planning");
        if (!robot.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "joint \"%s\" of robot \"%s\" is elastic, but planning is for rigid joints: take withoutSprings() if that is meant"
                            .formatted(robot.elasticJoints().get(0).name(), robot.name()));
        }
    }

    static RobotModel withSmoothFriction(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            builder.replace(joint.with(smooth(joint.friction()))
                    .with(joint.drive().with(smooth(joint.drive().motorFriction()))));
        }
        return builder.build();
    }

    private static Friction smooth(Friction friction) {
        boolean jumps = friction.coulomb() != 0 && friction.smoothingVelocity() == 0;
        return jumps ? friction.smoothed(FRICTION_SMOOTHING) : friction;
    }

    /** The robot as it is planned for, its friction smooth. */
    public RobotModel model() {
        return model;
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
        torques.compute(q, qd, qdd, torqueOut);
    }

    @Override
    public void torqueDerivatives(
            double[] q, double[] qd, double[] qdd, double[] byPosition, double[] byVelocity, double[] byAcceleration) {
        sensitivity.compute(q, qd, qdd, byPosition, byVelocity, byAcceleration);
    }

    @Override
    public void torqueCurvature(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut) {
        curvature.compute(q, qd, qdd, lambda, hessianOut);
    }

    @Override
    public void torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd, double[] rateOut) {
        rates.compute(q, qd, qdd, qddd, torque, rateOut);
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
        rateSensitivity.compute(q, qd, qdd, qddd, byPosition, byVelocity, byAcceleration, byJerk);
    }

    @Override
    public TreeDynamics copy() {
        return new TreeDynamics(model);
    }
}
