package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The accelerations that efforts give a robot whose bodies are tied to each other or to the world: closed loops on any
 * base, feet on the ground; and what the ties carry. All joints and the base have coordinates, and the ties are
 * constraints: M u̇ + h = τ + A λ with d/dt(Aᵀu) = 0, by the recursion of the tree [Khalil 34–44] and a dense system with a
 * row for each constraint.
 *
 * <p>The position and velocity given must keep the constraints, {@link #gap} and {@link #slip} tell how well they do; no
 * term pulls them back. Redundant constraints are welcome: accelerations are unique, and the reactions those of least norm,
 * forces counted times a length of the robot beside moments. Reactions may pull: that a foot only pushes is for the caller
 * to see. Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ConstrainedForwardDynamics {
    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final Guard guard;
    private final ConstraintFrames frames;
    private final Reactions reactions;
    private final BaseMotion motion = new BaseMotion();
    private final double[] rows;

    /** Whether all ties hold bodies to the world: their frames are placed when somebody asks. */
    private final boolean holdsToWorld;

    private final double[] positions;
    private final double[] velocities;
    private boolean isBaseGiven;
    private final double[] ofBase = new double[6];
    private final double[] accelerations;

    /** Of a robot with closed loops, on whatever base. */
    public ConstrainedForwardDynamics(RobotModel model) {
        this(model, List.of());
    }

    /** @param contacts ties beyond the robot's own cut joints; the first body of one to the ground is {@code "world"} */
    public ConstrainedForwardDynamics(RobotModel model, List<CutJoint> contacts) {
        ConstraintFrames.requireRigid(model, "ElasticConstrainedForwardDynamics");
        this.model = model;
        this.contacts = List.copyOf(contacts);
        guard = new Guard(ConstrainedForwardDynamics.class, model);
        frames = new ConstraintFrames(model, this.contacts);
        reactions = new Reactions(frames);
        rows = new double[frames.rows];
        holdsToWorld = reactions.response.hasUnitRates()
                && Arrays.stream(frames.constraints).allMatch(Constraint::holdsToWorld);
        positions = new double[model.jointCount()];
        velocities = new double[model.jointCount()];
        accelerations = new double[model.jointCount()];
    }

    /** One for another thread. */
    public ConstrainedForwardDynamics copy() {
        return new ConstrainedForwardDynamics(model, contacts);
    }

    /** How many rows all constraints have. */
    public int rows() {
        return frames.rows;
    }

    /**
     * Accelerations on a base that rests or moves as told.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     * @param tau an effort at every moving joint
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        start(q, qd, tau, wrenches, qddOut);
        ExternalWrenches loads = frames.onTree(base, q, qd, wrenches);
        isBaseGiven = base != null;
        if (holdsToWorld) {
            reactions.response.release(base, q, qd, tau, loads);
            hold(base, q, qd);
        } else {
            reactions.response.compute(base, q, qd, tau, loads, accelerations);
            solve(base, q, qd);
        }
        finish(qddOut);
    }

    /**
     * Accelerations with a base that is free.
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
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "q", q);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qd", qd);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "tau", tau);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qddOut", qddOut);
        start(q, qd, tau, wrenches, qddOut);
        ExternalWrenches loads = frames.onTree(base, q, qd, wrenches);
        isBaseGiven = true;
        if (holdsToWorld) {
            reactions.response.releaseFloating(base, q, qd, tau, loads);
            hold(base, q, qd);
        } else {
            reactions.response.computeFloating(base, q, qd, tau, loads, ofBase, accelerations);
            motion.set(base).accelerationInBase(ofBase[0], ofBase[1], ofBase[2], ofBase[3], ofBase[4], ofBase[5]);
            solve(motion, q, qd);
        }
        System.arraycopy(ofBase, 0, baseAccelerationOut, 0, 6);
        finish(qddOut);
    }

    private void start(double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches, double[] qddOut) {
        guard.begin();
        int n = accelerations.length;
        guard.checkLength("q", q, n);
        guard.checkLength("qd", qd, n);
        guard.checkLength("tau", tau, n);
        guard.checkLength("qddOut", qddOut, n);
        guard.checkDistinct("qddOut", qddOut, "q", q);
        guard.checkDistinct("qddOut", qddOut, "qd", qd);
        guard.checkDistinct("qddOut", qddOut, "tau", tau);
        guard.checkFinite("q", q, "qd", qd, "tau", tau);
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
    }

    /** Λ λ = −(the rows' accelerations without reactions), and the accelerations with them. */
    private void solve(@Nullable BaseMotion base, double[] q, double[] qd) {
        frames.move(base, q, qd, accelerations);
        reactions.stop(rows);
        accelerate();
    }

    /** The same where all rows are components of velocities of bodies, whose frames need not be placed. */
    private void hold(@Nullable BaseMotion base, double[] q, double[] qd) {
        reactions.factor();
        reactions.response.unitRates(rows);
        reactions.solve(rows, 1);
        accelerate();
        if (base != null) {
            motion.set(base);
        }
        System.arraycopy(q, 0, positions, 0, q.length);
        System.arraycopy(qd, 0, velocities, 0, qd.length);
    }

    private void accelerate() {
        guard.checkResult("the reactions", reactions.lambda);
        reactions.response.accelerate(reactions.lambda, ofBase, accelerations);
    }

    private void finish(double[] qddOut) {
        System.arraycopy(accelerations, 0, qddOut, 0, qddOut.length);
        guard.succeed();
    }

    /**
     * What the first body of a tie, or the ground, exerts on the second by the last computation: force and moment about
     * the origin of the tie's frame on the second body, in the axes of that frame. Ties are the robot's cut joints, then
     * the contacts.
     */
    public void reaction(int tie, double[] wrenchOut) {
        guard.requireResults();
        guard.checkLength("wrenchOut", wrenchOut, 6);
        place();
        frames.wrench(tie, reactions.lambda, wrenchOut);
    }

    /** Frames where the last computation had them. */
    private void place() {
        if (holdsToWorld) {
            frames.move(isBaseGiven ? motion : null, positions, velocities, null);
        }
    }

    /** How many constraints are independent in the pose of the last computation. */
    public int rank() {
        guard.requireResults();
        return reactions.rank();
    }

    /** AᵀM⁻¹A by the last computation, row-major, rows in the order of ties: forces, then moments, along axes of the second frame. */
    public void delassus(double[] matrixOut) {
        guard.requireResults();
        guard.checkLength("matrixOut", matrixOut, reactions.delassus.length);
        System.arraycopy(reactions.delassus, 0, matrixOut, 0, matrixOut.length);
    }

    /** The largest velocity, m/s or rad/s, that the last computation's motion has along constraints; zero if it keeps them. */
    public double slip() {
        guard.requireResults();
        place();
        return frames.slip(rows);
    }

    /** The largest distance, m, or angle, rad, by which ties were open in the pose of the last computation. */
    public double gap() {
        guard.requireResults();
        place();
        return frames.gap();
    }

    /** What friction in the ties took in the motion of the last computation, in watts. */
    public double frictionLoss() {
        guard.requireResults();
        return frames.frictionLoss();
    }
}
