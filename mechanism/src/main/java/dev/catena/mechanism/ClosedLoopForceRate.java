package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingForceRate;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * The efforts of the actuators of a robot with closed loops and their time derivatives, along a motion of its independent
 * joints whose jerk is known; likewise what the cut joints carry. On a base at rest, moved as told, or free.
 *
 * <p>With the cut wrenches as loads of the tree, for constant multipliers, passive joints need no effort: Γ^λ = SᵀΓ_act.
 * Then γ = Gᵀ Γ^λ, and γ̇ = Gᵀ Γ̇^λ + Ġ_actᵀ Γ_act, of which the last part vanishes where the active joints are the
 * independent ones: the force rates of the tree do once more, and Ġ is not needed, [Guarino 3–21] under [Khalil 55].
 *
 * <p>Redundant actuators and redundant constraints have the rates of their solutions of least norm. Nothing is allocated
 * after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopForceRate {
    private final RobotModel model;
    private final Guard guard;
    private final LoopKinematics kinematics;
    private final InverseDynamics tree;
    private final ForceRate rates;
    private final @Nullable FloatingInverseDynamics floatingTree;
    private final @Nullable FloatingForceRate floatingRates;
    private final ActuatorShare share;
    private final CutLoads loads;
    private final CutFriction friction;
    private final double[] qddd;
    private final double[] jerkBias;
    private final double[] treeEfforts;
    private final double[] treeRates;
    private final double[] unbalanced;
    private final double[] ofIndependent;
    private final double[] gained;
    private final double[] multipliers;
    private final double[] multiplierRates;
    private final double[] efforts;
    private final double[] baseAcceleration = new double[6];
    private final double[] baseJerk = new double[6];
    private int revision;
    private boolean cutRatesKnown;

    public ClosedLoopForceRate(RobotModel model) {
        ClosedLoopInverseDynamics.requireRigid(model);
        this.model = model;
        guard = new Guard(ClosedLoopForceRate.class, model);
        kinematics = new LoopKinematics(model);
        RobotModel open = model.openTree();
        tree = new InverseDynamics(open);
        rates = new ForceRate(open);
        boolean floating = model.baseKind() == BaseKind.FLOATING;
        floatingTree = floating ? new FloatingInverseDynamics(open) : null;
        floatingRates = floating ? new FloatingForceRate(open) : null;
        share = new ActuatorShare(model, kinematics);
        friction = new CutFriction(model, kinematics.closure.equations);
        loads = new CutLoads(model, kinematics.closure.equations, friction);
        int n = kinematics.n;
        qddd = new double[n];
        jerkBias = new double[n];
        treeEfforts = new double[n];
        treeRates = new double[n];
        unbalanced = new double[n];
        ofIndependent = new double[kinematics.count];
        gained = new double[kinematics.count];
        multipliers = new double[kinematics.closure.equations.rows];
        multiplierRates = new double[kinematics.closure.equations.rows];
        efforts = new double[share.active.length];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopForceRate copy() {
        return new ClosedLoopForceRate(model);
    }

    /**
     * Efforts and their rates, the base at rest and nothing touching the robot.
     *
     * @throws LoopException where the loops do not close
     */
    public void compute(
            double[] q, double[] qd, double[] qdd, double[] qddd, double[] effortsOut, double[] effortRatesOut) {
        compute(null, q, qd, qdd, qddd, null, effortsOut, effortRatesOut);
    }

    /**
     * Efforts and their rates on a base that rests or moves as told, under external wrenches.
     *
     * @param base how the base moves, jerk included; null for a fixed base at the world's origin
     * @param wrenches what the environment applies, rates included; null for nothing
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] effortsOut,
            double[] effortRatesOut) {
        start(q, qd, qdd, qddd, wrenches, effortsOut, effortRatesOut);
        tree.compute(base, kinematics.closure.q, kinematics.qd, kinematics.qdd, wrenches, treeEfforts);
        findLoads(wrenches, effortsOut);
        rates.compute(
                base,
                kinematics.closure.q,
                kinematics.qd,
                kinematics.qdd,
                this.qddd,
                loads.wrenches,
                treeEfforts,
                treeRates);
        finish(effortsOut, effortRatesOut);
    }

    /**
     * The same where nothing holds the base: its acceleration and jerk follow from the motion.
     *
     * @param base pose and velocity of the base; its acceleration and jerk are not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     * @param baseJerkOut their inertial derivatives, in base axes
     */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] baseJerkOut,
            double[] effortsOut,
            double[] effortRatesOut) {
        guard.begin();
        if (floatingTree == null || floatingRates == null) {
            throw new IllegalArgumentException(
                    "the base of robot \"%s\" is fixed; use compute, or ask withFloatingBase() for a robot whose base is free"
                            .formatted(model.name()));
        }
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkLength("baseJerkOut", baseJerkOut, 6);
        checkOutput("baseAccelerationOut", baseAccelerationOut, q, qd, qdd, qddd);
        checkOutput("baseJerkOut", baseJerkOut, q, qd, qdd, qddd);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "effortsOut", effortsOut);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "effortRatesOut", effortRatesOut);
        guard.checkDistinct("baseJerkOut", baseJerkOut, "effortsOut", effortsOut);
        guard.checkDistinct("baseJerkOut", baseJerkOut, "effortRatesOut", effortRatesOut);
        guard.checkDistinct("baseJerkOut", baseJerkOut, "baseAccelerationOut", baseAccelerationOut);
        start(q, qd, qdd, qddd, wrenches, effortsOut, effortRatesOut);
        double[] pose = kinematics.closure.q;
        floatingTree.compute(base, pose, kinematics.qd, kinematics.qdd, wrenches, baseAcceleration, treeEfforts);
        findLoads(wrenches, effortsOut);
        floatingRates.compute(
                base,
                pose,
                kinematics.qd,
                kinematics.qdd,
                this.qddd,
                loads.wrenches,
                baseAcceleration,
                baseJerk,
                treeEfforts,
                treeRates);
        finish(effortsOut, effortRatesOut);
        System.arraycopy(baseAcceleration, 0, baseAccelerationOut, 0, 6);
        System.arraycopy(baseJerk, 0, baseJerkOut, 0, 6);
    }

    /** The motion of all joints: q⃛_tr = G q⃛_a + (the jerk for q⃛_a = 0). */
    private void start(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] jerk,
            @Nullable ExternalWrenches wrenches,
            double[] effortsOut,
            double[] effortRatesOut) {
        guard.begin();
        cutRatesKnown = false;
        check(q, qd, qdd, jerk, effortsOut, effortRatesOut);
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        if (!kinematics.close(q).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(qd);
        kinematics.accelerate(qdd);
        kinematics.times(jerk, qddd);
        kinematics.thirdOrder(kinematics.qd, kinematics.qdd, jerkBias);
        for (int k = 0; k < qddd.length; k++) {
            qddd[k] += jerkBias[k];
        }
        guard.checkResult("the jerks", qddd);
    }

    /** Γ_act, then λ from Jᵀ λ = Γ_tr − SᵀΓ_act, applied to the tree. */
    private void findLoads(@Nullable ExternalWrenches wrenches, double[] effortsOut) {
        friction.addTo(kinematics.closure.q, kinematics.qd, treeEfforts);
        kinematics.transposeTimes(treeEfforts, ofIndependent);
        share.share(ofIndependent, efforts);
        subtractActive(treeEfforts, efforts);
        kinematics.closure.solveMultipliers(unbalanced, multipliers);
        loads.set(wrenches, multipliers);
        System.arraycopy(efforts, 0, effortsOut, 0, efforts.length);
    }

    private void subtractActive(double[] ofTree, double[] ofActive) {
        System.arraycopy(ofTree, 0, unbalanced, 0, unbalanced.length);
        for (int a = 0; a < ofActive.length; a++) {
            unbalanced[share.active[a]] -= ofActive[a];
        }
    }

    /** γ̇ − Ġ_actᵀ Γ_act = Gᵀ Γ̇^λ, and Γ̇_act from it. */
    private void finish(double[] effortsOut, double[] effortRatesOut) {
        kinematics.transposeTimes(treeRates, gained);
        share.shareRates(efforts, gained, effortRatesOut);
        subtractActive(treeRates, effortRatesOut);
        guard.checkResult("effortsOut", effortsOut);
        guard.checkResult("effortRatesOut", effortRatesOut);
        revision = kinematics.closure.revision();
        guard.succeed();
    }

    private void check(
            double[] q, double[] qd, double[] qdd, double[] jerk, double[] effortsOut, double[] effortRatesOut) {
        int count = kinematics.count;
        guard.checkLength("q", q, count);
        guard.checkLength("qd", qd, count);
        guard.checkLength("qdd", qdd, count);
        guard.checkLength("qddd", jerk, count);
        guard.checkLength("effortsOut", effortsOut, efforts.length);
        guard.checkLength("effortRatesOut", effortRatesOut, efforts.length);
        checkOutput("effortsOut", effortsOut, q, qd, qdd, jerk);
        checkOutput("effortRatesOut", effortRatesOut, q, qd, qdd, jerk);
        guard.checkDistinct("effortRatesOut", effortRatesOut, "effortsOut", effortsOut);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        guard.checkFinite("qddd", jerk);
    }

    private void checkOutput(String name, double[] out, double[] q, double[] qd, double[] qdd, double[] jerk) {
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "qdd", qdd);
        guard.checkDistinct(name, out, "qddd", jerk);
    }

    private void requireResults() {
        guard.requireResults();
        kinematics.requirePose(revision);
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }

    /** Jerks of all moving joints. */
    public void jerks(double[] jerksOut) {
        requireResults();
        guard.checkLength("jerksOut", jerksOut, qddd.length);
        System.arraycopy(qddd, 0, jerksOut, 0, jerksOut.length);
    }

    /**
     * Finds the rates of what the cut joints carry in the motion of the last computation. Where constraints are redundant
     * they are those of the wrenches of least norm.
     */
    public void computeCutWrenchRates() {
        requireResults();
        kinematics.closure.solveMultiplierRates(kinematics.qd, multipliers, unbalanced, multiplierRates);
        cutRatesKnown = true;
    }

    /**
     * What the first body of a cut joint exerts on the second, and the rates of its components, after
     * {@link #computeCutWrenchRates}: force and moment about the origin of the joint's frame on the second body, in the
     * axes of that frame.
     */
    public void cutWrench(int cut, double[] wrenchOut, double[] wrenchRateOut) {
        CutConstraint constraint = kinematics.cut(cut);
        guard.checkLength("wrenchOut", wrenchOut, 6);
        guard.checkLength("wrenchRateOut", wrenchRateOut, 6);
        guard.checkDistinct("wrenchRateOut", wrenchRateOut, "wrenchOut", wrenchOut);
        requireResults();
        if (!cutRatesKnown) {
            throw new IllegalStateException("call computeCutWrenchRates first");
        }
        double length = kinematics.closure.equations.length;
        constraint.wrench(length, multipliers, wrenchOut);
        constraint.wrenchRate(length, multipliers, multiplierRates, wrenchRateOut);
        friction.addToWrench(cut, wrenchOut);
        loads.addFrictionRate(cut, wrenchRateOut);
        guard.checkResult("wrenchRateOut", wrenchRateOut);
    }
}
