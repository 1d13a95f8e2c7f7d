package dev.catena.planning.function;

import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.function.RobotFunctions;
import dev.catena.function.SharedFunctions;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.sensitivity.ForceRateCurvature;
import dev.catena.sensitivity.ForceRateSensitivity;
import dev.catena.sensitivity.TorqueCurvatureFunction;
import dev.catena.sensitivity.TorqueSensitivityFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dynamics of a tree of bodies whose base is at rest. Coulomb friction that jumps at rest has no derivative there, so
 * it follows tanh(q̇/w) with w = {@value #FRICTION_SMOOTHING} rad/s or m/s unless the robot says how to smooth it. Friction
 * F that reverses then asks for a torque rate of about F q̈/w, so that a smaller w makes torque rate limits harder to keep.
 *
 * <p>Torques, their rates and the derivatives of torques come from {@link RobotFunctions}, each when it is first asked for;
 * derivatives of rates are hand-written. Copies share what was compiled.
 */
public final class TreeDynamics implements MotionDynamics {
    public static final double FRICTION_SMOOTHING = 0.05;

    private final RobotModel model;
    private final SharedFunctions functions;
    private final double[] torque;

    // made when they are first asked for
    private @Nullable TorqueFunction torques;
    private @Nullable TorqueSensitivityFunction sensitivity;
    private @Nullable TorqueCurvatureFunction curvature;
    private @Nullable TorqueRateFunction rates;
    private @Nullable ForceRateSensitivity rateSensitivity;
    private @Nullable ForceRateCurvature rateCurvature;

    /** By {@link RobotFunctions#automatic}. */
    public TreeDynamics(RobotModel robot) {
        this(robot, RobotFunctions.automatic());
    }

    /** @param source of torques, their rates and derivatives */
    public TreeDynamics(RobotModel robot, RobotFunctions source) {
        model = smooth(robot);
        functions = new SharedFunctions(model, source);
        torque = new double[model.jointCount()];
    }

    private TreeDynamics(TreeDynamics other) {
        model = other.model;
        functions = other.functions;
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
        requireRigid(robot);
    }

    static void requireRigid(RobotModel robot) {
        if (!robot.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "joint \"%s\" of robot \"%s\" is elastic, but planning is for rigid joints here: take withoutSprings(), on the command line --rigid, if that is meant"
                            .formatted(robot.elasticJoints().get(0).name(), robot.name()));
        }
    }

    /** The robot with friction that has derivatives. */
    public static RobotModel withSmoothFriction(RobotModel robot) {
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

    /** How this and all copies begin to compute what they were asked for so far, in words. */
    @Override
    public String origin() {
        return functions.origin();
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
        if (torques == null) {
            torques = functions.torque();
        }
        torques.compute(q, qd, qdd, torqueOut);
    }

    @Override
    public void torqueDerivatives(
            double[] q, double[] qd, double[] qdd, double[] byPosition, double[] byVelocity, double[] byAcceleration) {
        if (sensitivity == null) {
            sensitivity = functions.torqueSensitivity();
        }
        sensitivity.compute(q, qd, qdd, byPosition, byVelocity, byAcceleration);
    }

    @Override
    public void torqueCurvature(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut) {
        if (curvature == null) {
            curvature = functions.torqueCurvature();
        }
        curvature.compute(q, qd, qdd, lambda, hessianOut);
    }

    @Override
    public void torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd, double[] rateOut) {
        if (rates == null) {
            rates = functions.torqueRate();
        }
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
        if (rateSensitivity == null) {
            rateSensitivity = new ForceRateSensitivity(model);
        }
        rateSensitivity.compute(q, qd, qdd, qddd, byPosition, byVelocity, byAcceleration, byJerk);
    }

    @Override
    public void torqueRateCurvature(
            double[] q, double[] qd, double[] qdd, double[] qddd, double[] lambda, double[] hessianOut) {
        if (rateCurvature == null) {
            rateCurvature = new ForceRateCurvature(model);
        }
        rateCurvature.compute(q, qd, qdd, qddd, lambda, hessianOut);
    }

    @Override
    public TreeDynamics copy() {
        return new TreeDynamics(this);
    }
}
