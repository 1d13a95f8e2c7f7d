package dev.catena.sensitivity;

import dev.catena.algebra.CoriolisInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
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
 * The second derivatives of torques, contracted with multipliers λ: the symmetric 3n × 3n matrix λᵀ∂²τ/∂x∂x for
 * x = (q, q̇, q̈), exact, row-major, in O(n·depth). It is what a solver with exact Hessians asks of a constraint or cost
 * on torques.
 *
 * <p>λᵀτ is the power Σ u·f of the bodies' forces in the motion u that joint rates λ would give. Displacing what lies
 * beyond joint m changes u there by Υ = u × J, as it changes v by Ψ̇; with that, second derivatives are products of six
 * numbers like the first.
 *
 * <p>With a floating base there are 6 + n numbers of each kind and multipliers of the base's wrench before those of the joints,
 * rows and columns as in {@link TorqueSensitivity}. Turns of the base are those of its pose R exp(χ̂), so that second
 * derivatives by two of them are symmetric.
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
    private final TreeMatrix floatingMatrix;
    private final double[] jointMultipliers;
    private final MotionVector unit = new MotionVector();
    private final MotionVector change = new MotionVector();

    /** How many rows and columns of the base come first in each block. */
    private int first;

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
        bodies = BaseFrameMotion.withOwnCoriolis(tree);
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
        matrix = TreeMatrix.blocks(tree, 0, 3);
        floatingMatrix = tree.model.baseKind() == BaseKind.FLOATING ? TreeMatrix.blocks(tree, 6, 3) : matrix;
        jointMultipliers = new double[tree.coordinates];
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
        tree.check("lambda", lambda);
        virtual[0].setZero();
        compute(0, base, q, qd, qdd, wrenches, lambda, matrix, hessianOut);
    }

    /**
     * The contracted second derivatives of a robot with a floating base.
     *
     * @param lambda six numbers for the wrench on the base, in its axes, force first; then one for each joint
     * @param hessianOut 3(6 + n) rows and columns
     */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] lambda,
            double[] hessianOut) {
        guard.begin();
        guard.checkFloatingBase();
        guard.checkGiven("base", base);
        guard.checkLength("lambda", lambda, 6 + tree.coordinates);
        guard.checkFinite("lambda", lambda);
        virtual[0].set(lambda[0], lambda[1], lambda[2], lambda[3], lambda[4], lambda[5]);
        System.arraycopy(lambda, 6, jointMultipliers, 0, tree.coordinates);
        compute(6, base, q, qd, qdd, wrenches, jointMultipliers, floatingMatrix, hessianOut);
    }

    private void compute(
            int ofBase,
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] lambda,
            TreeMatrix result,
            double[] hessianOut) {
        first = ofBase;
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        int width = 3 * (first + tree.coordinates);
        check(q, qd, qdd, lambda, hessianOut, MatrixSize.square(width, "the matrix", tree.model));
        bodies.compute(base, q, qd, qdd, wrenches, List.of());
        double[] multiplier = multipliers.of(lambda);
        outward(multiplier);
        if (bodies.hasUnturned && wrenches != null) {
            powerOfUnturned(base == null ? atRest : MovingBase.of(base), AppliedWrenches.of(wrenches));
        }
        inward();
        fill(multiplier, velocities.of(qd), result.room(hessianOut));
        result.gather(hessianOut);
        guard.checkResult("hessianOut", hessianOut);
    }

    private void fill(double[] lambda, double[] qd, double[] H) {
        Arrays.fill(H, 0);
        for (int k = 1; k <= tree.n; k++) {
            prepare(k);
            for (int m = k; m > 0; m = tree.parent[m]) {
                fillPair(k, m, H);
            }
            if (first > 0) {
                fillWithBase(k, H);
            }
        }
        if (first > 0) {
            fillBase(H);
        }
        rotors.add(lambda, first, H);
        int block = first + tree.size;
        for (int k = 0; k < tree.size; k++) {
            H[(block + first + k) * (3 * block + 1)] += lambda[k] * tree.friction[k].curvature(qd[k]);
        }
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut, int length) {
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        guard.checkLength("hessianOut", hessianOut, length);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite("qdd", qdd, "lambda", lambda);
    }

    /** Base to tips: u += J λ, Υ, and each body's own momentum Y u, 2B(u) and (2B)ᵀu. */
    private void outward(double[] lambda) {
        for (int i = 0; i <= tree.n; i++) {
            if (i > 0) {
                MotionVector parent = virtual[tree.parent[i]];
                virtualRate[i].setCross(parent, bodies.axis[i]);
                virtual[i].set(parent);
                virtual[i].addScaled(lambda[tree.coordinate[i]], bodies.axis[i]);
            }
            bodies.inertia[i].product(virtual[i], momentum[i]);
            virtualCoriolis[i].set(bodies.inertia[i], virtual[i]);
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

    static void addOuter(double[] T, Vector a, Vector b) {
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
        int atK = first + tree.coordinate[k];
        int atM = first + tree.coordinate[m];
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
    static double unturnedTerm(double[] T, MotionVector chi, MotionVector psi) {
        double x = T[0] * psi.rx + T[1] * psi.ry + T[2] * psi.rz;
        double y = T[3] * psi.rx + T[4] * psi.ry + T[5] * psi.rz;
        double z = T[6] * psi.rx + T[7] * psi.ry + T[8] * psi.rz;
        double trace = T[0] + T[4] + T[8];
        return chi.rx * (x - trace * psi.rx) + chi.ry * (y - trace * psi.ry) + chi.rz * (z - trace * psi.rz);
    }

    /**
     * Joint k with the base. Accelerations of the base are those of all bodies, so that the power has the slope P by them. A turn
     * χ of the base turns gravity the other way, x = (χ × g, 0), and leaves wrenches in world axes behind; turning
     * faster by χ changes velocities by χ and accelerations by x = (2v × χ, ω × χ) beside what 2B knows.
     */
    private void fillWithBase(int k, double[] H) {
        int atK = first + tree.coordinate[k];
        for (int c = 0; c < 6; c++) {
            unit.setUnit(c);
            set(H, 2, c, 0, atK, unit.dot(byVirtual));
            if (c < 3) {
                continue;
            }
            turnOfGravity(unit, change);
            double positions = change.dot(byVirtual);
            if (bodies.hasUnturned) {
                positions += unit.dotMoment(unturnedRow) - unturnedTerm(unturnedPower[k], bodies.axis[k], unit);
            }
            set(H, 0, c, 0, atK, positions);
            set(H, 1, c, 1, atK, unit.dot(byVelocities));
            turnOfVelocity(unit, change);
            set(H, 1, c, 0, atK, unit.dot(moments) + change.dot(byVirtual));
        }
    }

    /** (χ × g, 0). */
    private void turnOfGravity(MotionVector turn, MotionVector out) {
        Vector g = bodies.gravity;
        out.set(turn.ry * g.z - turn.rz * g.y, turn.rz * g.x - turn.rx * g.z, turn.rx * g.y - turn.ry * g.x, 0, 0, 0);
    }

    /** (2v × χ, ω × χ) with v and ω of the base. */
    private void turnOfVelocity(MotionVector turn, MotionVector out) {
        MotionVector v = bodies.velocity[0];
        out.setCross(v, turn);
        out.lx += v.ly * turn.rz - v.lz * turn.ry;
        out.ly += v.lz * turn.rx - v.lx * turn.rz;
        out.lz += v.lx * turn.ry - v.ly * turn.rx;
    }

    /** The base with itself: by two turns −P·(χ × (ψ × g), 0), by two angular velocities χ·S(ψ), both made symmetric. */
    private void fillBase(double[] H) {
        Force P = momentum[0];
        Vector g = bodies.gravity;
        double along = P.fx * g.x + P.fy * g.y + P.fz * g.z;
        for (int c = 3; c < 6; c++) {
            unit.setUnit(c);
            byVelocities.setZero();
            virtualCoriolis[0].addProductTo(unit, byVelocities);
            byVelocities.negate();
            byVelocities.addCross(unit, P);
            byVelocities.addCross(unit, P);
            for (int d = 3; d < 6; d++) {
                change.setUnit(d);
                addHalf(H, 1, c, d, change.dot(byVelocities));
                double positions = (c == d ? along : 0) - part(P, c) * part(g, d);
                if (bodies.hasUnturned) {
                    positions -= unturnedTerm(unturnedPower[0], unit, change);
                }
                addHalf(H, 0, c, d, positions);
            }
        }
    }

    private static double part(Force F, int axis) {
        return axis == 3 ? F.fx : axis == 4 ? F.fy : F.fz;
    }

    private static double part(Vector x, int axis) {
        return axis == 3 ? x.x : axis == 4 ? x.y : x.z;
    }

    /** Half of a value, at its place and at the mirror image. */
    private void addHalf(double[] H, int block, int row, int column, double value) {
        int size = first + tree.size;
        int a = block * size + row;
        int b = block * size + column;
        H[a * 3 * size + b] += value / 2;
        H[b * 3 * size + a] += value / 2;
    }

    /** Sets an entry and its mirror image; block 0 is q, 1 is q̇, 2 is q̈. */
    private void set(double[] H, int rowBlock, int row, int columnBlock, int column, double value) {
        int block = first + tree.size;
        int size = 3 * block;
        int a = rowBlock * block + row;
        int b = columnBlock * block + column;
        H[a * size + b] = value;
        H[b * size + a] = value;
    }
}
