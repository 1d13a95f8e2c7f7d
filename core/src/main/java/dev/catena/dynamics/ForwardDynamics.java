package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/**
 * The accelerations that torques give a robot: with a base at rest or moved as prescribed, or with a floating base whose
 * acceleration is a result too. Gravity, friction, reflected inertia, gyroscopic rotors and external wrenches count.
 *
 * <p>Which one? {@link #of} chooses. {@link ArticulatedForwardDynamics} (Khalil's recursion, O(n)) is the fastest and the
 * default. {@link ProximalForwardDynamics} (Nasser's recursion, O(n)) works in frames that do not turn with their own
 * joint, an independent check of the first. {@link DenseForwardDynamics} factors the mass matrix, O(n³), and is the one
 * for rotors carried by a body other than their joint's parent and for joints that follow others. One object per thread: {@link #copy} makes another for
 * another thread.
 */
public interface ForwardDynamics
        extends AccelerationFunction, FloatingAccelerationFunction, SurroundedAccelerationFunction {
    /** The fastest implementation that can do the robot. */
    static ForwardDynamics of(RobotModel model) {
        return of(MovingTree.of(ForwardDynamics.class, model));
    }

    /**
     * The same for a robot in which the motors of elastic joints turn on their own: all vectors are [q; θ], the joints'
     * numbers and then those of the motors, and springs are left out. {@code dev.catena.drive} adds them.
     */
    static ForwardDynamics withFreeMotors(RobotModel model) {
        return of(MovingTree.withFreeMotors(ForwardDynamics.class, model));
    }

    private static ForwardDynamics of(MovingTree tree) {
        return tree.couplings == null && DrivenJoints.rotorsSitOnParents(tree)
                ? new ArticulatedForwardDynamics(tree, new Guard(ArticulatedForwardDynamics.class, tree.model))
                : new DenseForwardDynamics(tree, new Guard(DenseForwardDynamics.class, tree.model));
    }

    /** The same of the same robot, with nothing computed. */
    @Override
    ForwardDynamics copy();

    /** Accelerations of the joints, the base at rest and nothing touching the robot. */
    @Override
    default void compute(double[] q, double[] qd, double[] tau, double[] qddOut) {
        compute(null, q, qd, tau, null, qddOut);
    }

    /**
     * Accelerations of the joints under external wrenches.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     * @param wrenches what the environment applies; null for nothing
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    @Override
    void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut);

    /**
     * Accelerations of a free base and of the joints, [Khalil 101–112].
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     * @throws SingularInertiaException naming what has no inertia
     */
    @Override
    void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut);

    /** Accelerations of a free base and of the joints, nothing touching the robot. */
    @Override
    default void computeFloating(
            BaseMotion base, double[] q, double[] qd, double[] tau, double[] baseAccelerationOut, double[] qddOut) {
        computeFloating(base, q, qd, tau, null, baseAccelerationOut, qddOut);
    }

    @Override
    default String origin() {
        return AccelerationFunction.super.origin();
    }

    /** Finds what the joints carry under the accelerations of the last computation. */
    void computeJointWrenches();

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, after
     * {@link #computeJointWrenches}; for body 0, what the world exerts on the base.
     */
    Wrench jointWrenchInBody(int body);

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
    void jointWrenchInBody(int body, double[] wrenchOut);
}
