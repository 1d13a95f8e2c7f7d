package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForceRate;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.ForceRateCurvature;
import dev.catena.sensitivity.ForceRateSensitivity;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The second derivatives of γ̇, contracted with multipliers μ: the symmetric 4m × 4m matrix μᵀ∂²γ̇/∂x∂x for
 * x = (q_a, q̇_a, q̈_a, q⃛_a) and γ = Gᵀ Γ_tr, the efforts of the independent joints of a robot with closed loops, on a base at rest
 * or one that moves as told. Exact, row-major.
 *
 * <p>With l = G μ it is the sum of those of lᵀΓ̇_tr and l̇ᵀΓ_tr, each by the chain rule of {@link ClosedLoopCurvature}.
 *
 * <p>Wrenches and the motion of the base are functions of time. Of friction, the smooth form is differentiated. Nothing is
 * allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopForceRateCurvature {
    private final RobotModel model;
    private final Guard guard;
    private final VariedLoops loops;
    private final ForceRate tree;
    private final TorqueSensitivity torques;
    private final ForceRateSensitivity rates;
    private final TorqueCurvature torqueCurvature;
    private final ForceRateCurvature rateCurvature;
    private final EffortTerm ofRates;
    private final EffortTerm ofEfforts;
    private final double[] treeEfforts;
    private final double[] treeRates;
    private final double[] treeSecond;
    private final double[][] gradient;

    public ClosedLoopForceRateCurvature(RobotModel model) {
        ClosedLoopInverseDynamics.requireRigid(model);
        this.model = model;
        guard = new Guard(ClosedLoopForceRateCurvature.class, model);
        RobotModel open = model.openTree();
        loops = new VariedLoops(model, 3, 0, 0);
        tree = new ForceRate(open);
        torques = new TorqueSensitivity(open);
        rates = new ForceRateSensitivity(open);
        torqueCurvature = new TorqueCurvature(open);
        rateCurvature = new ForceRateCurvature(open);
        ofRates = new EffortTerm(loops, 0, 4, loops.n, true);
        ofEfforts = new EffortTerm(loops, 1, 3, loops.n, true);
        treeEfforts = new double[loops.n];
        treeRates = new double[loops.n];
        int all = loops.variation.size;
        treeSecond = new double[16 * all * all];
        gradient = new double[4][all];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopForceRateCurvature copy() {
        return new ClosedLoopForceRateCurvature(model);
    }

    /**
     * The contracted second derivatives for a robot that nothing touches, its base at rest.
     *
     * @param mu a number for every independent joint
     * @throws LoopException where the loops do not close
     */
    public void compute(double[] q, double[] qd, double[] qdd, double[] qddd, double[] mu, double[] hessianOut) {
        compute(null, q, qd, qdd, qddd, null, mu, hessianOut);
    }

    /**
     * The contracted second derivatives.
     *
     * @param base how the base moves, jerk included; null for a fixed base at the world's origin
     * @param wrenches what the environment applies, with rates, as functions of time; null for nothing
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] mu,
            double[] hessianOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        check(q, qd, qdd, qddd, mu, hessianOut);
        loops.set(0, q);
        loops.set(1, qd);
        loops.set(2, qdd);
        loops.set(3, qddd);
        loops.move(0, guard);
        loops.variation.findThird(mu);
        ofRates.findMultipliers(mu, 0, guard);
        ofEfforts.findMultipliers(mu, 0, guard);
        findTree(base, wrenches);
        Arrays.fill(hessianOut, 0);
        Arrays.fill(treeSecond, 0);
        for (double[] part : gradient) {
            Arrays.fill(part, 0);
        }
        add(ofRates, hessianOut);
        add(ofEfforts, hessianOut);
        loops.chain.addCongruence(treeSecond, hessianOut);
        for (int order = 0; order < 4; order++) {
            loops.chain.addSecond(order, gradient[order], hessianOut);
        }
        guard.checkResult("hessianOut", hessianOut);
        guard.succeed();
    }

    private void findTree(@Nullable BaseMotion base, @Nullable ExternalWrenches wrenches) {
        double[][] x = loops.tree;
        tree.compute(base, x[0], x[1], x[2], x[3], wrenches, treeEfforts, treeRates);
        double[][] P = ofEfforts.firstOfTree;
        torques.compute(base, x[0], x[1], x[2], wrenches, List.of(), P[0], P[1], P[2]);
        double[][] R = ofRates.firstOfTree;
        rates.compute(base, x[0], x[1], x[2], x[3], wrenches, R[0], R[1], R[2], R[3]);
        torqueCurvature.compute(base, x[0], x[1], x[2], wrenches, ofEfforts.multipliersOfTree, ofEfforts.secondOfTree);
        rateCurvature.compute(base, x[0], x[1], x[2], x[3], wrenches, ofRates.multipliersOfTree, ofRates.secondOfTree);
        ofRates.embed(treeRates, 0);
        ofEfforts.embed(treeEfforts, 0);
    }

    private void add(EffortTerm term, double[] hessian) {
        term.addSecondTo(treeSecond, 4);
        term.addGradient(gradient);
        term.addVirtual(hessian);
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] qddd, double[] mu, double[] hessianOut) {
        int count = loops.count;
        guard.checkLength("q", q, count);
        guard.checkLength("qd", qd, count);
        guard.checkLength("qdd", qdd, count);
        guard.checkLength("qddd", qddd, count);
        guard.checkLength("mu", mu, count);
        guard.checkLength("hessianOut", hessianOut, 16 * count * count);
        guard.checkDistinct("hessianOut", hessianOut, "q", q);
        guard.checkDistinct("hessianOut", hessianOut, "qd", qd);
        guard.checkDistinct("hessianOut", hessianOut, "qdd", qdd);
        guard.checkDistinct("hessianOut", hessianOut, "qddd", qddd);
        guard.checkDistinct("hessianOut", hessianOut, "mu", mu);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        guard.checkFinite("qddd", qddd, "mu", mu);
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return loops.kinematics;
    }
}
