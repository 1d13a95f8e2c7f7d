package dev.catena.drive;

import dev.catena.dynamics.DenseForwardDynamics;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * The accelerations [q̈; θ̈] that motor torques give a robot with rigid and elastic joints mixed and motors on any body.
 *
 * <p>{@code new ElasticForwardDynamics(model)} takes O(n): the motor of an elastic joint touches the robot at its carrier
 * alone, so that θ̈ is eliminated there and the recursion over the tree stays what it is for rigid robots. Only rotors of
 * rigid joints that sit elsewhere than on the joint's parent need the matrix form, [Hua] Algorithm 2 in O(n³), which is
 * chosen for them and which {@link #withMatrices} gives for any robot.
 *
 * <p>All vectors but τ have N + Nₑ entries, see {@link ElasticCoordinates}; τ has one entry per joint. One object per
 * thread: {@code dynamics.copy()} makes another for another thread.
 */
public final class ElasticForwardDynamics {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final ForwardDynamics forward;
    private final double[] forces;

    public ElasticForwardDynamics(RobotModel model) {
        this(new ElasticCoordinates(model));
    }

    public ElasticForwardDynamics(ElasticCoordinates coordinates) {
        this(coordinates, ForwardDynamics.withFreeMotors(coordinates.model()));
    }

    private ElasticForwardDynamics(ElasticCoordinates coordinates, ForwardDynamics forward) {
        this.coordinates = coordinates;
        coordinates.model().requireTree("ElasticForwardDynamics");
        guard = new Guard(ElasticForwardDynamics.class, coordinates.model());
        this.forward = forward;
        forces = new double[coordinates.size()];
    }

    /** In matrix form, an independent check of the recursion. */
    public static ElasticForwardDynamics withMatrices(RobotModel model) {
        ElasticCoordinates coordinates = new ElasticCoordinates(model);
        return new ElasticForwardDynamics(coordinates, DenseForwardDynamics.withFreeMotors(model));
    }

    public ElasticCoordinates coordinates() {
        return coordinates;
    }

    /** The same of the same robot, with nothing computed. */
    public ElasticForwardDynamics copy() {
        return new ElasticForwardDynamics(coordinates, forward.copy());
    }

    /** Accelerations of joints and motors, the base at rest and nothing touching the robot. */
    public void compute(double[] q, double[] qd, double[] tau, double[] qddOut) {
        compute(null, q, qd, tau, null, qddOut);
    }

    /**
     * Accelerations of joints and motors under external wrenches.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     * @param q [q; θ]
     * @param qd [q̇; θ̇]
     * @param tau motor torques, by joint
     * @param wrenches what the environment applies; null for nothing
     * @param qddOut [q̈; θ̈]
     * @throws dev.catena.dynamics.SingularInertiaException naming the joint that has no inertia
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        check(q, tau, qddOut);
        addSprings(q, tau);
        forward.compute(base, q, qd, forces, wrenches, qddOut);
        guard.succeed();
    }

    /**
     * Accelerations of a free base, joints and motors.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        guard.begin();
        guard.checkFloatingBase();
        check(q, tau, qddOut);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "tau", tau);
        addSprings(q, tau);
        forward.computeFloating(base, q, qd, forces, wrenches, baseAccelerationOut, qddOut);
        guard.succeed();
    }

    /**
     * Accelerations under efforts that are given in place of the springs', for integrators that find the springs' efforts
     * within a step.
     *
     * @param base as for {@link #computeFloating}; null for a fixed base at the world's origin
     * @param springEfforts what each spring does to its joint, Nₑ numbers
     * @param baseAccelerationOut as for {@link #computeFloating}; not written without a base
     */
    public void computeWithSpringEfforts(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            double[] springEfforts,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        guard.begin();
        check(q, tau, qddOut);
        guard.checkLength("springEfforts", springEfforts, coordinates.motorCount());
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "tau", tau);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "springEfforts", springEfforts);
        guard.checkFinite("springEfforts", springEfforts);
        System.arraycopy(tau, 0, forces, 0, coordinates.jointCount());
        for (int e = 0; e < springEfforts.length; e++) {
            stretch(e, tau, springEfforts[e]);
        }
        guard.checkResult("the efforts of springs", forces);
        if (base == null) {
            guard.checkFixedBase();
            forward.compute(null, q, qd, forces, wrenches, qddOut);
        } else {
            guard.checkFloatingBase();
            forward.computeFloating(base, q, qd, forces, wrenches, baseAccelerationOut, qddOut);
        }
        guard.succeed();
    }

    /** Checks what {@link #forward} does not see as it was given. */
    private void check(double[] q, double[] tau, double[] qddOut) {
        coordinates.tree().check("q", q);
        coordinates.checkJoints("tau", tau);
        coordinates.tree().check("qddOut", qddOut);
        guard.checkDistinct("qddOut", qddOut, "tau", tau);
        guard.checkFinite("q", q);
        guard.checkFinite("tau", tau);
    }

    /** A spring drives its joint and brakes its motor: [τ; K (θ − q)] on joints, τ − K (θ − q) on motors, [Hua 28–30]. */
    private void addSprings(double[] q, double[] tau) {
        System.arraycopy(tau, 0, forces, 0, coordinates.jointCount());
        for (int e = 0; e < coordinates.motorCount(); e++) {
            stretch(e, tau, coordinates.effortOf(e, q));
        }
        guard.checkResult("the efforts of springs", forces);
    }

    private void stretch(int e, double[] tau, double effort) {
        int k = coordinates.jointOfMotor(e);
        forces[k] = effort;
        forces[coordinates.jointCount() + e] = tau[k] - effort;
    }

    /** Finds what the joints carry under the accelerations of the last computation. */
    public void computeJointWrenches() {
        guard.requireResults();
        guard.checkThread();
        forward.computeJointWrenches();
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, after
     * {@link #computeJointWrenches}; for body 0, what the world exerts on the base.
     */
    public Wrench jointWrenchInBody(int body) {
        guard.requireResults();
        return forward.jointWrenchInBody(body);
    }

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        guard.requireResults();
        forward.jointWrenchInBody(body, wrenchOut);
    }
}
