package dev.catena.mechanism;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.dynamics.WrenchResponse;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The accelerations [q̈; θ̈] that motor torques give a robot with rigid and elastic joints mixed whose bodies are tied to each
 * other or to the world: {@link ConstrainedForwardDynamics} with motors behind springs, as legs of walking robots have them.
 *
 * <p>Ties do not touch motors: A has zeros in their rows, and M is that of joints and motors, through which reactions go as
 * it is factored. All vectors but τ are [q; θ], see {@link ElasticCoordinates}; τ has one entry per moving joint. Position and
 * velocity of the joints must keep the ties. Reactions of redundant ties are those of least norm. Nothing is allocated after
 * construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ElasticConstrainedForwardDynamics {
    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final ConstraintFrames frames;
    private final Reactions reactions;
    private final BaseMotion motion = new BaseMotion();
    private final double[] rows;
    private final double[] forces;
    private final double[][] ofJoints;
    private final double[] ofBase = new double[6];
    private final double[] baseChange = new double[6];
    private final double[] accelerations;
    private final double[] changes;

    /** @param contacts ties beyond the robot's own cut joints; the first body of one to the ground is {@code "world"} */
    public ElasticConstrainedForwardDynamics(RobotModel model, List<CutJoint> contacts) {
        this.model = model;
        this.contacts = List.copyOf(contacts);
        coordinates = new ElasticCoordinates(model);
        guard = new Guard(ElasticConstrainedForwardDynamics.class, model);
        frames = new ConstraintFrames(model, this.contacts);
        reactions = new Reactions(frames, WrenchResponse.withFreeMotors(frames.tree, frames.rows));
        rows = new double[frames.rows];
        forces = new double[coordinates.size()];
        ofJoints = new double[3][coordinates.jointCount()];
        accelerations = new double[coordinates.size()];
        changes = new double[coordinates.size()];
    }

    /** One for another thread. */
    public ElasticConstrainedForwardDynamics copy() {
        return new ElasticConstrainedForwardDynamics(model, contacts);
    }

    /**
     * Accelerations of joints and motors on a base that rests or moves as told.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     * @param q [q; θ], likewise qd and qddOut
     * @param tau motor torques, by moving joint
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.begin();
        start(q, qd, "tau", tau, coordinates.jointCount(), wrenches, qddOut);
        stretchSprings(q, tau);
        move(base, q, qd, wrenches, qddOut);
    }

    /**
     * The same under an effort at each joint, then at each motor behind a spring, to which springs add nothing: for stops and
     * whatever else acts on a joint beyond its spring.
     *
     * @param efforts by joint and by motor
     */
    public void computeWithAllEfforts(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] efforts,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.begin();
        start(q, qd, "efforts", efforts, coordinates.size(), wrenches, qddOut);
        System.arraycopy(efforts, 0, forces, 0, forces.length);
        move(base, q, qd, wrenches, qddOut);
    }

    private void move(
            @Nullable BaseMotion base, double[] q, double[] qd, @Nullable ExternalWrenches wrenches, double[] qddOut) {
        if (base == null) {
            guard.checkFixedBase();
        }
        reactions.response.compute(
                base, q, qd, forces, frames.onTree(base, ofJoints[0], ofJoints[1], wrenches), accelerations);
        solve(base);
        finish(qddOut);
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
        checkBase(q, qd, "tau", tau, baseAccelerationOut, qddOut);
        start(q, qd, "tau", tau, coordinates.jointCount(), wrenches, qddOut);
        stretchSprings(q, tau);
        moveFreely(base, q, qd, wrenches, baseAccelerationOut, qddOut);
    }

    /** {@link #computeWithAllEfforts} with a base that is free. */
    public void computeFloatingWithAllEfforts(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] efforts,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        guard.begin();
        checkBase(q, qd, "efforts", efforts, baseAccelerationOut, qddOut);
        start(q, qd, "efforts", efforts, coordinates.size(), wrenches, qddOut);
        System.arraycopy(efforts, 0, forces, 0, forces.length);
        moveFreely(base, q, qd, wrenches, baseAccelerationOut, qddOut);
    }

    private void moveFreely(
            BaseMotion base,
            double[] q,
            double[] qd,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        reactions.response.computeFloating(
                base, q, qd, forces, frames.onTree(base, ofJoints[0], ofJoints[1], wrenches), ofBase, accelerations);
        motion.set(base).accelerationInBase(ofBase[0], ofBase[1], ofBase[2], ofBase[3], ofBase[4], ofBase[5]);
        solve(motion);
        for (int k = 0; k < 6; k++) {
            baseAccelerationOut[k] = ofBase[k] + baseChange[k];
        }
        guard.checkResult("baseAccelerationOut", baseAccelerationOut);
        finish(qddOut);
    }

    private void checkBase(
            double[] q, double[] qd, String name, double[] efforts, double[] baseAccelerationOut, double[] qddOut) {
        guard.checkFloatingBase();
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "q", q);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qd", qd);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, name, efforts);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qddOut", qddOut);
    }

    private void start(
            double[] q,
            double[] qd,
            String name,
            double[] efforts,
            int length,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        int size = coordinates.size();
        int n = coordinates.jointCount();
        guard.checkLength("q", q, size);
        guard.checkLength("qd", qd, size);
        guard.checkLength(name, efforts, length);
        guard.checkLength("qddOut", qddOut, size);
        guard.checkDistinct("qddOut", qddOut, "q", q);
        guard.checkDistinct("qddOut", qddOut, "qd", qd);
        guard.checkDistinct("qddOut", qddOut, name, efforts);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite(name, efforts);
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        System.arraycopy(q, 0, ofJoints[0], 0, n);
        System.arraycopy(qd, 0, ofJoints[1], 0, n);
    }

    /** K (θ − q) drives a joint and brakes its motor, [Hua 28–30]. */
    private void stretchSprings(double[] q, double[] tau) {
        int n = coordinates.jointCount();
        System.arraycopy(tau, 0, forces, 0, n);
        for (int e = 0; e < coordinates.motorCount(); e++) {
            int k = coordinates.jointOfMotor(e);
            double effort = coordinates.springEffort(e, q);
            forces[k] = effort;
            forces[n + e] = tau[k] - effort;
        }
        guard.checkResult("the efforts of springs", forces);
    }

    /** Λ λ = −(the rows' accelerations without reactions), and M⁻¹Aλ. */
    private void solve(@Nullable BaseMotion base) {
        System.arraycopy(accelerations, 0, ofJoints[2], 0, ofJoints[2].length);
        frames.move(base, ofJoints[0], ofJoints[1], ofJoints[2]);
        reactions.stop(rows);
        guard.checkResult("the reactions", reactions.lambda);
        reactions.response.respond(reactions.lambda, baseChange, changes);
    }

    private void finish(double[] qddOut) {
        for (int k = 0; k < qddOut.length; k++) {
            qddOut[k] = accelerations[k] + changes[k];
        }
        guard.checkResult("qddOut", qddOut);
        guard.succeed();
    }

    /** As {@link ConstrainedForwardDynamics#reaction}. */
    public void reaction(int tie, double[] wrenchOut) {
        guard.requireResults();
        guard.checkLength("wrenchOut", wrenchOut, 6);
        frames.wrench(tie, reactions.lambda, wrenchOut);
    }

    /** As {@link ConstrainedForwardDynamics#slip}. */
    public double slip() {
        guard.requireResults();
        return frames.slip(rows);
    }

    /** As {@link ConstrainedForwardDynamics#gap}. */
    public double gap() {
        guard.requireResults();
        return frames.gap();
    }

    /** As {@link ConstrainedForwardDynamics#frictionLoss}. */
    public double frictionLoss() {
        guard.requireResults();
        return frames.frictionLoss();
    }
}
