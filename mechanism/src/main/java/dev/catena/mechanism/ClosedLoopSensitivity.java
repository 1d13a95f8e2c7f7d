package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ∂γ/∂q_a, ∂γ/∂q̇_a and ∂γ/∂q̈_a of γ = Gᵀ Γ_tr, the inverse dynamics of a robot with closed loops, where γ are the
 * efforts of the independent joints: those of the actuators, unless there are more of them than freedoms. Likewise of the
 * actuators' efforts then, and of what the cut joints carry.
 *
 * <p>Analytic, from the sensitivities of the tree and the second and third derivatives of q_tr by q_a: with the symmetric
 * forms H[u, v] and T[u, v, w] of these,
 *
 * <pre>
 * ∂γ/∂q̈_a = Gᵀ M G
 * ∂γ/∂q̇_a = Gᵀ (V G + 2 M H[q̇_a, ·])
 * ∂γ/∂q_a  = H[·, ·]ᵀ Γ_tr + Gᵀ (P G + V H[q̇_a, ·] + M (H[q̈_a, ·] + T[q̇_a, q̇_a, ·]))
 * </pre>
 *
 * where P, V and M are the derivatives of Γ_tr by q, q̇ and q̈. On a floating base the matrices have 6 + m rows and columns,
 * those of the base first as in {@link TorqueSensitivity}; its rows of G are the identity.
 *
 * <p>Of friction, the smooth form is differentiated; the sign form counts with its viscous part alone. Nothing is
 * allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopSensitivity {
    final LoopKinematics kinematics;
    final LoopDerivatives derivatives;
    final ActuatorShare share;
    final CutFriction friction;

    private final RobotModel model;
    private final Guard guard;
    private final InverseDynamics tree;
    private final TorqueSensitivity treeSensitivity;
    private final CutChanges cutChanges;
    private final int n;
    private final int count;

    /** How many motors turn on their own; they come after the joints, in the tree and in all vectors. */
    private final int motors;

    private final double[] treeEfforts;

    /** The same with friction in cut joints. */
    private final double[] balanced;

    /** By position, velocity and acceleration, of the tree; the last computation had a base of 0 or 6 rows. */
    private final double[][] ofTree = new double[3][];

    private final double[][] ofFloatingTree = new double[3][];
    private int ofBase;

    /** Position, velocity and acceleration of the tree, and of the independent joints. */
    private final double[][] treeMotion = new double[3][];

    private final double[][] given;

    /** By variable and column: how Γ_tr changes; kept for the cut joints. */
    private final double[][][] columns;

    /** By variable and column: how the actuators' efforts change. */
    private final double[][][] activeColumns;

    private final double[] ofActive;
    private final double[] velocity;
    private final double[] acceleration;
    private final double[] ofIndependent;
    private final double[] velocities;
    private final double[][] wrenchOut = new double[3][];
    private int revision;
    private boolean cutsKnown;

    public ClosedLoopSensitivity(RobotModel model) {
        this(rigid(model), false);
    }

    /** With the motors of elastic joints as coordinates of their own, without springs. */
    static ClosedLoopSensitivity withFreeMotors(RobotModel model) {
        return new ClosedLoopSensitivity(model, true);
    }

    private static RobotModel rigid(RobotModel model) {
        ClosedLoopInverseDynamics.requireRigid(model);
        return model;
    }

    private ClosedLoopSensitivity(RobotModel model, boolean freeMotors) {
        this.model = model;
        guard = new Guard(ClosedLoopSensitivity.class, model);
        kinematics = new LoopKinematics(model);
        RobotModel open = model.openTree();
        motors = freeMotors ? model.elasticJoints().size() : 0;
        tree = freeMotors ? InverseDynamics.withFreeMotors(open) : new InverseDynamics(open);
        treeSensitivity = freeMotors ? TorqueSensitivity.withFreeMotors(open) : new TorqueSensitivity(open);
        share = new ActuatorShare(model, kinematics);
        friction = new CutFriction(model, kinematics.closure.equations);
        derivatives = new LoopDerivatives(kinematics, friction);
        n = kinematics.n;
        count = kinematics.count;
        int most = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        int all = n + motors;
        treeEfforts = new double[all];
        for (int variable = 0; variable < 3; variable++) {
            ofTree[variable] = new double[all * all];
            ofFloatingTree[variable] = new double[most == 0 ? 0 : (6 + all) * (6 + all)];
            treeMotion[variable] = new double[all];
        }
        columns = new double[3][most + count + motors][most + all];
        given = new double[3][count];
        ofActive = new double[share.active.length];
        activeColumns = new double[3][most + count + motors][share.active.length];
        balanced = new double[n];
        velocity = new double[n];
        acceleration = new double[derivatives.size];
        ofIndependent = new double[count];
        velocities = new double[count];
        cutChanges = new CutChanges(model, kinematics, friction, derivatives);
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopSensitivity copy() {
        return new ClosedLoopSensitivity(model, motors > 0);
    }

    /**
     * The three matrices, row-major, a row and a column for every independent joint.
     *
     * @throws LoopException where the loops do not close
     */
    public void compute(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        compute(null, q, qd, qdd, null, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    /** As above, under external wrenches, whose numbers are constant in the frames that they are given in. */
    public void compute(
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        compute(null, q, qd, qdd, wrenches, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    /** As above, on a base that moves as told; null for a fixed base at the world's origin. */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        start(0, q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        double[][] x = treeMotion;
        tree.compute(base, x[0], x[1], x[2], wrenches, treeEfforts);
        treeSensitivity.compute(base, x[0], x[1], x[2], wrenches, List.of(), ofTree[0], ofTree[1], ofTree[2]);
        finish(ofTree, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    /**
     * The three (6 + m) × (6 + m) matrices of a robot with a floating base, m its independent joints: rows and columns of
     * the base come first, as in {@link TorqueSensitivity#computeFloating}.
     *
     * @param base how the base moves, acceleration included
     */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        guard.begin();
        guard.checkFloatingBase();
        start(6, q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        double[][] x = treeMotion;
        tree.compute(base, x[0], x[1], x[2], wrenches, treeEfforts);
        treeSensitivity.computeFloating(
                base, x[0], x[1], x[2], wrenches, List.of(), ofFloatingTree[0], ofFloatingTree[1], ofFloatingTree[2]);
        finish(ofFloatingTree, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    private void start(int ofBase, double[] q, double[] qd, double[] qdd, double[] P, double[] V, double[] A) {
        this.ofBase = ofBase;
        guard.checkLength("q", q, count + motors);
        guard.checkLength("qd", qd, count + motors);
        guard.checkLength("qdd", qdd, count + motors);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        checkOutput("byPositionOut", P, q, qd, qdd);
        checkOutput("byVelocityOut", V, q, qd, qdd);
        checkOutput("byAccelerationOut", A, q, qd, qdd);
        guard.checkDistinct("byVelocityOut", V, "byPositionOut", P);
        guard.checkDistinct("byAccelerationOut", A, "byPositionOut", P);
        guard.checkDistinct("byAccelerationOut", A, "byVelocityOut", V);
        System.arraycopy(q, 0, given[0], 0, count);
        System.arraycopy(qd, 0, given[1], 0, count);
        System.arraycopy(qdd, 0, given[2], 0, count);
        if (!kinematics.close(given[0]).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(given[1]);
        kinematics.accelerate(given[2]);
        copy(kinematics.closure.q, q, treeMotion[0]);
        copy(kinematics.qd, qd, treeMotion[1]);
        copy(kinematics.qdd, qdd, treeMotion[2]);
    }

    private void copy(double[] ofJoints, double[] withMotors, double[] out) {
        System.arraycopy(ofJoints, 0, out, 0, n);
        System.arraycopy(withMotors, count, out, n, motors);
    }

    private int width() {
        return ofBase + count + motors;
    }

    private void checkOutput(String name, double[] out, double[] q, double[] qd, double[] qdd) {
        guard.checkLength(name, out, width() * width());
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "qdd", qdd);
    }

    private void finish(double[][] matrices, double[] P, double[] V, double[] A) {
        double[] qd = given[1];
        System.arraycopy(treeEfforts, 0, balanced, 0, n);
        friction.addTo(kinematics.closure.q, kinematics.qd, balanced);
        derivatives.find(qd);
        for (int k = 0; k < ofBase; k++) {
            copyColumn(matrices, k, k);
        }
        for (int k = 0; k < motors; k++) {
            copyColumn(matrices, ofBase + n + k, ofBase + count + k);
        }
        for (int j = 0; j < count; j++) {
            fillColumns(j, matrices, qd, given[2]);
        }
        project(columns[0], P);
        project(columns[1], V);
        project(columns[2], A);
        for (int j = 0; j < count; j++) {
            addCurvatureAndFriction(j, qd, P, V);
        }
        guard.checkResult("byPositionOut", P);
        guard.checkResult("byVelocityOut", V);
        guard.checkResult("byAccelerationOut", A);
        revision = kinematics.closure.revision();
        if (motors == 0) {
            shareColumns(P, 0);
            shareColumns(V, 1);
            shareColumns(A, 2);
        }
        System.arraycopy(qd, 0, velocities, 0, count);
        cutsKnown = false;
        guard.succeed();
    }

    /** Base and motors are coordinates of the tree as they are. */
    private void copyColumn(double[][] matrices, int from, int to) {
        int size = ofBase + n + motors;
        for (int variable = 0; variable < 3; variable++) {
            for (int i = 0; i < size; i++) {
                columns[variable][to][i] = matrices[variable][i * size + from];
            }
        }
    }

    /** How Γ_tr changes with independent joint j. */
    private void fillColumns(int j, double[][] matrices, double[] qd, double[] qdd) {
        for (int i = 0; i < n; i++) {
            velocity[i] = derivatives.first[i * count + j];
        }
        int at = ofBase + j;
        for (int variable = 0; variable < 3; variable++) {
            Arrays.fill(columns[variable][at], 0);
        }
        // M G eⱼ
        addTimes(matrices[2], velocity, 1, columns[2][at]);

        // V G eⱼ + 2 M H[q̇, eⱼ]
        derivatives.contract(qd, j, acceleration);
        addTimes(matrices[1], velocity, 1, columns[1][at]);
        addTimes(matrices[2], acceleration, 2, columns[1][at]);

        // P G eⱼ + V H[q̇, eⱼ] + M (H[q̈, eⱼ] + T[q̇, q̇, eⱼ])
        addTimes(matrices[0], velocity, 1, columns[0][at]);
        addTimes(matrices[1], acceleration, 1, columns[0][at]);
        derivatives.contract(qdd, j, acceleration);
        addTimes(matrices[2], acceleration, 1, columns[0][at]);
        addTimes(matrices[2], derivatives.third[j], 1, columns[0][at]);
    }

    /** out += factor · (columns of joints of a matrix) x. */
    private void addTimes(double[] matrix, double[] x, double factor, double[] out) {
        int width = ofBase + n + motors;
        for (int i = 0; i < width; i++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += matrix[i * width + ofBase + k] * x[k];
            }
            out[i] += factor * sum;
        }
    }

    /** Gᵀ times all columns. */
    private void project(double[][] from, double[] out) {
        int width = width();
        for (int j = 0; j < width; j++) {
            for (int i = 0; i < ofBase; i++) {
                out[i * width + j] = from[j][i];
            }
            for (int e = 0; e < motors; e++) {
                out[(ofBase + count + e) * width + j] = from[j][ofBase + n + e];
            }
            for (int l = 0; l < count; l++) {
                double sum = 0;
                for (int i = 0; i < n; i++) {
                    sum += derivatives.first[i * count + l] * from[j][ofBase + i];
                }
                out[(ofBase + l) * width + j] = sum;
            }
        }
    }

    /** H[eₗ, eⱼ]ᵀ Γ_tr, and friction in cut joints, which are coordinates without inertia. */
    private void addCurvatureAndFriction(int j, double[] qd, double[] P, double[] V) {
        int width = width();
        derivatives.contract(qd, j, acceleration);
        for (int l = 0; l < count; l++) {
            int entry = (ofBase + l) * width + ofBase + j;
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += derivatives.second[l][j][i] * treeEfforts[i];
            }
            for (int f = 0; f < friction.cuts.length; f++) {
                double slope = friction.slope(f) * derivatives.first[(n + f) * count + l];
                sum += derivatives.second[l][j][n + f] * friction.effort[f] + slope * acceleration[n + f];
                V[entry] += slope * derivatives.first[(n + f) * count + j];
            }
            P[entry] += sum;
        }
    }

    private void requireResults() {
        guard.requireResults();
        kinematics.requirePose(revision);
    }

    /** How the actuators' efforts change where γ does; of least norm if there are more of them than freedoms. */
    private void shareColumns(double[] changed, int variable) {
        int width = ofBase + count;
        if (variable == 0) {
            kinematics.transposeTimes(balanced, ofIndependent);
            share.share(ofIndependent, ofActive);
        }
        for (int j = 0; j < width; j++) {
            for (int l = 0; l < count; l++) {
                ofIndependent[l] = changed[(ofBase + l) * width + j];
            }
            if (variable == 0 && j >= ofBase) {
                share.shareChanges(ofActive, ofIndependent, derivatives, j - ofBase, activeColumns[0][j]);
            } else {
                share.shareAgain(ofIndependent, activeColumns[variable][j]);
            }
        }
    }

    /**
     * The same of the actuators' efforts by the last computation, of least norm where more joints are driven than the
     * mechanism has freedoms: a row for every active joint, columns as there.
     */
    public void actuators(double[] byPositionOut, double[] byVelocityOut, double[] byAccelerationOut) {
        requireResults();
        copyColumns("byPositionOut", activeColumns[0], byPositionOut);
        copyColumns("byVelocityOut", activeColumns[1], byVelocityOut);
        copyColumns("byAccelerationOut", activeColumns[2], byAccelerationOut);
    }

    private void copyColumns(String name, double[][] from, double[] out) {
        int width = ofBase + count;
        guard.checkLength(name, out, ofActive.length * width);
        for (int a = 0; a < ofActive.length; a++) {
            for (int j = 0; j < width; j++) {
                out[a * width + j] = from[j][a];
            }
        }
    }

    /**
     * Finds how what the cut joints carry changes with the motion of the last computation. Where constraints are redundant
     * the wrenches are those of least norm.
     */
    public void computeCutWrenches() {
        requireResults();
        for (int a = 0; a < ofActive.length; a++) {
            balanced[share.active[a]] -= ofActive[a];
            for (int variable = 0; variable < 3; variable++) {
                for (int j = 0; j < ofBase + count; j++) {
                    columns[variable][j][ofBase + share.active[a]] -= activeColumns[variable][j][a];
                }
            }
        }
        cutChanges.compute(balanced, columns, ofBase, velocities);
        for (int a = 0; a < ofActive.length; a++) {
            balanced[share.active[a]] += ofActive[a];
            for (int variable = 0; variable < 3; variable++) {
                for (int j = 0; j < ofBase + count; j++) {
                    columns[variable][j][ofBase + share.active[a]] += activeColumns[variable][j][a];
                }
            }
        }
        cutsKnown = true;
    }

    /**
     * How the wrench of {@link ClosedLoopInverseDynamics#cutWrench} changes, after {@link #computeCutWrenches}: six rows,
     * columns as of the last computation.
     */
    public void cutWrench(int cut, double[] byPositionOut, double[] byVelocityOut, double[] byAccelerationOut) {
        CutConstraint constraint = kinematics.cut(cut);
        int length = 6 * (ofBase + count);
        guard.checkLength("byPositionOut", byPositionOut, length);
        guard.checkLength("byVelocityOut", byVelocityOut, length);
        guard.checkLength("byAccelerationOut", byAccelerationOut, length);
        requireResults();
        if (!cutsKnown) {
            throw new IllegalStateException("call computeCutWrenches first");
        }
        wrenchOut[0] = byPositionOut;
        wrenchOut[1] = byVelocityOut;
        wrenchOut[2] = byAccelerationOut;
        cutChanges.wrench(cut, constraint, wrenchOut);
        guard.checkResult("byPositionOut", byPositionOut);
        guard.checkResult("byVelocityOut", byVelocityOut);
        guard.checkResult("byAccelerationOut", byAccelerationOut);
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }
}
