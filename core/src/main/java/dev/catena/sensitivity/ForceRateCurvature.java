package dev.catena.sensitivity;

import dev.catena.algebra.CoriolisInertia;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.TreeMatrix;
import dev.catena.tree.TreeVector;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The second derivatives of torque rates, contracted with multipliers λ: the symmetric 4n × 4n matrix λᵀ∂²τ̇/∂x∂x for
 * x = (q, q̇, q̈, q⃛), exact, row-major, in O(n·depth).
 *
 * <p>Since λᵀτ̇ = λᵀτₓ ẋ, the block (i, j) is Ċᵢⱼ + Cᵢ₋₁,ⱼ + Cᵢ,ⱼ₋₁ with the matrix C of {@link TorqueCurvature}. Ċ, a third
 * derivative of τ, is the recursion of that class with everything accompanied by its rate along the motion.
 *
 * <p>Friction in its smooth form, rotors, external wrenches in body and world axes and a prescribed base motion count. One
 * object per thread: {@code curvature.copy()} makes another for another thread.
 */
public final class ForceRateCurvature {
    private final MovingTree tree;
    private final Guard guard;
    private final BaseFrameMotion bodies;
    private final BaseFrameRates rates;
    private final RotorRateCurvature rotors;
    private final CurvatureEntries entries;

    // of joints, as in TorqueCurvature: J, Ψ̇, Ψ̈ and F
    private final RatedMotion[] axis;
    private final RatedMotion[] axisRate;
    private final RatedMotion[] axisRate2;
    private final RatedForce[] force;

    /** u: velocity that joint rates λ would give. */
    private final RatedMotion[] virtual;

    /** Υ = u × J with u of the parent. */
    private final RatedMotion[] virtualRate;

    /** P = Σ Y u beyond a joint. */
    private final RatedForce[] momentum;

    /** 2B with u in the place of v, summed beyond a joint, and its rate. */
    private final CoriolisInertia[] virtualCoriolis;

    private final CoriolisInertia[] virtualCoriolisRate;

    /** Q = Σ (2B)ᵀu beyond a joint; it has no linear part. */
    private final RatedVector[] coriolisMoment;

    /** T = Σ f uᵀ + n μᵀ of wrenches in world axes beyond a joint, row by row, and its rate. */
    private final double[][] unturnedPower;

    private final double[][] unturnedPowerRate;

    // of joint k, what the motions of its ancestors are multiplied with
    private final RatedForce byPosition = new RatedForce();
    private final RatedForce byVelocity = new RatedForce();
    private final RatedForce byAcceleration = new RatedForce();
    private final RatedForce byVelocities = new RatedForce();
    private final RatedForce byVirtual = new RatedForce();
    private final RatedForce byRates = new RatedForce();
    private final RatedForce moments = new RatedForce();
    private final RatedVector unturnedRow = new RatedVector();

    private final RatedForce forces = new RatedForce();
    private final RatedVector angular = new RatedVector();
    private final CoriolisInertia map = new CoriolisInertia();
    private final Vector f = new Vector();
    private final Vector fRate = new Vector();
    private final Vector n = new Vector();
    private final Vector nRate = new Vector();
    private final Vector r = new Vector();
    private final Vector rRate = new Vector();
    private final Vector u = new Vector();
    private final Vector uRate = new Vector();
    private final Vector turn = new Vector();
    private final MovingBase atRest = new MovingBase();
    private final TreeVector velocities;
    private final TreeVector accelerations;
    private final TreeVector jerks;
    private final TreeVector multipliers;
    private final TreeMatrix matrix;

    public ForceRateCurvature(RobotModel model) {
        this(MovingTree.of(ForceRateCurvature.class, model));
    }

    private ForceRateCurvature(MovingTree tree) {
        this.tree = tree;
        guard = new Guard(ForceRateCurvature.class, tree.model);
        int size = tree.n + 1;
        bodies = BaseFrameMotion.withOwnCoriolis(tree);
        rates = new BaseFrameRates(bodies, true);
        axis = RatedMotion.array(bodies.axis, bodies.axisRate);
        axisRate = RatedMotion.array(bodies.axisRate, rates.axisRateRate);
        axisRate2 = RatedMotion.array(bodies.axisRate2, rates.axisRate2Rate);
        force = RatedForce.array(bodies.force, rates.forceRate);
        virtual = RatedMotion.array(size);
        virtualRate = RatedMotion.array(size);
        momentum = RatedForce.array(size);
        virtualCoriolis = CoriolisInertia.array(size);
        virtualCoriolisRate = CoriolisInertia.array(size);
        coriolisMoment = RatedVector.array(size);
        unturnedPower = new double[size][9];
        unturnedPowerRate = new double[size][9];
        entries = new CurvatureEntries(tree.size);
        rotors = new RotorRateCurvature(bodies, rates, virtual, virtualRate, entries);
        velocities = new TreeVector(tree);
        accelerations = new TreeVector(tree);
        jerks = new TreeVector(tree);
        multipliers = new TreeVector(tree);
        matrix = TreeMatrix.blocks(tree, 0, 4);
    }

    /** The same of the same robot, for another thread. */
    public ForceRateCurvature copy() {
        return new ForceRateCurvature(tree);
    }

    /** The contracted second derivatives for a robot that nothing touches, its base at rest. */
    public void compute(double[] q, double[] qd, double[] qdd, double[] qddd, double[] lambda, double[] hessianOut) {
        compute(null, q, qd, qdd, qddd, null, lambda, hessianOut);
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
            double[] lambda,
            double[] hessianOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        check(q, qd, qdd, qddd, lambda, hessianOut);
        bodies.compute(base, q, qd, qdd, wrenches, List.of());
        double[] velocity = velocities.of(qd);
        double[] acceleration = accelerations.of(qdd);
        rates.compute(base, velocity, acceleration, jerks.of(qddd), wrenches);
        double[] multiplier = multipliers.of(lambda);
        outward(multiplier);
        if (bodies.hasUnturned && wrenches != null) {
            powerOfUnturned(base == null ? atRest : MovingBase.of(base), AppliedWrenches.of(wrenches));
        }
        inward();
        double[] H = matrix.room(hessianOut);
        entries.begin(H);
        for (int k = 1; k <= tree.n; k++) {
            prepare(k);
            for (int m = k; m > 0; m = tree.parent[m]) {
                fillPair(k, m);
            }
        }
        rotors.add(multiplier);
        for (int k = 0; k < tree.size; k++) {
            double rate = multiplier[k] * tree.friction[k].thirdDerivative(velocity[k]) * acceleration[k];
            entries.addDiagonal(1, k, multiplier[k] * tree.friction[k].curvature(velocity[k]), rate);
        }
        matrix.gather(hessianOut);
        guard.checkResult("hessianOut", hessianOut);
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] qddd, double[] lambda, double[] hessianOut) {
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("qddd", qddd);
        tree.check("lambda", lambda);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite("qdd", qdd, "qddd", qddd);
        guard.checkFinite("lambda", lambda);
        guard.checkLength("hessianOut", hessianOut, MatrixSize.square(4 * tree.coordinates, "the matrix", tree.model));
    }

    /** Base to tips: u += J λ, Υ, and each body's own momentum Y u, 2B(u) and (2B)ᵀu. */
    private void outward(double[] lambda) {
        virtual[0].setZero();
        for (int i = 0; i <= tree.n; i++) {
            if (i > 0) {
                RatedMotion parent = virtual[tree.parent[i]];
                virtualRate[i].setCross(parent, axis[i]);
                virtual[i].setSum(parent, lambda[tree.coordinate[i]], axis[i]);
            }
            RatedMotion motion = virtual[i];
            momentum[i].setProduct(bodies.inertia[i], rates.ownInertiaRate[i], motion);
            virtualCoriolis[i].set(bodies.inertia[i], motion.value);
            // 2B(Y, u̇) + 2B(Ẏ, u)
            virtualCoriolisRate[i].set(bodies.inertia[i], motion.rate);
            map.set(rates.ownInertiaRate[i], motion.value);
            virtualCoriolisRate[i].add(map);
            coriolisMoment[i].setTransposeProduct(bodies.ownCoriolis[i], rates.ownCoriolisRate[i], motion);
        }
    }

    private void powerOfUnturned(MovingBase base, AppliedWrenches wrenches) {
        for (int i = 0; i <= tree.n; i++) {
            Arrays.fill(unturnedPower[i], 0);
            Arrays.fill(unturnedPowerRate[i], 0);
        }
        for (int b = 0; b < tree.carrier.length; b++) {
            AppliedWrenches.OnBody applied = wrenches.onBody[b];
            if (applied.hasWorld) {
                int c = tree.carrier[b];
                f.setFromParent(base.worldFromBase, applied.forceInWorld);
                n.setFromParent(base.worldFromBase, applied.momentInWorld);
                fRate.setFromParent(base.worldFromBase, applied.forceRateInWorld);
                nRate.setFromParent(base.worldFromBase, applied.momentRateInWorld);
                bodies.origin(b, r);
                MotionVector v = bodies.velocity[c];
                turn.set(v.rx, v.ry, v.rz);
                rRate.set(v.lx, v.ly, v.lz);
                rRate.addCross(turn, r);
                addPower(c);
            }
        }
    }

    /** f uᵀ + n μᵀ with the velocity u + μ × r of the point r. */
    private void addPower(int c) {
        MotionVector motion = virtual[c].value;
        MotionVector rate = virtual[c].rate;
        angular.setAngular(virtual[c]);
        u.set(motion.lx, motion.ly, motion.lz);
        u.addCross(angular.value, r);
        uRate.set(rate.lx, rate.ly, rate.lz);
        uRate.addCross(angular.rate, r);
        uRate.addCross(angular.value, rRate);
        TorqueCurvature.addOuter(unturnedPower[c], f, u);
        TorqueCurvature.addOuter(unturnedPower[c], n, angular.value);
        TorqueCurvature.addOuter(unturnedPowerRate[c], fRate, u);
        TorqueCurvature.addOuter(unturnedPowerRate[c], f, uRate);
        TorqueCurvature.addOuter(unturnedPowerRate[c], nRate, angular.value);
        TorqueCurvature.addOuter(unturnedPowerRate[c], n, angular.rate);
    }

    /** Tips to base: everything beyond a joint, summed. */
    private void inward() {
        for (int i = tree.n; i >= 1; i--) {
            int parent = tree.parent[i];
            momentum[parent].add(momentum[i]);
            virtualCoriolis[parent].add(virtualCoriolis[i]);
            virtualCoriolisRate[parent].add(virtualCoriolisRate[i]);
            coriolisMoment[parent].add(coriolisMoment[i]);
            if (bodies.hasUnturned) {
                for (int e = 0; e < 9; e++) {
                    unturnedPower[parent][e] += unturnedPower[i][e];
                    unturnedPowerRate[parent][e] += unturnedPowerRate[i][e];
                }
            }
        }
    }

    /** Y J, 2(B J + Y Ψ̇) and J ×* F + Y Ψ̈ + 2B Ψ̇, as {@link ForceChanges} has them. */
    private void changesBeyond(int k) {
        byAcceleration.setProduct(bodies.composite[k], rates.compositeRate[k], axis[k]);
        byVelocity.setProduct(bodies.composite[k], rates.compositeRate[k], axisRate[k]);
        byVelocity.add(byVelocity);
        byVelocity.addProduct(bodies.coriolis[k], rates.coriolisRate[k], axis[k]);
        byPosition.setProduct(bodies.composite[k], rates.compositeRate[k], axisRate2[k]);
        byPosition.addProduct(bodies.coriolis[k], rates.coriolisRate[k], axisRate[k]);
        byPosition.addCross(axis[k], force[k]);
        if (bodies.hasUnturned) {
            byPosition.addProduct(bodies.unturned[k], rates.unturnedRate[k], axis[k]);
            unturnedRow.setTransposeProduct(bodies.unturned[k], rates.unturnedRate[k], virtualRate[k]);
        }
    }

    /** S, W, C and V of {@link TorqueCurvature}. */
    private void prepare(int k) {
        changesBeyond(k);

        byVelocities.setZero();
        byVelocities.addProduct(virtualCoriolis[k], virtualCoriolisRate[k], axis[k]);
        byVelocities.negate();
        byVelocities.addCross(axis[k], momentum[k]);
        byVelocities.addCross(axis[k], momentum[k]);

        byVirtual.setProduct(bodies.composite[k], rates.compositeRate[k], virtualRate[k]);
        byVirtual.addCross(axis[k], momentum[k]);

        // (2B)ᵀΥ + J ×* Q, a pure moment that C and V share
        forces.setZero();
        forces.addMoment(coriolisMoment[k]);
        moments.setZero();
        moments.addCross(axis[k], forces);
        angular.setTransposeProduct(bodies.coriolis[k], rates.coriolisRate[k], virtualRate[k]);
        moments.addMoment(angular);

        byRates.setZero();
        byRates.addProduct(virtualCoriolis[k], virtualCoriolisRate[k], axisRate[k]);
        byRates.negate();
        byRates.add(moments);
        byRates.addCross(axisRate[k], momentum[k]);
        byRates.addCross(axisRate[k], momentum[k]);

        angular.setVelocityDerivative(virtualCoriolis[k], virtualCoriolisRate[k], axisRate[k]);
        moments.addMoment(angular);
    }

    /** Joint k with its ancestor m. */
    private void fillPair(int k, int m) {
        RatedMotion J = axis[m];
        RatedMotion psi = axisRate[m];
        RatedMotion upsilon = virtualRate[m];
        double positions = upsilon.dot(byPosition) + axisRate2[m].dot(byVirtual) + psi.dot(byRates);
        double positionsRate = upsilon.dotRate(byPosition) + axisRate2[m].dotRate(byVirtual) + psi.dotRate(byRates);
        if (bodies.hasUnturned) {
            positions +=
                    J.dotMoment(unturnedRow) - TorqueCurvature.unturnedTerm(unturnedPower[k], axis[k].value, J.value);
            positionsRate += J.dotMomentRate(unturnedRow)
                    - TorqueCurvature.unturnedTerm(unturnedPowerRate[k], axis[k].value, J.value)
                    - TorqueCurvature.unturnedTerm(unturnedPower[k], axis[k].rate, J.value)
                    - TorqueCurvature.unturnedTerm(unturnedPower[k], axis[k].value, J.rate);
        }
        int atK = tree.coordinate[k];
        int atM = tree.coordinate[m];
        if (m == k) {
            entries.addDiagonal(0, atK, positions, positionsRate);
            entries.addDiagonal(1, atK, J.dot(byVelocities), J.dotRate(byVelocities));
        } else {
            entries.add(0, atK, 0, atM, positions, positionsRate);
            entries.add(1, atK, 1, atM, J.dot(byVelocities), J.dotRate(byVelocities));
            entries.add(
                    1,
                    atM,
                    0,
                    atK,
                    J.dot(moments) + 2 * psi.dot(byVirtual),
                    J.dotRate(moments) + 2 * psi.dotRate(byVirtual));
            entries.add(2, atM, 0, atK, J.dot(byVirtual), J.dotRate(byVirtual));
        }
        entries.add(
                1,
                atK,
                0,
                atM,
                upsilon.dot(byVelocity) + psi.dot(byVelocities),
                upsilon.dotRate(byVelocity) + psi.dotRate(byVelocities));
        entries.add(2, atK, 0, atM, upsilon.dot(byAcceleration), upsilon.dotRate(byAcceleration));
    }
}
