package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The second derivatives of the efforts of a robot with closed loops, contracted with multipliers μ: the symmetric 3m × 3m
 * matrix μᵀ∂²γ/∂x∂x for x = (q_a, q̇_a, q̈_a) and γ of {@link ClosedLoopSensitivity}, exact, row-major.
 *
 * <p>μᵀγ = lᵀ Γ_tr(y) with l = G μ, and y = (q_tr, q̇_tr, q̈_tr) a function of x. By the chain rule
 *
 * <pre>
 * d²(μᵀγ) = y′ᵀ (lᵀ∂²Γ_tr) y′ + l′ᵀ ∂Γ_tr y′ + y′ᵀ ∂Γ_trᵀ l′ + (∂Γ_trᵀ l) · y″ + Γ_tr · l″
 * </pre>
 *
 * where lᵀ∂²Γ_tr and ∂Γ_tr are those of the tree, and y′, y″, l′, l″ follow from the derivatives of q_tr by q_a along the motion,
 * {@link LoopVariation}. Cut joints with friction are coordinates without inertia.
 *
 * <p>On a floating base six numbers of the base come first, as in {@link TorqueCurvature#computeFloating}; loops know nothing
 * of it. Of friction, the smooth form is differentiated. Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopCurvature {
    private final RobotModel model;
    private final Guard guard;
    private final VariedLoops loops;
    private final InverseDynamics tree;
    private final TorqueSensitivity sensitivity;
    private final TorqueCurvature treeCurvature;
    private final int count;

    /** How many motors turn on their own; they come after the joints, in the tree and in all vectors. */
    private final int motors;

    /** With rows of the base and without. */
    private final EffortTerm fixed;

    private final EffortTerm floating;
    private final double[] treeEfforts;

    /** μ of the independent joints. */
    private final double[] multipliers;

    private final double[] treeSecond;
    private final double[][] gradient;

    public ClosedLoopCurvature(RobotModel model) {
        this(rigid(model), false);
    }

    /** With the motors of elastic joints as coordinates of their own, without springs. */
    static ClosedLoopCurvature withFreeMotors(RobotModel model) {
        return new ClosedLoopCurvature(model, true);
    }

    private static RobotModel rigid(RobotModel model) {
        ClosedLoopInverseDynamics.requireRigid(model);
        return model;
    }

    private ClosedLoopCurvature(RobotModel model, boolean freeMotors) {
        this.model = model;
        guard = new Guard(ClosedLoopCurvature.class, model);
        RobotModel open = model.openTree();
        motors = freeMotors ? model.elasticJoints().size() : 0;
        tree = freeMotors ? InverseDynamics.withFreeMotors(open) : new InverseDynamics(open);
        sensitivity = freeMotors ? TorqueSensitivity.withFreeMotors(open) : new TorqueSensitivity(open);
        treeCurvature = freeMotors ? TorqueCurvature.withFreeMotors(open) : new TorqueCurvature(open);
        int most = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        loops = new VariedLoops(model, 2, motors, most);
        count = loops.count;
        int ofTree = loops.n + motors;
        fixed = new EffortTerm(loops, 0, 3, ofTree, true);
        floating = most > 0 ? new EffortTerm(loops, 0, 3, most + ofTree, true) : fixed;
        treeEfforts = new double[ofTree];
        multipliers = new double[count];
        int all = 3 * (most + ofTree + loops.friction.cuts.length);
        treeSecond = new double[all * all];
        gradient = new double[3][all / 3];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopCurvature copy() {
        return new ClosedLoopCurvature(model, motors > 0);
    }

    /**
     * The contracted second derivatives for a robot that nothing touches, its base at rest.
     *
     * @param mu a number for every independent joint
     * @throws LoopException where the loops do not close
     */
    public void compute(double[] q, double[] qd, double[] qdd, double[] mu, double[] hessianOut) {
        compute(null, q, qd, qdd, null, mu, hessianOut);
    }

    /**
     * The contracted second derivatives.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param wrenches what the environment applies, with constant numbers; null for nothing
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] mu,
            double[] hessianOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        start(fixed, 0, q, qd, qdd, mu, hessianOut);
        double[][] x = loops.tree;
        tree.compute(base, x[0], x[1], x[2], wrenches, treeEfforts);
        double[][] P = fixed.firstOfTree;
        sensitivity.compute(base, x[0], x[1], x[2], wrenches, List.of(), P[0], P[1], P[2]);
        treeCurvature.compute(base, x[0], x[1], x[2], wrenches, fixed.multipliersOfTree, fixed.secondOfTree);
        finish(fixed, 0, hessianOut);
    }

    /**
     * The contracted second derivatives of a robot with a floating base.
     *
     * @param base how the base moves, acceleration included
     * @param mu six numbers for the wrench on the base, in its axes, force first; then one for every independent joint
     * @param hessianOut 3(6 + m) rows and columns
     */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] mu,
            double[] hessianOut) {
        guard.begin();
        guard.checkFloatingBase();
        start(floating, 6, q, qd, qdd, mu, hessianOut);
        double[][] x = loops.tree;
        tree.compute(base, x[0], x[1], x[2], wrenches, treeEfforts);
        double[][] P = floating.firstOfTree;
        sensitivity.computeFloating(base, x[0], x[1], x[2], wrenches, List.of(), P[0], P[1], P[2]);
        treeCurvature.computeFloating(
                base, x[0], x[1], x[2], wrenches, floating.multipliersOfTree, floating.secondOfTree);
        finish(floating, 6, hessianOut);
    }

    private void start(
            EffortTerm term, int ofBase, double[] q, double[] qd, double[] qdd, double[] mu, double[] hessianOut) {
        check(ofBase, q, qd, qdd, mu, hessianOut);
        loops.set(0, q);
        loops.set(1, qd);
        loops.set(2, qdd);
        loops.move(ofBase, guard);
        System.arraycopy(mu, ofBase, multipliers, 0, count);
        loops.variation.findThird(multipliers);
        term.findMultipliers(mu, ofBase, guard);
    }

    private void check(int ofBase, double[] q, double[] qd, double[] qdd, double[] mu, double[] hessianOut) {
        int width = 3 * (ofBase + count + motors);
        guard.checkLength("q", q, count + motors);
        guard.checkLength("qd", qd, count + motors);
        guard.checkLength("qdd", qdd, count + motors);
        guard.checkLength("mu", mu, ofBase + count + motors);
        guard.checkLength("hessianOut", hessianOut, width * width);
        guard.checkDistinct("hessianOut", hessianOut, "q", q);
        guard.checkDistinct("hessianOut", hessianOut, "qd", qd);
        guard.checkDistinct("hessianOut", hessianOut, "qdd", qdd);
        guard.checkDistinct("hessianOut", hessianOut, "mu", mu);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        guard.checkFinite("mu", mu);
    }

    private void finish(EffortTerm term, int ofBase, double[] hessianOut) {
        term.embed(treeEfforts, ofBase);
        Arrays.fill(hessianOut, 0);
        Arrays.fill(treeSecond, 0);
        term.addSecondTo(treeSecond, 3);
        loops.chain.addCongruence(treeSecond, hessianOut);
        for (double[] part : gradient) {
            Arrays.fill(part, 0);
        }
        term.addGradient(gradient);
        for (int order = 0; order < 3; order++) {
            loops.chain.addSecond(order, gradient[order], hessianOut);
        }
        term.addVirtual(hessianOut);
        guard.checkResult("hessianOut", hessianOut);
        guard.succeed();
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return loops.kinematics;
    }
}
