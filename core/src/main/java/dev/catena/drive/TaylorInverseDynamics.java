package dev.catena.drive;

import dev.catena.algebra.Series;
import dev.catena.algebra.SeriesVector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a motion takes, with time derivatives of any order: A(q) [q̈; θ̈] + ζ without the springs, along a motion whose
 * derivatives are known. Exact, by truncated Taylor series in place of numbers in the recursion of Newton and Euler.
 *
 * <p>Motions and results are given by order: {@code x[k]} is the k-th time derivative of a vector with N + Nₑ entries, see
 * {@link ElasticCoordinates}; a robot without springs has N. The base is at rest, or, in one made by {@link #floating}, free, or moves in a way that is known. Cost O(n d²) for derivatives up to order
 * d; nothing is allocated after construction. For order one alone, {@link dev.catena.dynamics.ForceRate} is faster. One
 * object per thread: {@code dynamics.copy()} makes another for another thread.
 */
public final class TaylorInverseDynamics {
    private final ElasticCoordinates coordinates;
    private final MovingTree tree;
    private final Guard guard;
    private final SeriesRecursion recursion;
    private final int order;
    private final double[] factorial;

    /** Null for a base at rest. */
    private final @Nullable FreeBaseSeries freeBase;

    /** Of the base, in its axes. */
    private final SeriesVector linearVelocity;

    private final SeriesVector gravity;
    private final double[] opposite = new double[6];

    /** @param order d, the highest derivative wanted of what the motion takes; zero for none */
    public TaylorInverseDynamics(RobotModel model, int order) {
        this(new ElasticCoordinates(model), order);
    }

    public TaylorInverseDynamics(ElasticCoordinates coordinates, int order) {
        this(coordinates, order, false);
    }

    /** Of a robot whose base floats, {@link #computeFloating}. */
    public static TaylorInverseDynamics floating(RobotModel model, int order) {
        return new TaylorInverseDynamics(new ElasticCoordinates(model), order, true);
    }

    private TaylorInverseDynamics(ElasticCoordinates coordinates, int order, boolean floats) {
        if (order < 0) {
            throw new IllegalArgumentException("derivatives up to order %s were asked for".formatted(order));
        }
        coordinates.model().requireTree("TaylorInverseDynamics");
        if (floats) {
            coordinates.model().requireFloatingBase("TaylorInverseDynamics.floating");
        } else {
            coordinates.model().requireFixedBase("TaylorInverseDynamics");
        }
        this.coordinates = coordinates;
        guard = new Guard(TaylorInverseDynamics.class, coordinates.model());
        this.order = order;
        tree = coordinates.tree();
        recursion = new SeriesRecursion(tree, order, floats);
        freeBase = floats ? new FreeBaseSeries(coordinates, recursion, order) : null;
        factorial = factorials(order);
        linearVelocity = new SeriesVector(order);
        gravity = new SeriesVector(order);
    }

    /** The same of the same robot, for another thread. */
    public TaylorInverseDynamics copy() {
        return new TaylorInverseDynamics(coordinates, order, freeBase != null);
    }

    static double[] factorials(int order) {
        double[] factorial = new double[order + 1];
        factorial[0] = 1;
        for (int k = 1; k <= order; k++) {
            factorial[k] = k * factorial[k - 1];
        }
        return factorial;
    }

    /** d. */
    public int order() {
        return order;
    }

    /**
     * All that a motion takes: inertia, velocity terms, gravity and friction.
     *
     * @param motion [q; θ] and its derivatives up to order d + 2
     * @param rowsOut by order up to d
     */
    public void compute(double[][] motion, double[][] rowsOut) {
        compute(motion, null, rowsOut);
    }

    /** As above, under external wrenches that are constant in the axes that they are given in; null for none. */
    public void compute(double[][] motion, @Nullable ExternalWrenches wrenches, double[][] rowsOut) {
        guard.begin();
        guard.checkFixedBase();
        start(motion, wrenches, rowsOut);
        recursion.outward(true);
        recur(wrenches);
        finish(rowsOut);
    }

    /**
     * All that a motion of joints and motors takes while nothing holds the base, whose motion follows.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     */
    public void computeFloating(
            BaseMotion base,
            double[][] motion,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[][] rowsOut) {
        guard.begin();
        FreeBaseSeries free = requireFloats();
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        start(motion, wrenches, rowsOut);
        for (int d = 0; d < order + 3; d++) {
            guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "motion", motion[d]);
        }
        for (int d = 0; d <= order; d++) {
            guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "rowsOut", rowsOut[d]);
        }
        free.start(MovingBase.of(base), motion[0]);
        for (int k = 0; k <= order + 1; k++) {
            recursion.outwardFromBase();
            recur(wrenches);
            if (k <= order) {
                free.solve(k);
            }
        }
        finish(rowsOut);
        free.acceleration(baseAccelerationOut);
        guard.checkResult("baseAccelerationOut", baseAccelerationOut);
    }

    /**
     * All that a motion takes whose base moves in a way that is known, of one made by {@link #floating}.
     *
     * @param base where the base is; its velocity is not read
     * @param baseVelocity v of the base's origin and ω, components in base axes, and the derivatives of these up to order d + 1
     * @param baseRowsOut what the world has to exert on the base, force and moment in base axes, by order up to d
     */
    public void computeOnBase(
            BaseMotion base,
            double[][] baseVelocity,
            double[][] motion,
            @Nullable ExternalWrenches wrenches,
            double[][] baseRowsOut,
            double[][] rowsOut) {
        guard.begin();
        FreeBaseSeries unused = requireFloats();
        checkSix("baseVelocity", baseVelocity, order + 2);
        for (int d = 0; d < order + 2; d++) {
            guard.checkFinite("baseVelocity", baseVelocity[d]);
        }
        checkSix("baseRowsOut", baseRowsOut, order + 1);
        checkApart("baseRowsOut", baseRowsOut);
        checkDistinct(baseRowsOut, "baseRowsOut", "baseVelocity", baseVelocity, order + 2);
        checkDistinct(baseRowsOut, "baseRowsOut", "motion", motion, Math.min(motion.length, order + 3));
        checkDistinct(baseRowsOut, "baseRowsOut", "rowsOut", rowsOut, Math.min(rowsOut.length, order + 1));
        start(motion, wrenches, rowsOut);
        checkDistinct(rowsOut, "rowsOut", "baseVelocity", baseVelocity, order + 2);
        moveBase(MovingBase.of(base), baseVelocity);
        recursion.outwardFromBase();
        recur(wrenches);
        finish(rowsOut);
        unloadBase(baseRowsOut);
    }

    private FreeBaseSeries requireFloats() {
        if (freeBase == null) {
            throw new IllegalArgumentException(
                    "this TaylorInverseDynamics of robot \"%s\" is for a base at rest: make it by TaylorInverseDynamics.floating from withFloatingBase()"
                            .formatted(tree.model.name()));
        }
        return freeBase;
    }

    private void checkSix(String name, double[][] derivatives, int count) {
        if (derivatives.length < count) {
            throw new IllegalArgumentException("%s has %s derivatives, the value included, but robot \"%s\" needs %s"
                    .formatted(name, derivatives.length, tree.model.name(), count));
        }
        for (int d = 0; d < count; d++) {
            guard.checkLength(name, derivatives[d], 6);
        }
    }

    /** a₀ = v′ + ω × v − g, γ₀ = ω′: components in axes that turn. */
    private void moveBase(MovingBase base, double[][] velocity) {
        recursion.worldFromBase.set(base.worldFromBase);
        SeriesVector a = recursion.a[0];
        for (int axis = 0; axis < 3; axis++) {
            for (int d = 0; d <= order; d++) {
                FreeBaseSeries.part(linearVelocity, axis).c[d] = velocity[d][axis] / factorial[d];
                FreeBaseSeries.part(recursion.omega[0], axis).c[d] = velocity[d][3 + axis] / factorial[d];
                FreeBaseSeries.part(a, axis).c[d] = velocity[d + 1][axis] / factorial[d];
                FreeBaseSeries.part(recursion.gamma[0], axis).c[d] = velocity[d + 1][3 + axis] / factorial[d];
            }
        }
        a.addCross(1, recursion.omega[0], linearVelocity);
        recursion.turnToBase(tree.gravityInWorld, gravity);
        a.addScaled(-1, gravity);
    }

    private void unloadBase(double[][] baseRowsOut) {
        for (int d = 0; d <= order; d++) {
            for (int axis = 0; axis < 3; axis++) {
                baseRowsOut[d][axis] = factorial[d] * FreeBaseSeries.part(recursion.force[0], axis).c[d];
                baseRowsOut[d][3 + axis] = factorial[d] * FreeBaseSeries.part(recursion.moment[0], axis).c[d];
            }
            guard.checkResult("baseRowsOut", baseRowsOut[d]);
        }
    }

    /**
     * What a wrench that is constant in the axes of a body does to base and joints that move: its power on their unit velocities, of one
     * made by {@link #floating}.
     *
     * @param positions [q; θ] and its derivatives up to order d; θ is not read
     * @param wrenchInBody force, and moment about the body's origin
     * @param baseRowsOut by order up to d, force and moment in base axes
     * @param rowsOut by order up to d, zeros for motors that turn on their own
     */
    public void wrenchRows(
            double[][] positions, int body, double[] wrenchInBody, double[][] baseRowsOut, double[][] rowsOut) {
        guard.begin();
        FreeBaseSeries unused = requireFloats();
        tree.checkBody(body);
        guard.checkLength("wrenchInBody", wrenchInBody, 6);
        guard.checkFinite("wrenchInBody", wrenchInBody);
        check("positions", positions, order + 1);
        checkSix("baseRowsOut", baseRowsOut, order + 1);
        checkApart("baseRowsOut", baseRowsOut);
        checkOutput(rowsOut);
        checkDistinct(rowsOut, "rowsOut", "positions", positions, order + 1);
        checkDistinct(baseRowsOut, "baseRowsOut", "positions", positions, order + 1);
        checkDistinct(baseRowsOut, "baseRowsOut", "rowsOut", rowsOut, order + 1);
        for (int d = 0; d <= order; d++) {
            guard.checkDistinct("baseRowsOut", baseRowsOut[d], "wrenchInBody", wrenchInBody);
            guard.checkDistinct("rowsOut", rowsOut[d], "wrenchInBody", wrenchInBody);
        }
        for (int k = 0; k < tree.n; k++) {
            load(positions, 0, k, recursion.q[k]);
        }
        for (int k = 0; k < 6; k++) {
            opposite[k] = -wrenchInBody[k];
        }
        recursion.applyAlone(body, opposite);
        for (int i = tree.n; i >= 1; i--) {
            recursion.inward(i);
        }
        for (int k = tree.n; k < tree.size; k++) {
            recursion.rows[k].setZero();
        }
        unload(rowsOut);
        unloadBase(baseRowsOut);
    }

    private void start(double[][] motion, @Nullable ExternalWrenches wrenches, double[][] rowsOut) {
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        check("motion", motion, order + 3);
        checkOutput(rowsOut);
        checkDistinct(rowsOut, "rowsOut", "motion", motion, order + 3);
        load(motion, 0, motion, 1, motion, 2);
    }

    private void finish(double[][] rowsOut) {
        for (int k = 0; k < tree.size; k++) {
            recursion.addFriction(k, recursion.rows[k]);
        }
        unload(rowsOut);
    }

    /**
     * What inertia takes: A(q) a and terms that are quadratic in v, perhaps gravity, and no friction. v and a need not be
     * derivatives of q: with h(v) for the quadratic terms, C(q, v) w = h((v + w)/2) − h((v − w)/2) is the matrix of
     * Christoffel symbols times a vector.
     *
     * @param q [q; θ] and its derivatives up to order d, like the others; θ is not read
     */
    public void computeInertial(double[][] q, double[][] v, double[][] a, boolean withGravity, double[][] rowsOut) {
        guard.begin();
        guard.checkFixedBase();
        check("q", q, order + 1);
        check("v", v, order + 1);
        check("a", a, order + 1);
        checkOutput(rowsOut);
        checkDistinct(rowsOut, "rowsOut", "q", q, order + 1);
        checkDistinct(rowsOut, "rowsOut", "v", v, order + 1);
        checkDistinct(rowsOut, "rowsOut", "a", a, order + 1);
        load(q, 0, v, 0, a, 0);
        recursion.outward(withGravity);
        recur(null);
        unload(rowsOut);
    }

    /** Adds what friction takes at velocities v, derivatives up to order d. */
    public void addFriction(double[][] v, double[][] rowsOut) {
        guard.begin();
        check("v", v, order + 1);
        check("rowsOut", rowsOut, order + 1);
        checkOutput(rowsOut);
        checkDistinct(rowsOut, "rowsOut", "v", v, order + 1);
        for (int k = 0; k < tree.size; k++) {
            Series row = recursion.rows[k];
            row.setZero();
            load(v, 0, k, recursion.velocity[k]);
            recursion.addFriction(k, row);
            add(k, rowsOut);
        }
        checkResult(rowsOut);
    }

    private void recur(@Nullable ExternalWrenches wrenches) {
        if (wrenches != null) {
            recursion.apply(AppliedWrenches.of(wrenches));
        }
        for (int r = 0; r < tree.rotors.length; r++) {
            recursion.spin(r);
        }
        for (int i = tree.n; i >= 1; i--) {
            recursion.inward(i);
        }
        recursion.addDrives();
    }

    private void check(String name, double[][] derivatives, int count) {
        checkLengths(name, derivatives, count);
        for (int d = 0; d < count; d++) {
            guard.checkFinite(name, derivatives[d]);
        }
    }

    private void checkLengths(String name, double[][] derivatives, int count) {
        if (derivatives.length < count) {
            throw new IllegalArgumentException("%s has %s derivatives, the value included, but robot \"%s\" needs %s"
                    .formatted(name, derivatives.length, tree.model.name(), count));
        }
        for (int d = 0; d < count; d++) {
            tree.check(name, derivatives[d]);
        }
    }

    private void checkOutput(double[][] rowsOut) {
        checkLengths("rowsOut", rowsOut, order + 1);
        checkApart("rowsOut", rowsOut);
    }

    private void checkApart(String name, double[][] out) {
        for (int d = 0; d <= order; d++) {
            for (int e = 0; e < d; e++) {
                guard.checkDistinct(name, out[d], name, out[e]);
            }
        }
    }

    private void checkDistinct(double[][] out, String outName, String name, double[][] derivatives, int count) {
        for (int d = 0; d <= order; d++) {
            for (int e = 0; e < count; e++) {
                guard.checkDistinct(outName, out[d], name, derivatives[e]);
            }
        }
    }

    private void checkResult(double[][] rowsOut) {
        for (int d = 0; d <= order; d++) {
            guard.checkResult("rowsOut", rowsOut[d]);
        }
    }

    private void load(double[][] q, int q0, double[][] v, int v0, double[][] a, int a0) {
        for (int k = 0; k < tree.size; k++) {
            if (k < tree.n) {
                load(q, q0, k, recursion.q[k]);
            }
            load(v, v0, k, recursion.velocity[k]);
            load(a, a0, k, recursion.acceleration[k]);
        }
    }

    private void load(double[][] derivatives, int first, int k, Series out) {
        int given = tree.leaderOf(k);
        double factor = tree.factorOf(k);
        for (int d = 0; d <= order; d++) {
            out.c[d] = factor * derivatives[first + d][given] / factorial[d];
        }
    }

    private void unload(double[][] rowsOut) {
        for (int d = 0; d <= order; d++) {
            Arrays.fill(rowsOut[d], 0);
        }
        for (int k = 0; k < tree.size; k++) {
            add(k, rowsOut);
        }
        checkResult(rowsOut);
    }

    /** Adds a row of the tree to that of the caller. */
    private void add(int k, double[][] rowsOut) {
        int given = tree.leaderOf(k);
        double factor = tree.factorOf(k);
        for (int d = 0; d <= order; d++) {
            rowsOut[d][given] += factor * factorial[d] * recursion.rows[k].c[d];
        }
    }
}
