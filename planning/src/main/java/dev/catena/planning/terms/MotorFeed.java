package dev.catena.planning.terms;

import dev.catena.drive.ElasticFeedForward;
import dev.catena.drive.FloatingElasticFeedForward;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ElasticLoopFeedForward;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.planning.function.FloatingDynamics;
import dev.catena.series.EffortSeries;
import dev.catena.series.LoopEfforts;
import dev.catena.tree.AppliedWrenches;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The feed-forward of robots of all kinds along a motion of their coordinates: trees, closed loops, and a base that floats, which
 * moves as zero momentum wants.
 */
final class MotorFeed {
    /** [q; θ] and its derivatives. */
    final double[][] motion;

    final double[] torque;

    private final boolean floats;
    private final int n;

    /** One of these. */
    private final @Nullable ElasticFeedForward tree;

    private final @Nullable FloatingElasticFeedForward floating;
    private final @Nullable ElasticLoopFeedForward loops;
    private final @Nullable StandingFeed standing;
    private final @Nullable FloatingDynamics links;
    private final @Nullable ExternalWrenches wrenches;
    private final BaseMotion base = new BaseMotion();
    private final double[] velocity = new double[6];
    private final double[] acceleration = new double[6];

    /** @param withRates whether rates of torques are wanted, for which one derivative more is read */
    MotorFeed(ElasticDrives drives, boolean withRates) {
        RobotModel robot = drives.robot();
        standing = drives.standing() == null ? null : new StandingFeed(drives, drives.standing(), withRates);
        floats = robot.baseKind() == BaseKind.FLOATING;
        boolean closed = robot.hasLoops();
        loops = !closed
                ? null
                : withRates ? ElasticLoopFeedForward.withRates(robot) : new ElasticLoopFeedForward(robot);
        floating = closed || !floats
                ? null
                : withRates ? FloatingElasticFeedForward.withRates(robot) : new FloatingElasticFeedForward(robot);
        tree = closed || floats || standing != null
                ? null
                : withRates ? ElasticFeedForward.withRates(robot) : new ElasticFeedForward(robot);
        links = floats ? new FloatingDynamics(drives.links()) : null;
        wrenches = drives.around().wrenches(robot);
        n = drives.coordinates().size();
        motion = new double[3][n + robot.elasticJoints().size()];
        torque = new double[n];
    }

    /** The highest derivative of the coordinates that is read. */
    int order() {
        if (standing != null) {
            return standing.order();
        }
        return loops != null
                ? loops.order()
                : floating != null
                        ? floating.order()
                        : Objects.requireNonNull(tree).order();
    }

    /** Efforts along a motion of a robot without springs whose loops are those of this one. */
    EffortSeries effortsOfLoops(RobotModel robot, int highest, @Nullable AppliedWrenches applied) {
        return LoopEfforts.DOOR.into(Objects.requireNonNull(loops)).of(robot, highest, applied);
    }

    /** Efforts of a robot that stands; of others they come from {@link ElasticDrives#efforts}. */
    @Nullable
    EffortSeries efforts() {
        return standing == null ? null : standing.efforts();
    }

    /** Motion and torques of the motors. */
    void compute(double[][] joints) {
        if (standing != null) {
            standing.compute(joints, motion, torque);
            return;
        }
        if (links != null) {
            links.base(joints[0], joints[1], joints[2], velocity, acceleration);
            base.velocityInBase(velocity[0], velocity[1], velocity[2], velocity[3], velocity[4], velocity[5]);
        }
        if (loops != null && floats) {
            loops.computeFloating(base, joints, wrenches, acceleration, motion[0], motion[1], motion[2], torque);
        } else if (loops != null) {
            loops.compute(joints, wrenches, motion[0], motion[1], motion[2], torque);
        } else if (floating != null) {
            floating.compute(base, joints, wrenches, acceleration, motion[0], motion[1], motion[2], torque);
        } else {
            Objects.requireNonNull(tree).compute(joints, wrenches, motion[0], motion[1], motion[2], torque);
        }
    }

    /** Of the last computation. */
    void torqueRates(double[] ratesOut) {
        if (standing != null) {
            standing.torqueRates(ratesOut);
        } else if (loops != null) {
            loops.torqueRates(ratesOut);
        } else if (floating != null) {
            floating.torqueRates(ratesOut);
        } else {
            Objects.requireNonNull(tree).torqueRates(ratesOut);
        }
    }

    /** A derivative of the motors' coordinates of the last computation: up to the second, of trees up to two less than the order. */
    void motors(int derivative, double[] thetaOut) {
        if (derivative > 2) {
            Objects.requireNonNull(tree).motorDerivative(derivative, thetaOut);
        } else {
            System.arraycopy(motion[derivative], n, thetaOut, 0, thetaOut.length);
        }
    }
}
