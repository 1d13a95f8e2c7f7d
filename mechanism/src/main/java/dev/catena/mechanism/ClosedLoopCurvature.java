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
 * where lᵀ∂²Γ_tr and ∂Γ_tr are those of the tree, and y′, y″, l′, l″ are made of the derivatives of q_tr by q_a up to the
 * fourth. Cut joints with friction are coordinates without inertia.
 *
 * <p>On a floating base six numbers of the base come first, as in {@link TorqueCurvature#computeFloating}; loops know nothing
 * of it. Of friction, the smooth form is differentiated. Cost grows with the fourth power of the number of independent joints.
 * Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopCurvature {
    private final RobotModel model;
    private final Guard guard;
    private final LoopKinematics kinematics;
    private final CutFriction friction;
    private final LoopDerivatives derivatives;
    private final LoopCurvature curvature;
    private final InverseDynamics tree;
    private final TorqueSensitivity sensitivity;
    private final TorqueCurvature treeCurvature;
    private final int n;
    private final int count;

    /** Joints, and cut joints with friction. */
    private final int size;

    /** How many motors turn on their own; they come after the joints, in the tree and in all vectors. */
    private final int motors;

    /** Base, joints and motors, with a base that floats and without; the last computation had a base of 0 or 6 rows. */
    private final Matrices fixed;

    private final Matrices floating;
    private int ofBase;

    /** Γ_tr, then friction in cut joints. */
    private final double[] efforts;

    private final double[] treeEfforts;
    private final double[] balanced;
    private final double[][] treeMotion;
    private final double[][] given;

    /** μ of the independent joints. */
    private final double[] multipliers;

    /** l of joints and cut joints. */
    private final double[] virtual;

    private final double[] joints;

    /** ∂Γ_trᵀ l by q, q̇ and q̈, of joints and cut joints. */
    private final double[][] gradient;

    /** y′ by order of differentiation in time, and by column: base, joints and motors, then cut joints. */
    private final double[][][] motion;

    /** l′ by independent joint, of joints and cut joints. */
    private final double[][] virtualChange;

    /** By order in time: lᵀ∂²Γ_tr y′ of one column; and ∂Γ_tr y′. */
    private final double[][] product;

    private final double[] change;
    private final double[] contracted;
    private final double[] fourth;

    /** What is known of the tree. */
    private static final class Matrices {
        /** ∂Γ_tr by q, q̇ and q̈. */
        final double[][] first;

        final double[] second;

        /** l of base, joints and motors. */
        final double[] multipliers;

        Matrices(int width) {
            first = new double[3][width * width];
            second = new double[9 * width * width];
            multipliers = new double[width];
        }
    }

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
        kinematics = new LoopKinematics(model);
        friction = new CutFriction(model, kinematics.closure.equations);
        derivatives = new LoopDerivatives(kinematics, friction);
        curvature = new LoopCurvature(model, kinematics, friction);
        RobotModel open = model.openTree();
        motors = freeMotors ? model.elasticJoints().size() : 0;
        tree = freeMotors ? InverseDynamics.withFreeMotors(open) : new InverseDynamics(open);
        sensitivity = freeMotors ? TorqueSensitivity.withFreeMotors(open) : new TorqueSensitivity(open);
        treeCurvature = freeMotors ? TorqueCurvature.withFreeMotors(open) : new TorqueCurvature(open);
        n = kinematics.n;
        count = kinematics.count;
        size = derivatives.size;
        int most = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        fixed = new Matrices(n + motors);
        floating = most > 0 ? new Matrices(most + n + motors) : fixed;
        efforts = new double[size];
        treeEfforts = new double[n + motors];
        balanced = new double[n];
        treeMotion = new double[3][n + motors];
        given = new double[3][count];
        multipliers = new double[count];
        virtual = new double[size];
        joints = new double[n];
        gradient = new double[3][size];
        int all = most + motors + size;
        motion = new double[3][3 * (most + count + motors)][all];
        virtualChange = new double[count][size];
        product = new double[3][all];
        change = new double[all];
        contracted = new double[size];
        fourth = new double[count * count];
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
        start(0, q, qd, qdd, mu, hessianOut);
        double[][] x = treeMotion;
        tree.compute(base, x[0], x[1], x[2], wrenches, treeEfforts);
        double[][] P = fixed.first;
        sensitivity.compute(base, x[0], x[1], x[2], wrenches, List.of(), P[0], P[1], P[2]);
        treeCurvature.compute(base, x[0], x[1], x[2], wrenches, fixed.multipliers, fixed.second);
        finish(fixed, hessianOut);
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
        start(6, q, qd, qdd, mu, hessianOut);
        double[][] x = treeMotion;
        tree.compute(base, x[0], x[1], x[2], wrenches, treeEfforts);
        double[][] P = floating.first;
        sensitivity.computeFloating(base, x[0], x[1], x[2], wrenches, List.of(), P[0], P[1], P[2]);
        treeCurvature.computeFloating(base, x[0], x[1], x[2], wrenches, floating.multipliers, floating.second);
        finish(floating, hessianOut);
    }

    private void start(int rowsOfBase, double[] q, double[] qd, double[] qdd, double[] mu, double[] hessianOut) {
        ofBase = rowsOfBase;
        check(q, qd, qdd, mu, hessianOut);
        System.arraycopy(q, 0, given[0], 0, count);
        System.arraycopy(qd, 0, given[1], 0, count);
        System.arraycopy(qdd, 0, given[2], 0, count);
        System.arraycopy(mu, ofBase, multipliers, 0, count);
        if (!kinematics.close(given[0]).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(given[1]);
        kinematics.accelerate(given[2]);
        copy(kinematics.closure.q, q, treeMotion[0]);
        copy(kinematics.qd, qd, treeMotion[1]);
        copy(kinematics.qdd, qdd, treeMotion[2]);
        kinematics.times(multipliers, joints);
        double[] l = (ofBase > 0 ? floating : fixed).multipliers;
        System.arraycopy(mu, 0, l, 0, ofBase);
        System.arraycopy(joints, 0, l, ofBase, n);
        System.arraycopy(mu, ofBase + count, l, ofBase + n, motors);
    }

    private void copy(double[] ofJoints, double[] withMotors, double[] out) {
        System.arraycopy(ofJoints, 0, out, 0, n);
        System.arraycopy(withMotors, count, out, n, motors);
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] mu, double[] hessianOut) {
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

    private void finish(Matrices ofTree, double[] hessianOut) {
        System.arraycopy(treeEfforts, 0, balanced, 0, n);
        friction.addTo(kinematics.closure.q, kinematics.qd, balanced);
        System.arraycopy(treeEfforts, 0, efforts, 0, n);
        System.arraycopy(friction.effort, 0, efforts, n, size - n);
        derivatives.find(given[1]);
        curvature.findThird();
        findVirtual(ofTree);
        findMotion(given[1], given[2]);
        fill(ofTree, hessianOut);
        addSecondOrder(given[1], given[2], hessianOut);
        guard.checkResult("hessianOut", hessianOut);
        guard.succeed();
    }

    /** l = G μ of the loops, and ∂Γ_trᵀ l. */
    private void findVirtual(Matrices ofTree) {
        for (int i = 0; i < size; i++) {
            virtual[i] = 0;
            for (int k = 0; k < count; k++) {
                virtual[i] += derivatives.first[i * count + k] * multipliers[k];
            }
        }
        int width = ofBase + n + motors;
        for (int order = 0; order < 3; order++) {
            Arrays.fill(gradient[order], 0);
            for (int i = 0; i < width; i++) {
                for (int k = 0; k < n; k++) {
                    gradient[order][k] += ofTree.first[order][i * width + ofBase + k] * ofTree.multipliers[i];
                }
            }
        }
        for (int f = n; f < size; f++) {
            gradient[1][f] = friction.slope(f - n) * virtual[f];
        }
    }

    /** Where a joint, or a cut joint with friction, is among base, joints, motors and cut joints. */
    private int place(int i) {
        return ofBase + (i < n ? i : i + motors);
    }

    /** Base, q_tr and motors with their velocities and accelerations, and l, by every column of x. */
    private void findMotion(double[] qd, double[] qdd) {
        int block = ofBase + count + motors;
        for (double[][] columns : motion) {
            for (double[] column : columns) {
                Arrays.fill(column, 0);
            }
        }
        for (int order = 0; order < 3; order++) {
            for (int k = 0; k < ofBase; k++) {
                motion[order][order * block + k][k] = 1;
            }
            for (int e = 0; e < motors; e++) {
                motion[order][order * block + ofBase + count + e][ofBase + n + e] = 1;
            }
        }
        for (int j = 0; j < count; j++) {
            int at = ofBase + j;
            derivatives.contract(multipliers, j, virtualChange[j]);
            derivatives.contract(qd, j, contracted);
            for (int i = 0; i < size; i++) {
                double rate = derivatives.first[i * count + j];
                motion[0][at][place(i)] = rate;
                motion[1][block + at][place(i)] = rate;
                motion[2][2 * block + at][place(i)] = rate;
                motion[1][at][place(i)] = contracted[i];
                motion[2][block + at][place(i)] = 2 * contracted[i];
            }
            derivatives.contract(qdd, j, contracted);
            for (int i = 0; i < size; i++) {
                motion[2][at][place(i)] = contracted[i] + (i < n ? derivatives.third[j][i] : 0);
            }
        }
    }

    /** y′ᵀ (lᵀ∂²Γ_tr) y′ + l′ᵀ ∂Γ_tr y′ and its mirror image. */
    private void fill(Matrices ofTree, double[] H) {
        int width = 3 * (ofBase + count + motors);
        int all = ofBase + motors + size;
        Arrays.fill(H, 0);
        for (int b = 0; b < width; b++) {
            multiply(ofTree, b);
            for (int a = 0; a < width; a++) {
                double sum = 0;
                for (int order = 0; order < 3; order++) {
                    for (int i = 0; i < all; i++) {
                        sum += motion[order][a][i] * product[order][i];
                    }
                }
                H[a * width + b] += sum;
            }
            for (int j = 0; j < count; j++) {
                double sum = 0;
                for (int i = 0; i < size; i++) {
                    sum += virtualChange[j][i] * change[place(i)];
                }
                H[(ofBase + j) * width + b] += sum;
                H[b * width + ofBase + j] += sum;
            }
        }
    }

    /** lᵀ∂²Γ_tr y′ and ∂Γ_tr y′ of one column. */
    private void multiply(Matrices ofTree, int b) {
        int rows = ofBase + n + motors;
        int width = 3 * rows;
        Arrays.fill(change, 0);
        for (int order = 0; order < 3; order++) {
            Arrays.fill(product[order], 0);
        }
        for (int from = 0; from < 3; from++) {
            double[] x = motion[from][b];
            for (int i = 0; i < rows; i++) {
                change[i] += dot(ofTree.first[from], i * rows, x, rows);
            }
            for (int to = 0; to < 3; to++) {
                for (int i = 0; i < rows; i++) {
                    product[to][i] += dot(ofTree.second, (to * rows + i) * width + from * rows, x, rows);
                }
            }
        }
        for (int f = n; f < size; f++) {
            int at = place(f);
            change[at] = friction.slope(f - n) * motion[1][b][at];
            product[1][at] = virtual[f] * friction.curvature(f - n) * motion[1][b][at];
        }
    }

    private static double dot(double[] matrix, int row, double[] x, int columns) {
        double sum = 0;
        for (int k = 0; k < columns; k++) {
            sum += matrix[row + k] * x[k];
        }
        return sum;
    }

    /** (∂Γ_trᵀ l) · y″ + Γ_tr · l″. */
    private void addSecondOrder(double[] qd, double[] qdd, double[] H) {
        int block = ofBase + count + motors;
        int width = 3 * block;
        curvature.fourth(qd, gradient[2], fourth);
        for (int j = 0; j < count; j++) {
            int row = ofBase + j;
            for (int l = 0; l < count; l++) {
                int column = ofBase + l;
                double[] second = derivatives.second[j][l];
                double byRates = 2 * curvature.third(qd, j, l, gradient[2]) + dot(second, gradient[1]);
                double byAccelerations = dot(second, gradient[2]);
                H[row * width + column] += dot(second, gradient[0])
                        + curvature.third(qd, j, l, gradient[1])
                        + curvature.third(qdd, j, l, gradient[2])
                        + fourth[j * count + l]
                        + curvature.third(multipliers, j, l, efforts);
                H[row * width + block + column] += byRates;
                H[(block + column) * width + row] += byRates;
                H[(block + row) * width + block + column] += 2 * byAccelerations;
                H[row * width + 2 * block + column] += byAccelerations;
                H[(2 * block + column) * width + row] += byAccelerations;
            }
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }
}
