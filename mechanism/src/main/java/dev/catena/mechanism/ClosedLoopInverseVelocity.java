package dev.catena.mechanism;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.reach.InverseVelocity;
import dev.catena.reach.PoseTarget;
import java.util.List;

/**
 * Velocities and accelerations of the independent joints of a robot with closed loops that move its bodies as wanted, as {@link
 * InverseVelocity} of trees: J G q̇_a = v and J G q̈_a = a − J̇ q̇ − J Ġ q̇_a. Near poses where bodies hardly move they are damped;
 * where the loops themselves are singular there is no answer but a {@link LoopException}.
 *
 * <p>The loops are closed from the pose found last, at first the assembly; {@link #restart} goes back to that. One per thread: {@code
 * inverse.copy()} makes another for another thread.
 */
public final class ClosedLoopInverseVelocity {
    private final RobotModel robot;
    private final List<PoseTarget> targets;
    private final double length;
    private final double leastGain;
    private final LoopPostures postures;
    private final InverseVelocity inverse;

    /**
     * @param length what a radian is worth in meters, such as the size of what the body carries
     * @param leastGain damping begins where a unit of joint motion moves the bodies by less than this in some direction, meters
     */
    public ClosedLoopInverseVelocity(RobotModel robot, List<PoseTarget> targets, double length, double leastGain) {
        this.robot = robot;
        this.targets = List.copyOf(targets);
        this.length = length;
        this.leastGain = leastGain;
        postures = new LoopPostures(robot, true);
        inverse = new InverseVelocity(robot.openTree(), postures, this.targets, length, leastGain);
    }

    /** Of the same robot and targets, for another thread, at the assembly. */
    public ClosedLoopInverseVelocity copy() {
        return new ClosedLoopInverseVelocity(robot, targets, length, leastGain);
    }

    /** Forgets the pose found last. */
    public void restart() {
        postures.restart();
    }

    /**
     * q̇_a for velocities of the targets' points and angular velocities, in world axes; the base is fixed.
     *
     * @param twistInWorld for each target linear, then angular
     */
    public void velocities(double[] q, double[] twistInWorld, double[] qdOut) {
        inverse.velocities(q, twistInWorld, qdOut);
    }

    /** As {@link #velocities}, with a base that floats, whose pose is given. */
    public void velocitiesFloating(
            BaseMotion base, double[] q, double[] twistInWorld, double[] baseTwistInWorldOut, double[] qdOut) {
        inverse.velocitiesFloating(base, q, twistInWorld, baseTwistInWorldOut, qdOut);
    }

    /**
     * q̈_a for classical accelerations of the targets' points and angular accelerations, in world axes; the base is fixed.
     *
     * @param accelerationInWorld for each target linear, then angular
     */
    public void accelerations(double[] q, double[] qd, double[] accelerationInWorld, double[] qddOut) {
        inverse.accelerations(q, qd, accelerationInWorld, qddOut);
    }

    /** As {@link #accelerations}, with a base that floats, whose pose and velocity are given. */
    public void accelerationsFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] accelerationInWorld,
            double[] baseAccelerationInWorldOut,
            double[] qddOut) {
        inverse.accelerationsFloating(base, q, qd, accelerationInWorld, baseAccelerationInWorldOut, qddOut);
    }

    /** By how much a unit of joint motion moves the targets in the direction where it moves them least, meters; 0 if singular. */
    public double gain() {
        return inverse.gain();
    }

    /** Whether the pose was so near to a singular one that joints were held back. */
    public boolean isDamped() {
        return inverse.isDamped();
    }

    /** How much of what was wanted is missed of the targets of the first priority, turns in meters. */
    public double residual() {
        return inverse.residual();
    }
}
