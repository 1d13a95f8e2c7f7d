package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * The efforts of the actuators of a robot with closed loops, Γ_c = Gᵀ Γ_tr, [Khalil 55], and what its cut joints carry.
 * Γ_tr is the inverse dynamics of the tree in the motion that the loops enforce, with friction and drives of passive
 * joints, and friction in cut joints. Where more joints are driven than the mechanism has freedoms, Γ_c has the least norm.
 *
 * <p>Positions, velocities and accelerations are those of the independent joints; efforts those of the active joints,
 * both in the order in which the model names them. Whether a pose can be reached is asked of
 * {@link LoopKinematics#close}, which has a status for it. Nothing is allocated after construction. Owned by one thread;
 * another one takes a {@link #copy}.
 */
public final class ClosedLoopInverseDynamics {
    private final RobotModel model;
    private final Guard guard;
    private final LoopKinematics kinematics;
    private final InverseDynamics tree;
    private final @Nullable FloatingInverseDynamics floatingTree;
    private final ActuatorShare share;
    private final CutFriction friction;
    private final double[] treeEfforts;
    private final double[] ofIndependent;
    private final double[] unbalanced;
    private final double[] multipliers;
    private int revision;
    private boolean cutWrenchesKnown;

    public ClosedLoopInverseDynamics(RobotModel model) {
        requireRigid(model);
        this.model = model;
        guard = new Guard(ClosedLoopInverseDynamics.class, model);
        kinematics = new LoopKinematics(model);
        tree = new InverseDynamics(model.openTree());
        floatingTree = model.baseKind() == BaseKind.FLOATING ? new FloatingInverseDynamics(model.openTree()) : null;
        share = new ActuatorShare(model, kinematics);
        friction = new CutFriction(model, kinematics.closure.equations);
        treeEfforts = new double[kinematics.n];
        unbalanced = new double[kinematics.n];
        ofIndependent = new double[kinematics.count];
        multipliers = new double[kinematics.closure.equations.rows];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopInverseDynamics copy() {
        return new ClosedLoopInverseDynamics(model);
    }

    /** Closed loops are computed with rigid drives. */
    static void requireRigid(RobotModel model) {
        if (!model.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has closed loops and an elastic drive at joint \"%s\", but here closed loops are computed with rigid drives only: take ElasticLoopInverseDynamics and its relatives, or withoutSprings()"
                            .formatted(
                                    model.name(), model.elasticJoints().get(0).name()));
        }
    }

    /**
     * Efforts for a motion of the independent joints.
     *
     * @throws LoopException where the loops do not close
     */
    public void compute(double[] q, double[] qd, double[] qdd, double[] effortsOut) {
        compute(q, qd, qdd, null, effortsOut);
    }

    /** As above, under external wrenches; null for none. */
    public void compute(
            double[] q, double[] qd, double[] qdd, @Nullable ExternalWrenches wrenches, double[] effortsOut) {
        compute(null, q, qd, qdd, wrenches, effortsOut);
    }

    /** As above, on a base that moves as told; null for a fixed base at the world's origin. */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] effortsOut) {
        start(q, qd, qdd, effortsOut);
        tree.compute(base, kinematics.closure.q, kinematics.qd, kinematics.qdd, wrenches, treeEfforts);
        finish(effortsOut);
    }

    /**
     * As above where nothing holds the base: its acceleration follows from the motion, since what cut joints carry
     * between bodies of the robot cancels there.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] effortsOut) {
        guard.begin();
        if (floatingTree == null) {
            throw new IllegalArgumentException(
                    "the base of robot \"%s\" is fixed; use compute, or ask withFloatingBase() for a robot whose base is free"
                            .formatted(model.name()));
        }
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "q", q);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qd", qd);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qdd", qdd);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "effortsOut", effortsOut);
        start(q, qd, qdd, effortsOut);
        floatingTree.compute(
                base, kinematics.closure.q, kinematics.qd, kinematics.qdd, wrenches, baseAccelerationOut, treeEfforts);
        finish(effortsOut);
    }

    private void start(double[] q, double[] qd, double[] qdd, double[] effortsOut) {
        guard.begin();
        cutWrenchesKnown = false;
        check(q, qd, qdd, effortsOut);
        if (!kinematics.close(q).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(qd);
        kinematics.accelerate(qdd);
    }

    private void finish(double[] effortsOut) {
        friction.addTo(kinematics.closure.q, kinematics.qd, treeEfforts);
        // Γ_c = Gᵀ Γ_tr, [Khalil 55]
        kinematics.transposeTimes(treeEfforts, ofIndependent);
        share.share(ofIndependent, effortsOut);
        System.arraycopy(treeEfforts, 0, unbalanced, 0, unbalanced.length);
        for (int a = 0; a < effortsOut.length; a++) {
            unbalanced[share.active[a]] -= effortsOut[a];
        }
        guard.checkResult("effortsOut", effortsOut);
        revision = kinematics.closure.revision();
        guard.succeed();
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] effortsOut) {
        int count = kinematics.count;
        guard.checkLength("q", q, count);
        guard.checkLength("qd", qd, count);
        guard.checkLength("qdd", qdd, count);
        guard.checkLength("effortsOut", effortsOut, share.active.length);
        guard.checkDistinct("effortsOut", effortsOut, "q", q);
        guard.checkDistinct("effortsOut", effortsOut, "qd", qd);
        guard.checkDistinct("effortsOut", effortsOut, "qdd", qdd);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
    }

    private void requireResults() {
        guard.requireResults();
        kinematics.requirePose(revision);
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }

    /** Γ_tr: what the joints of the open tree would need for the same motion against friction in the cut joints. */
    public void treeEfforts(double[] effortsOut) {
        requireResults();
        guard.checkLength("effortsOut", effortsOut, treeEfforts.length);
        System.arraycopy(treeEfforts, 0, effortsOut, 0, effortsOut.length);
    }

    /**
     * Finds what the cut joints carry in the motion of the last computation: multipliers with Γ_tr = Γ_c + Jᵀ λ. Where
     * constraints are redundant, as in planar loops, the motion does not determine all of them; then λ has the least
     * norm, forces counted times a length of the robot beside moments.
     */
    public void computeCutWrenches() {
        requireResults();
        kinematics.closure.solveMultipliers(unbalanced, multipliers);
        cutWrenchesKnown = true;
    }

    /**
     * What the first body of a cut joint exerts on the second, after {@link #computeCutWrenches}: force and moment about
     * the origin of the joint's frame on the second body, in the axes of that frame.
     */
    public void cutWrench(int cut, double[] wrenchOut) {
        CutConstraint constraint = kinematics.cut(cut);
        guard.checkLength("wrenchOut", wrenchOut, 6);
        requireResults();
        if (!cutWrenchesKnown) {
            throw new IllegalStateException("call computeCutWrenches first");
        }
        constraint.wrench(kinematics.closure.equations.length, multipliers, wrenchOut);
        friction.addToWrench(cut, wrenchOut);
    }

    /**
     * Efforts of the active joints that cancel each other in the pose of the last computation, orthonormal, one per row:
     * multiples of them may be added to any efforts. Empty where there are as many active joints as freedoms.
     */
    public double[][] nullSpace() {
        requireResults();
        return share.nullSpace();
    }
}
