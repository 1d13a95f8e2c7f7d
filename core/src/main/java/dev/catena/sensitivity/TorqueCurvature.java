package dev.catena.sensitivity;

import dev.catena.algebra.CoriolisInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.TreeMatrix;
import dev.catena.tree.TreeVector;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The second derivatives of torques, contracted with multipliers λ: the symmetric 3n × 3n matrix λᵀ∂²τ/∂x∂x for
 * x = (q, q̇, q̈), exact, row-major, in O(n·depth). It is what a solver with exact Hessians asks of a constraint or cost
 * on torques.
 *
 * <p>λᵀτ is the power Σ u·f of the bodies' forces in the motion u that joint rates λ would give. Displacing what lies
 * beyond joint m changes u there by Υ = u × J, as it changes v by Ψ̇; with that, second derivatives are products of six
 * numbers like the first.
 *
 * <p>Friction in its smooth form, rotors, external wrenches in body and world axes and a prescribed base motion count. One
 * object per thread: {@code curvature.copy()} makes another for another thread.
 */
public final class TorqueCurvature implements TorqueCurvatureFunction {
    private final MovingTree tree;
    private final Guard guard;
    private final BaseFrameMotion bodies;
    private final ForceChanges changes;
    private final RotorCurvature rotors;

    /** u: velocity that joint rates λ would give. */
    private final MotionVector[] virtual;

    /** Υ = u × J with u of the parent. */
    private final MotionVector[] virtualRate;

    /** P = Σ Y u beyond a joint. */
    private final Force[] momentum;

    /** 2B with u in the place of v, summed beyond a joint. */
    private final CoriolisInertia[] virtualCoriolis;

    /** Q = Σ (2B)ᵀu beyond a joint; it has no linear part. */
    private final Vector[] coriolisMoment;

    /** T = Σ f uᵀ + n μᵀ of wrenches in world axes beyond a joint, row by row; u at the point where they act. */
    private final double[][] unturnedPower;

    // of joint k, what the motions of its ancestors are multiplied with
    private final Force byVelocities = new Force();
    private final Force byVirtual = new Force();
    private final Force byRates = new Force();
    private final Force moments = new Force();
    private final Force pureMoment = new Force();
    private final Vector angular = new Vector();
    private final Vector unturnedRow = new Vector();
    private final Vector f = new Vector();
    private final Vector n = new Vector();
    private final Vector r = new Vector();
    private final Vector u = new Vector();
    private final MovingBase atRest = new MovingBase();
    private final TreeVector velocities;
    private final TreeVector multipliers;
    private final TreeMatrix matrix;

    public TorqueCurvature(RobotModel model) {
        this(MovingTree.of(TorqueCurvature.class, model));
    }

    /**
     * Of a robot in which the motors of elastic joints turn on their own: all vectors are [q; θ]. Springs, which are linear,
     * have no second derivatives.
     */
    public static TorqueCurvature withFreeMotors(RobotModel model) {
        return new TorqueCurvature(MovingTree.withFreeMotors(TorqueCurvature.class, model));
    }

    private TorqueCurvature(MovingTree tree) {
        this.tree = tree;
        guard = new Guard(TorqueCurvature.class, tree.model);
        int size = tree.n + 1;
        bodies = new BaseFrameMotion(tree, true);
        changes = new ForceChanges(bodies);
        virtual = MotionVector.array(size);
        virtualRate = MotionVector.array(size);
        momentum = Force.array(size);
        virtualCoriolis = CoriolisInertia.array(size);
        coriolisMoment = Vector.array(size);
        unturnedPower = new double[size][9];
        rotors = new RotorCurvature(bodies, virtual, virtualRate);
        velocities = new TreeVector(tree);
        multipliers = new TreeVector(tree);
        matrix = TreeMatrix.blocks(tree, 3);
    }

    /** The same of the same robot, for another thread. */
    @Override
    public TorqueCurvature copy() {
        return new TorqueCurvature(tree);
    }

    /** The contracted second derivatives for a robot that nothing touches, its base at rest. */
    @Override
    public void compute(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut) {
        compute(null, q, qd, qdd, null, lambda, hessianOut);
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
            double[] lambda,
            double[] hessianOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        check(q, qd, qdd, lambda, hessianOut, 9 * tree.coordinates * tree.coordinates);
        bodies.compute(base, q, qd, qdd, wrenches, List.of());
        double[] multiplier = multipliers.of(lambda);
        outward(multiplier);
        if (bodies.hasUnturned && wrenches != null) {
            powerOfUnturned(base == null ? atRest : MovingBase.of(base), AppliedWrenches.of(wrenches));
        }
        inward();
        fill(multiplier, velocities.of(qd), matrix.room(hessianOut));
        matrix.gather(hessianOut);
        guard.checkResult("hessianOut", hessianOut);
    }

    private void fill(double[] lambda, double[] qd, double[] H) {
        Arrays.fill(H, 0);
        for (int k = 1; k <= tree.n; k++) {
            prepare(k);
            for (int m = k; m > 0; m = tree.parent[m]) {
                fillPair(k, m, H);
            }
        }
        rotors.add(lambda, H);
        for (int k = 0; k < tree.size; k++) {
            H[(tree.size + k) * (3 * tree.size + 1)] += lambda[k] * tree.friction[k].curvature(qd[k]);
        }
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut, int length) {
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("lambda", lambda);
        guard.checkLength("hessianOut", hessianOut, length);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite("qdd", qdd, "lambda", lambda);
    }

    /** Base to tips: u += J λ, Υ, and each body's own momentum Y u, 2B(u) and (2B)ᵀu. */
    private void outward(double[] lambda) {
        virtual[0].setZero();
        for (int i = 0; i <= tree.n; i++) {
            if (i > 0) {
                MotionVector parent = virtual[tree.parent[i]];
                virtualRate[i].setCross(parent, bodies.axis[i]);
                virtual[i].set(parent);
                virtual[i].addScaled(lambda[tree.coordinate[i]], bodies.axis[i]);
            }
            bodies.inertia[i].product(virtual[i], momentum[i]);
            virtualCoriolis[i].set(bodies.inertia[i], virtual[i], momentum[i]);
            bodies.ownCoriolis[i].transposeProduct(virtual[i], coriolisMoment[i]);
        }
    }

    private void powerOfUnturned(MovingBase base, AppliedWrenches wrenches) {
        for (double[] T : unturnedPower) {
            Arrays.fill(T, 0);
        }
        for (int b = 0; b < tree.carrier.length; b++) {
            if (wrenches.onBody[b].hasWorld) {
                int c = tree.carrier[b];
                MotionVector motion = virtual[c];
                f.setFromParent(base.worldFromBase, wrenches.onBody[b].forceInWorld);
                n.setFromParent(base.worldFromBase, wrenches.onBody[b].momentInWorld);
                bodies.origin(b, r);
                // velocity of the point r: u + μ × r
                angular.set(motion.rx, motion.ry, motion.rz);
                u.set(motion.lx, motion.ly, motion.lz);
                u.addCross(angular, r);
                addOuter(unturnedPower[c], f, u);
                addOuter(unturnedPower[c], n, angular);
            }
        }
    }

    private static void addOuter(double[] T, Vector a, Vector b) {
        T[0] += a.x * b.x;
        T[1] += a.x * b.y;
        T[2] += a.x * b.z;
        T[3] += a.y * b.x;
        T[4] += a.y * b.y;
        T[5] += a.y * b.z;
        T[6] += a.z * b.x;
        T[7] += a.z * b.y;
        T[8] += a.z * b.z;
    }

    /** Tips to base: everything beyond a joint, summed. */
    private void inward() {
        for (int i = tree.n; i >= 1; i--) {
            int parent = tree.parent[i];
            momentum[parent].add(momentum[i]);
            virtualCoriolis[parent].add(virtualCoriolis[i]);
            coriolisMoment[parent].add(coriolisMoment[i]);
            if (bodies.hasUnturned) {
                for (int e = 0; e < 9; e++) {
                    unturnedPower[parent][e] += unturnedPower[i][e];
                }
            }
        }
    }

    /**
     * What the motions of ancestors are multiplied with: in ∂²/∂q̇∂x, S = 2J ×* P − 2B(u) J; with Υ there,
     * W = Y Υ + J ×* P; in ∂²/∂q∂q with Ψ̇, C = (2B)ᵀΥ + J ×* Q − 2B(u) Ψ̇ + 2Ψ̇ ×* P; of descendants' q in ∂²/∂q̇∂q,
     * V = J ×* Q + (2B(u) as the derivative by velocity) Ψ̇ + (2B)ᵀΥ.
     */
    private void prepare(int k) {
        MotionVector J = bodies.axis[k];
        MotionVector rate = bodies.axisRate[k];
        changes.beyond(k);

        byVelocities.setZero();
        virtualCoriolis[k].addProductTo(J, byVelocities);
        byVelocities.negate();
        byVelocities.addCross(J, momentum[k]);
        byVelocities.addCross(J, momentum[k]);

        bodies.composite[k].product(virtualRate[k], byVirtual);
        byVirtual.addCross(J, momentum[k]);

        // (2B)ᵀΥ + J ×* Q, a pure moment that C and V share
        bodies.coriolis[k].transposeProduct(virtualRate[k], angular);
        pureMoment.setZero();
        pureMoment.addMoment(coriolisMoment[k]);
        moments.setZero();
        moments.addCross(J, pureMoment);
        moments.addMoment(angular);

        byRates.setZero();
        virtualCoriolis[k].addProductTo(rate, byRates);
        byRates.negate();
        byRates.add(moments);
        byRates.addCross(rate, momentum[k]);
        byRates.addCross(rate, momentum[k]);

        virtualCoriolis[k].velocityDerivative(rate, angular);
        moments.addMoment(angular);
        if (bodies.hasUnturned) {
            bodies.unturned[k].transposeProduct(virtualRate[k], unturnedRow);
        }
    }

    /** Joint k with its ancestor m. */
    private void fillPair(int k, int m, double[] H) {
        MotionVector J = bodies.axis[m];
        MotionVector rate = bodies.axisRate[m];
        MotionVector upsilon = virtualRate[m];
        double positions = upsilon.dot(changes.byPosition) + bodies.axisRate2[m].dot(byVirtual) + rate.dot(byRates);
        if (bodies.hasUnturned) {
            positions += J.dotMoment(unturnedRow) - unturnedTerm(unturnedPower[k], bodies.axis[k], J);
        }
        int atK = tree.coordinate[k];
        int atM = tree.coordinate[m];
        set(H, 0, atK, 0, atM, positions);
        set(H, 1, atK, 1, atM, J.dot(byVelocities));
        set(H, 1, atK, 0, atM, upsilon.dot(changes.byVelocity) + rate.dot(byVelocities));
        set(H, 2, atK, 0, atM, upsilon.dot(changes.byAcceleration));
        if (m != k) {
            set(H, 1, atM, 0, atK, J.dot(moments) + 2 * rate.dot(byVirtual));
            set(H, 2, atM, 0, atK, J.dot(byVirtual));
        }
    }

    /** Σ u·(χ × (ψ × f)) = χᵀTψ − tr(T) χ·ψ for rotations χ and ψ of wrenches that keep their world axes. */
    private static double unturnedTerm(double[] T, MotionVector chi, MotionVector psi) {
        double x = T[0] * psi.rx + T[1] * psi.ry + T[2] * psi.rz;
        double y = T[3] * psi.rx + T[4] * psi.ry + T[5] * psi.rz;
        double z = T[6] * psi.rx + T[7] * psi.ry + T[8] * psi.rz;
        double trace = T[0] + T[4] + T[8];
        return chi.rx * (x - trace * psi.rx) + chi.ry * (y - trace * psi.ry) + chi.rz * (z - trace * psi.rz);
    }

    /** Sets an entry and its mirror image; block 0 is q, 1 is q̇, 2 is q̈. */
    private void set(double[] H, int rowBlock, int row, int columnBlock, int column, double value) {
        int size = 3 * tree.size;
        int a = rowBlock * tree.size + row;
        int b = columnBlock * tree.size + column;
        H[a * size + b] = value;
        H[b * size + a] = value;
    }
}
