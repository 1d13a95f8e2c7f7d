package dev.catena.ground;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the ground must do to a robot for it to move as it does, how feet share that, and the torques of the joints with the
 * feet loaded: the two passes of [Barman 5], with exact first and second derivatives.
 *
 * <p>The robot is a tree whose first joints, the <i>global</i> ones, place it in the world and have no drive; a floating base
 * gets six of them by {@link GlobalJoints}. Without loads their efforts τ_g are what the ground must supply. Its wrench
 * W = (F, M) about the world's origin, or about another point, follows from six equations S_g·W = τ_g, and no zero-moment point is needed to load the
 * feet, hence no division by F_y. The zero-moment point p obeys p × F + T e = M on the ground, e being up.
 *
 * <p>Rows are the n torques with the feet loaded, then six numbers (F, M) for each foot; a foot without sole has M = 0.
 * Columns are q, q̇, q̈ and six numbers for each foot: its load, where that is given. Torques of global joints are what the
 * feet leave over: zero where the rest is shared.
 *
 * <p>λᵀτ of loaded torques is the power of the unloaded ones in a motion λ − κ in which the sharing feet stand still, κ being
 * rates of the global joints. So second derivatives are those of torques and products of few numbers.
 *
 * <p>One object per thread; {@link #copy()} makes another.
 */
public final class GroundReaction {
    private static final double SINGULAR = 1e-9;

    private final RobotModel model;
    private final List<Foot> feet;
    private final Vector3 about;
    private final @Nullable ExternalWrenches wrenches;
    private final Guard guard;
    private final int n;
    private final int columns;
    private final Kinematics kinematics;
    private final InverseDynamics dynamics;
    private final TorqueSensitivity sensitivity;
    private final TorqueCurvature curvature;
    private final FootMotion[] motions;
    private final FootMotion global;
    private final Vector3 up;

    private Footing footing;
    private final double[][] state;
    private final double[] unloaded;
    private final double[] torque;
    private final double[] resultant = new double[6];
    private final double[] loads;
    private final double[][] byOrder;
    private boolean hasDerivatives;

    /** S_gᵀ of the global joints, and its inverse. */
    private final double[] globalMatrix = new double[36];

    private final double[] globalInverse = new double[36];

    /** ∂W by the state: six rows. */
    private final double[] resultantSlope;

    // of a contraction
    private final double[] virtual;
    private final double[] kappa;
    private final double[] kappaSlope;
    private final double[] restSlope;
    private final double[] ownSlope = new double[6];
    private final double[] rest = new double[6];
    private final double[] scratch = new double[6];
    private final double[] hessian;
    private final double[] one;

    /** Coordinates on the way to any foot. */
    private final int[] affected;

    /**
     * For a tree on a base at rest whose first joints place it in the world; a floating base gets such joints by
     * {@link GlobalJoints#attach}.
     *
     * @throws IllegalArgumentException if the base floats or a foot is on no body of the robot
     */
    public GroundReaction(RobotModel model, List<Foot> feet) {
        this(model, feet, Vector3.ZERO, null);
    }

    /**
     * The same where more acts on the robot than the ground.
     *
     * @param aboutInWorld about which moments of W and of loads of soles are; near the robot, so that they stay small
     * @param wrenches what the environment applies besides, copied; null for nothing
     */
    public GroundReaction(
            RobotModel model, List<Foot> feet, Vector3 aboutInWorld, @Nullable ExternalWrenches wrenches) {
        model.requireTree("the reaction of the ground");
        model.requireFixedBase("the reaction of the ground");
        this.model = model;
        this.feet = List.copyOf(feet);
        about = aboutInWorld;
        for (Foot foot : feet) {
            if (!model.hasBody(foot.body())) {
                throw new IllegalArgumentException(
                        "foot \"%s\" is on body \"%s\", but robot \"%s\" has none of that name"
                                .formatted(foot.name(), foot.body(), model.name()));
            }
        }
        guard = new Guard(GroundReaction.class, model);
        this.wrenches = wrenches == null ? null : copyOf(wrenches);
        n = model.jointCount();
        columns = 3 * n + 6 * feet.size();
        kinematics = new Kinematics(model);
        dynamics = new InverseDynamics(model);
        sensitivity = new TorqueSensitivity(model);
        curvature = new TorqueCurvature(model);
        motions = feet.stream()
                .map(foot ->
                        new FootMotion(model, foot.body(), foot.pointInBody().orElse(null), about))
                .toArray(FootMotion[]::new);
        global = new FootMotion(model, GlobalJoints.lastBody(model), null, about);
        double weight = model.gravity().norm();
        up = weight > 0 ? model.gravity().times(-1 / weight) : Vector3.Z;
        affected = IntStream.concat(
                        Arrays.stream(global.path),
                        Arrays.stream(motions).flatMapToInt(motion -> Arrays.stream(motion.path)))
                .sorted()
                .distinct()
                .toArray();
        footing = Footing.none(feet.size());
        state = new double[3][n];
        unloaded = new double[n];
        torque = new double[n];
        loads = new double[6 * feet.size()];
        byOrder = new double[3][n * n];
        resultantSlope = new double[6 * 3 * n];
        virtual = new double[n];
        one = new double[n];
        kappa = new double[n];
        kappaSlope = new double[6 * n];
        restSlope = new double[6 * n];
        hessian = new double[9 * n * n];
    }

    private ExternalWrenches copyOf(ExternalWrenches given) {
        AppliedWrenches.of(given).checkFor(guard);
        ExternalWrenches own = new ExternalWrenches(model);
        AppliedWrenches.of(own).set(AppliedWrenches.of(given));
        return own;
    }

    public GroundReaction copy() {
        return new GroundReaction(model, feet, about, wrenches);
    }

    public RobotModel model() {
        return model;
    }

    public List<Foot> feet() {
        return feet;
    }

    /** n torques and six numbers for each foot. */
    public int rowCount() {
        return n + 6 * feet.size();
    }

    /** 3n of the state and six for each foot. */
    public int columnCount() {
        return columns;
    }

    /** How many joints place the robot in the world. */
    public int globalCount() {
        return global.path.length;
    }

    /** Against gravity, in the world. */
    public Vector3 up() {
        return up;
    }

    // ---------------------------------------------------------------- values

    /**
     * Loads the feet at a state.
     *
     * @param given six numbers for each foot, read where the footing says that its load is given: (F, M) about the world's
     *     origin, or the point that was told, for soles, F for others
     * @throws NumericalException if the global joints do not reach all directions at this pose
     */
    public void compute(double[] q, double[] qd, double[] qdd, Footing newFooting, double[] given) {
        guard.begin();
        guard.checkLength("q", q, n);
        guard.checkLength("qd", qd, n);
        guard.checkLength("qdd", qdd, n);
        guard.checkLength("given", given, loads.length);
        guard.checkFinite("q", q);
        guard.checkFinite("qd", qd, "qdd", qdd);
        newFooting.check(feet);
        if (newFooting.isShared() && global.path.length != 6) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has %s global joints, but feet share a rest where there are six: give all loads instead"
                            .formatted(model.name(), global.path.length));
        }
        footing = newFooting;
        System.arraycopy(q, 0, state[0], 0, n);
        System.arraycopy(qd, 0, state[1], 0, n);
        System.arraycopy(qdd, 0, state[2], 0, n);
        hasDerivatives = false;
        kinematics.compute(q);
        dynamics.compute(null, q, qd, qdd, wrenches, unloaded);
        global.place(kinematics);
        for (FootMotion motion : motions) {
            motion.place(kinematics);
        }
        if (global.path.length == 6) {
            invertGlobal();
        }
        shareOut(given);
        System.arraycopy(unloaded, 0, torque, 0, n);
        for (int f = 0; f < motions.length; f++) {
            FootMotion motion = motions[f];
            // τ ← τ − S·w for the joints that carry the foot
            for (int k = 0; k < motion.path.length && footing.isLoaded(f); k++) {
                torque[motion.path[k]] -= motion.effort(k, loads, 6 * f);
            }
        }
        guard.checkResult("torque", torque);
        guard.checkResult("loads", loads);
        guard.succeed();
    }

    /** W from S_g·W = τ_g, and its parts. */
    private void shareOut(double[] given) {
        Arrays.fill(resultant, Double.NaN);
        for (int c = 0; c < 6 && global.path.length == 6; c++) {
            resultant[c] = 0;
            for (int g = 0; g < 6; g++) {
                resultant[c] += globalInverse[6 * c + g] * unloaded[global.path[g]];
            }
        }
        System.arraycopy(resultant, 0, rest, 0, 6);
        Arrays.fill(loads, 0);
        for (int f = 0; f < motions.length; f++) {
            for (int c = 0; c < 6 && footing.isGiven(f); c++) {
                guard.checkFinite("given", given, 6 * f + c);
                loads[6 * f + c] = feet.get(f).isSole() || c < 3 ? given[6 * f + c] : 0;
                rest[c] -= loads[6 * f + c];
            }
        }
        for (int f = 0; f < motions.length; f++) {
            for (int c = 0; c < 6 && footing.share(f) != 0; c++) {
                loads[6 * f + c] = footing.share(f) * rest[c];
            }
        }
    }

    private void invertGlobal() {
        for (int g = 0; g < 6; g++) {
            for (int c = 0; c < 6; c++) {
                globalMatrix[6 * g + c] = global.column(g, c);
            }
        }
        if (!SmallInverse.invert(6, globalMatrix, globalInverse, SINGULAR)) {
            throw new NumericalException(
                    "the six global joints of robot \"%s\" do not reach all directions at this pose"
                            .formatted(model.name()));
        }
    }

    /** W = (F, M) that the ground must supply; of robots with six global joints. */
    public void resultant(double[] wrenchOut) {
        guard.requireResults();
        guard.checkLength("wrenchOut", wrenchOut, 6);
        requireSix("a resultant");
        System.arraycopy(resultant, 0, wrenchOut, 0, 6);
    }

    private void requireSix(String what) {
        if (global.path.length != 6) {
            throw new IllegalStateException("%s is computed where there are six global joints, but robot \"%s\" has %s"
                    .formatted(what, model.name(), global.path.length));
        }
    }

    /**
     * The zero-moment point p = (e × M + h F)/(e·F), with M about the world's origin, on the ground at a height, where the resultant has no moment but about
     * the vertical.
     *
     * @throws NumericalException if nothing presses on the ground
     */
    public Vector3 zeroMomentPoint(double height) {
        guard.requireResults();
        requireSix("a zero-moment point");
        Vector3 force = new Vector3(resultant[0], resultant[1], resultant[2]);
        Vector3 moment = new Vector3(resultant[3], resultant[4], resultant[5]);
        double pressing = up.dot(force);
        if (!(Math.abs(pressing) > SINGULAR * force.norm())) {
            throw new NumericalException("nothing presses on the ground: there is no zero-moment point");
        }
        double above = height - up.dot(about);
        return about.plus(up.cross(moment).plus(force.times(above)).times(1 / pressing));
    }

    /** The moment about the vertical at the zero-moment point. */
    public double freeMoment(double height) {
        Vector3 p = zeroMomentPoint(height);
        Vector3 force = new Vector3(resultant[0], resultant[1], resultant[2]);
        Vector3 moment = new Vector3(resultant[3], resultant[4], resultant[5]);
        return up.dot(moment.minus(p.minus(about).cross(force)));
    }

    /** The torques with the feet loaded, then (F, M) of each foot. */
    public void rows(double[] rowsOut) {
        guard.requireResults();
        guard.checkLength("rowsOut", rowsOut, rowCount());
        System.arraycopy(torque, 0, rowsOut, 0, n);
        System.arraycopy(loads, 0, rowsOut, n, loads.length);
    }

    // ---------------------------------------------------------------- first derivatives

    private void computeSlopes() {
        if (hasDerivatives) {
            return;
        }
        sensitivity.compute(
                null, state[0], state[1], state[2], wrenches, List.of(), byOrder[0], byOrder[1], byOrder[2]);
        // S_g·∂W = ∂τ_g − ∂S_g·W
        for (int x = 0; x < 3 * n && footing.isShared(); x++) {
            int i = x < n ? indexOn(global.path, x) : -1;
            for (int g = 0; g < 6; g++) {
                double change = i < 0 ? 0 : global.effortSlope(g, i, resultant, 0);
                scratch[g] = torqueSlope(global.path[g], x) - change;
            }
            for (int c = 0; c < 6; c++) {
                double sum = 0;
                for (int g = 0; g < 6; g++) {
                    sum += globalInverse[6 * c + g] * scratch[g];
                }
                resultantSlope[c * 3 * n + x] = sum;
            }
        }
        hasDerivatives = true;
    }

    private static int indexOn(int[] path, int coordinate) {
        return Arrays.binarySearch(path, coordinate);
    }

    private double torqueSlope(int row, int x) {
        return byOrder[x / n][row * n + x % n];
    }

    /** Derivatives of all rows by all columns, row-major, at the state computed last. */
    public void derivatives(double[] jacobianOut) {
        guard.requireResults();
        guard.checkLength("jacobianOut", jacobianOut, rowCount() * columns);
        computeSlopes();
        Arrays.fill(jacobianOut, 0);
        for (int row = 0; row < n; row++) {
            for (int order = 0; order < 3; order++) {
                System.arraycopy(byOrder[order], row * n, jacobianOut, row * columns + order * n, n);
            }
        }
        for (int f = 0; f < motions.length; f++) {
            if (footing.isLoaded(f)) {
                fillLoadRows(f, jacobianOut);
                subtractLoad(f, jacobianOut);
            }
        }
        guard.checkResult("jacobianOut", jacobianOut);
    }

    private void fillLoadRows(int f, double[] jacobianOut) {
        double share = footing.share(f);
        int parts = feet.get(f).isSole() ? 6 : 3;
        for (int c = 0; c < parts; c++) {
            int line = (n + 6 * f + c) * columns;
            if (footing.isGiven(f)) {
                jacobianOut[line + 3 * n + 6 * f + c] = 1;
                continue;
            }
            for (int x = 0; x < 3 * n; x++) {
                jacobianOut[line + x] = share * resultantSlope[c * 3 * n + x];
            }
            for (int other = 0; other < motions.length; other++) {
                jacobianOut[line + 3 * n + 6 * other + c] = footing.isGiven(other) ? -share : 0;
            }
        }
    }

    /** −∂S·w − S·∂w of the joints that carry a foot. */
    private void subtractLoad(int f, double[] jacobianOut) {
        FootMotion motion = motions[f];
        int parts = feet.get(f).isSole() ? 6 : 3;
        for (int k = 0; k < motion.path.length; k++) {
            int line = motion.path[k] * columns;
            for (int i = 0; i < motion.path.length; i++) {
                jacobianOut[line + motion.path[i]] -= motion.effortSlope(k, i, loads, 6 * f);
            }
            for (int c = 0; c < parts; c++) {
                double factor = motion.column(k, c);
                int source = (n + 6 * f + c) * columns;
                for (int x = footing.isGiven(f) ? 3 * n : 0; x < columns && factor != 0; x++) {
                    jacobianOut[line + x] -= factor * jacobianOut[source + x];
                }
            }
        }
    }

    // ---------------------------------------------------------------- second derivatives

    /**
     * Second derivatives of all rows, contracted with multipliers: a symmetric matrix of {@link #columnCount()} rows,
     * row-major, at the state computed last.
     */
    public void curvature(double[] lambda, double[] hessianOut) {
        guard.requireResults();
        guard.checkLength("lambda", lambda, rowCount());
        guard.checkLength("hessianOut", hessianOut, columns * columns);
        guard.checkDistinct("hessianOut", hessianOut, "lambda", lambda);
        guard.checkFinite("lambda", lambda);
        computeSlopes();
        System.arraycopy(lambda, 0, virtual, 0, n);
        for (FootMotion motion : motions) {
            motion.set(virtual);
        }
        Arrays.fill(kappa, 0);
        Arrays.fill(restSlope, 0);
        if (footing.isShared()) {
            computeKappa(lambda);
        }
        curvature.compute(null, state[0], state[1], state[2], wrenches, virtual, hessian);
        Arrays.fill(hessianOut, 0);
        for (int a = 0; a < 3 * n; a++) {
            System.arraycopy(hessian, a * 3 * n, hessianOut, a * columns, 3 * n);
        }
        for (int f = 0; f < motions.length; f++) {
            if (footing.isLoaded(f)) {
                subtractTurning(f, hessianOut);
            }
            if (footing.isGiven(f)) {
                fillMixed(f, hessianOut);
            }
        }
        if (footing.isShared()) {
            addGlobal(hessianOut);
        }
        guard.checkResult("hessianOut", hessianOut);
    }

    /** κ with Σ S_g κ_g = R = Σ s (V(λ) − ν) over the sharing feet, and its derivatives by q. */
    private void computeKappa(double[] lambda) {
        Arrays.fill(rest, 0);
        for (int f = 0; f < motions.length; f++) {
            double share = footing.share(f);
            for (int c = 0; c < 6 && share != 0; c++) {
                rest[c] += share * (motions[f].rate[c] - lambda[n + 6 * f + c]);
            }
            for (int i = 0; i < motions[f].path.length && share != 0; i++) {
                motions[f].slope(i, ownSlope);
                for (int c = 0; c < 6; c++) {
                    restSlope[motions[f].path[i] * 6 + c] += share * ownSlope[c];
                }
            }
        }
        solveGlobal(rest, 0, scratch);
        for (int g = 0; g < 6; g++) {
            kappa[global.path[g]] = scratch[g];
            virtual[global.path[g]] -= scratch[g];
        }
        // S κ' = R' − S' κ
        global.set(kappa);
        Arrays.fill(kappaSlope, 0);
        for (int i : affected) {
            System.arraycopy(restSlope, 6 * i, rest, 0, 6);
            int g = indexOn(global.path, i);
            if (g >= 0) {
                global.slope(g, ownSlope);
                for (int c = 0; c < 6; c++) {
                    rest[c] -= ownSlope[c];
                }
            }
            solveGlobal(rest, 0, scratch);
            System.arraycopy(scratch, 0, kappaSlope, 6 * i, 6);
        }
    }

    /** Σ S_g x_g = right, with the transpose of what gives W. */
    private void solveGlobal(double[] right, int at, double[] out) {
        for (int g = 0; g < 6; g++) {
            out[g] = 0;
            for (int c = 0; c < 6; c++) {
                out[g] += globalInverse[6 * c + g] * right[at + c];
            }
        }
    }

    /** −∂²V(λ)·w of a foot. */
    private void subtractTurning(int f, double[] hessianOut) {
        FootMotion motion = motions[f];
        for (int i = 0; i < motion.path.length; i++) {
            for (int j = i; j < motion.path.length; j++) {
                addPair(motion.path[i], motion.path[j], -motion.curvature(i, j, loads, 6 * f), hessianOut);
            }
        }
    }

    private void addPair(int a, int b, double value, double[] hessianOut) {
        hessianOut[a * columns + b] += value;
        if (a != b) {
            hessianOut[b * columns + a] += value;
        }
    }

    /** ∂(R − V(λ))/∂q beside the load of a foot that is given. */
    private void fillMixed(int f, double[] hessianOut) {
        FootMotion motion = motions[f];
        int parts = feet.get(f).isSole() ? 6 : 3;
        for (int i = 0; i < motion.path.length; i++) {
            motion.slope(i, ownSlope);
            for (int c = 0; c < parts; c++) {
                addPair(motion.path[i], 3 * n + 6 * f + c, -ownSlope[c], hessianOut);
            }
        }
        for (int i : affected) {
            for (int c = 0; c < parts; c++) {
                if (restSlope[6 * i + c] != 0) {
                    addPair(i, 3 * n + 6 * f + c, restSlope[6 * i + c], hessianOut);
                }
            }
        }
    }

    /** −κ'ᵀτ_g' and W·(S'' κ + S' κ'), both ways. */
    private void addGlobal(double[] hessianOut) {
        for (int i : affected) {
            for (int x = 0; x < 3 * n; x++) {
                double sum = 0;
                for (int g = 0; g < 6; g++) {
                    sum -= kappaSlope[6 * i + g] * torqueSlope(global.path[g], x);
                }
                hessianOut[i * columns + x] += sum;
                hessianOut[x * columns + i] += sum;
            }
        }
        for (int i = 0; i < 6; i++) {
            for (int j = i; j < 6; j++) {
                addPair(global.path[i], global.path[j], global.curvature(i, j, resultant, 0), hessianOut);
            }
        }
        for (int j : affected) {
            Arrays.fill(one, 0);
            for (int g = 0; g < 6; g++) {
                one[global.path[g]] = kappaSlope[6 * j + g];
            }
            global.set(one);
            for (int g = 0; g < 6; g++) {
                global.slope(g, ownSlope);
                double power = 0;
                for (int c = 0; c < 6; c++) {
                    power += ownSlope[c] * resultant[c];
                }
                hessianOut[global.path[g] * columns + j] += power;
                hessianOut[j * columns + global.path[g]] += power;
            }
        }
    }
}
