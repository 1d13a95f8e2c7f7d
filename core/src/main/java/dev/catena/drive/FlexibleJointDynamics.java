package dev.catena.drive;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.HybridDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Robots with lumped elasticity, [Khalil 67–82]: in an elastic joint a spring stands in the place of the motor,
 * τ = −K (q − q₀), with q₀ the {@link Spring#restOffset}. There are no motor angles and all vectors are joint vectors.
 * Friction, reflected inertia and rotors of an elastic joint's drive move with the joint, as they do in a rigid one.
 *
 * <p>Cost O(n), both ways. Rotors of elastic joints must sit on the joint's parent for inverse dynamics. One object per
 * thread: {@code dynamics.copy()} makes another for another thread.
 */
public final class FlexibleJointDynamics {
    private final int[] elastic;
    private final int[] rigid;
    private final Spring[] springs;
    private final HybridDynamics hybrid;
    private final ForwardDynamics forward;
    private final RobotModel model;
    private final Guard guard;
    private final double[] efforts;

    public FlexibleJointDynamics(RobotModel model) {
        this.model = model;
        model.requireTree("FlexibleJointDynamics");
        guard = new Guard(FlexibleJointDynamics.class, model);
        List<Joint> joints = model.elasticJoints();
        elastic = joints.stream()
                .mapToInt(joint -> model.coordinate(joint.name()))
                .toArray();
        rigid = model.movingJoints().stream()
                .filter(joint -> !joint.drive().isElastic())
                .mapToInt(joint -> model.coordinate(joint.name()))
                .toArray();
        springs = joints.stream().map(joint -> joint.drive().spring()).toArray(Spring[]::new);
        hybrid = new HybridDynamics(
                model,
                model.movingJoints().stream()
                        .filter(joint -> !joint.drive().isElastic())
                        .map(Joint::name)
                        .toList());
        forward = ForwardDynamics.of(model);
        efforts = new double[model.jointCount()];
    }

    private FlexibleJointDynamics(FlexibleJointDynamics other) {
        model = other.model;
        guard = other.guard.copy();
        elastic = other.elastic;
        rigid = other.rigid;
        springs = other.springs;
        hybrid = other.hybrid.copy();
        forward = other.forward.copy();
        efforts = new double[other.efforts.length];
    }

    /** The same of the same robot, with nothing computed. */
    public FlexibleJointDynamics copy() {
        return new FlexibleJointDynamics(this);
    }

    /**
     * Inverse dynamics: torques of the rigid joints and accelerations of the elastic ones, the base at rest and nothing
     * touching the robot.
     */
    public void inverse(double[] q, double[] qd, double[] qdd, double[] qddOut, double[] tauOut) {
        inverse(null, q, qd, qdd, null, qddOut, tauOut);
    }

    /**
     * Inverse dynamics: torques of the rigid joints and accelerations of the elastic ones.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param q of all joints
     * @param qd of all joints
     * @param qdd read for rigid joints
     * @param wrenches what the environment applies; null for nothing
     * @param qddOut all accelerations
     * @param tauOut all efforts, those of elastic joints being their springs'
     */
    public void inverse(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut,
            double[] tauOut) {
        guard.begin();
        check("q", q);
        guard.checkFinite("q", q);
        stretchSprings(q);
        hybrid.compute(base, q, qd, qdd, efforts, wrenches, qddOut, tauOut);
        guard.succeed();
    }

    /** Direct dynamics: all accelerations, the base at rest and nothing touching the robot. */
    public void forward(double[] q, double[] qd, double[] tau, double[] qddOut) {
        forward(null, q, qd, tau, null, qddOut);
    }

    /**
     * Direct dynamics: all accelerations.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     * @param tau read for rigid joints
     * @param wrenches what the environment applies; null for nothing
     */
    public void forward(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.checkThread();
        check("q", q);
        guard.checkFinite("q", q);
        check("tau", tau);
        for (int k : rigid) {
            guard.checkFinite("tau", tau, k);
        }
        guard.checkDistinct("qddOut", qddOut, "tau", tau);
        for (int k : rigid) {
            efforts[k] = tau[k];
        }
        stretchSprings(q);
        forward.compute(base, q, qd, efforts, wrenches, qddOut);
    }

    private void check(String name, double @Nullable [] vector) {
        if (vector == null || vector.length != efforts.length) {
            throw Guard.unfit(
                    name, vector, "robot \"%s\" has %s moving joints".formatted(model.name(), efforts.length));
        }
    }

    /** Γⱼ = −Kⱼ (qⱼ − q₀ⱼ), [Khalil 69–70]. */
    private void stretchSprings(double[] q) {
        for (int e = 0; e < elastic.length; e++) {
            efforts[elastic[e]] = springs[e].effort(q[elastic[e]], 0);
        }
        guard.checkResult("the efforts of springs", efforts);
    }

    /** Finds what the joints carry in the motion of the last {@link #inverse}. */
    public void computeJointWrenches() {
        guard.requireResults();
        guard.checkThread();
        hybrid.computeJointWrenches();
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, after
     * {@link #computeJointWrenches}; for body 0, what the world exerts on the base.
     */
    public Wrench jointWrenchInBody(int body) {
        guard.requireResults();
        return hybrid.jointWrenchInBody(body);
    }

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        guard.requireResults();
        hybrid.jointWrenchInBody(body, wrenchOut);
    }
}
