package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
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
 * <p>On a base at rest or moved as told. Of friction, the smooth form is differentiated. Cost grows with the fourth power of
 * the number of independent joints. Nothing is allocated after construction. Owned by one thread; another one takes a
 * {@link #copy}.
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
    private final int size;

    /** Γ_tr, then friction in cut joints. */
    private final double[] efforts;

    private final double[] treeEfforts;
    private final double[] balanced;

    /** ∂Γ_tr by q, q̇ and q̈. */
    private final double[][] ofTree;

    private final double[] hessianOfTree;

    /** l. */
    private final double[] virtual;

    private final double[] joints;

    /** ∂Γ_trᵀ l by q, q̇ and q̈. */
    private final double[][] gradient;

    /** y′ by order of differentiation in time, and by column. */
    private final double[][][] motion;

    /** l′ by independent joint. */
    private final double[][] virtualChange;

    /** By order in time: lᵀ∂²Γ_tr y′ of one column; and ∂Γ_tr y′. */
    private final double[][] product;

    private final double[] change;
    private final double[] fourth;

    public ClosedLoopCurvature(RobotModel model) {
        ClosedLoopInverseDynamics.requireRigid(model);
        this.model = model;
        guard = new Guard(ClosedLoopCurvature.class, model);
        kinematics = new LoopKinematics(model);
        friction = new CutFriction(model, kinematics.closure.equations);
        derivatives = new LoopDerivatives(kinematics, friction);
        curvature = new LoopCurvature(model, kinematics, friction);
        RobotModel open = model.openTree();
        tree = new InverseDynamics(open);
        sensitivity = new TorqueSensitivity(open);
        treeCurvature = new TorqueCurvature(open);
        n = kinematics.n;
        count = kinematics.count;
        size = derivatives.size;
        efforts = new double[size];
        treeEfforts = new double[n];
        balanced = new double[n];
        ofTree = new double[3][n * n];
        hessianOfTree = new double[9 * n * n];
        virtual = new double[size];
        joints = new double[n];
        gradient = new double[3][size];
        motion = new double[3][3 * count][size];
        virtualChange = new double[count][size];
        product = new double[3][size];
        change = new double[size];
        fourth = new double[count * count];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopCurvature copy() {
        return new ClosedLoopCurvature(model);
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
        check(q, qd, qdd, mu, hessianOut);
        if (!kinematics.close(q).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(qd);
        kinematics.accelerate(qdd);
        double[] pose = kinematics.closure.q;
        tree.compute(base, pose, kinematics.qd, kinematics.qdd, wrenches, treeEfforts);
        System.arraycopy(treeEfforts, 0, balanced, 0, n);
        friction.addTo(pose, kinematics.qd, balanced);
        System.arraycopy(treeEfforts, 0, efforts, 0, n);
        System.arraycopy(friction.effort, 0, efforts, n, size - n);
        derivatives.find(qd);
        curvature.findThird();
        kinematics.times(mu, joints);
        sensitivity.compute(
                base, pose, kinematics.qd, kinematics.qdd, wrenches, List.of(), ofTree[0], ofTree[1], ofTree[2]);
        treeCurvature.compute(base, pose, kinematics.qd, kinematics.qdd, wrenches, joints, hessianOfTree);
        findVirtual(mu);
        findMotion(mu, qd, qdd);
        fill(hessianOut);
        addSecondOrder(mu, qd, qdd, hessianOut);
        guard.checkResult("hessianOut", hessianOut);
        guard.succeed();
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] mu, double[] hessianOut) {
        guard.checkLength("q", q, count);
        guard.checkLength("qd", qd, count);
        guard.checkLength("qdd", qdd, count);
        guard.checkLength("mu", mu, count);
        guard.checkLength("hessianOut", hessianOut, 9 * count * count);
        guard.checkDistinct("hessianOut", hessianOut, "q", q);
        guard.checkDistinct("hessianOut", hessianOut, "qd", qd);
        guard.checkDistinct("hessianOut", hessianOut, "qdd", qdd);
        guard.checkDistinct("hessianOut", hessianOut, "mu", mu);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        guard.checkFinite("mu", mu);
    }

    /** l = G μ, and ∂Γ_trᵀ l. */
    private void findVirtual(double[] mu) {
        for (int i = 0; i < size; i++) {
            virtual[i] = 0;
            for (int k = 0; k < count; k++) {
                virtual[i] += derivatives.first[i * count + k] * mu[k];
            }
        }
        for (int order = 0; order < 3; order++) {
            Arrays.fill(gradient[order], 0);
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < n; k++) {
                    gradient[order][k] += ofTree[order][i * n + k] * virtual[i];
                }
            }
        }
        for (int f = n; f < size; f++) {
            gradient[1][f] = friction.slope(f - n) * virtual[f];
        }
    }

    /** q_tr, q̇_tr, q̈_tr and l by every column of x. */
    private void findMotion(double[] mu, double[] qd, double[] qdd) {
        for (int j = 0; j < count; j++) {
            derivatives.contract(mu, j, virtualChange[j]);
            derivatives.contract(qd, j, motion[1][j]);
            derivatives.contract(qdd, j, motion[2][j]);
            for (int i = 0; i < size; i++) {
                double rate = derivatives.first[i * count + j];
                motion[0][j][i] = rate;
                motion[1][count + j][i] = rate;
                motion[2][2 * count + j][i] = rate;
                motion[2][count + j][i] = 2 * motion[1][j][i];
                if (i < n) {
                    motion[2][j][i] += derivatives.third[j][i];
                }
            }
        }
    }

    /** y′ᵀ (lᵀ∂²Γ_tr) y′ + l′ᵀ ∂Γ_tr y′ and its mirror image. */
    private void fill(double[] H) {
        int width = 3 * count;
        Arrays.fill(H, 0);
        for (int b = 0; b < width; b++) {
            multiply(b);
            for (int a = 0; a < width; a++) {
                double sum = 0;
                for (int order = 0; order < 3; order++) {
                    for (int i = 0; i < size; i++) {
                        sum += motion[order][a][i] * product[order][i];
                    }
                }
                H[a * width + b] += sum;
            }
            for (int j = 0; j < count; j++) {
                double sum = 0;
                for (int i = 0; i < size; i++) {
                    sum += virtualChange[j][i] * change[i];
                }
                H[j * width + b] += sum;
                H[b * width + j] += sum;
            }
        }
    }

    /** lᵀ∂²Γ_tr y′ and ∂Γ_tr y′ of one column. */
    private void multiply(int b) {
        int width = 3 * n;
        Arrays.fill(change, 0);
        for (int order = 0; order < 3; order++) {
            Arrays.fill(product[order], 0);
        }
        for (int from = 0; from < 3; from++) {
            double[] x = motion[from][b];
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += ofTree[from][i * n + k] * x[k];
                }
                change[i] += sum;
            }
            for (int to = 0; to < 3; to++) {
                for (int i = 0; i < n; i++) {
                    double sum = 0;
                    int row = (to * n + i) * width + from * n;
                    for (int k = 0; k < n; k++) {
                        sum += hessianOfTree[row + k] * x[k];
                    }
                    product[to][i] += sum;
                }
            }
        }
        for (int f = n; f < size; f++) {
            change[f] = friction.slope(f - n) * motion[1][b][f];
            product[1][f] = virtual[f] * friction.curvature(f - n) * motion[1][b][f];
        }
    }

    /** (∂Γ_trᵀ l) · y″ + Γ_tr · l″. */
    private void addSecondOrder(double[] mu, double[] qd, double[] qdd, double[] H) {
        int width = 3 * count;
        curvature.fourth(qd, gradient[2], fourth);
        for (int j = 0; j < count; j++) {
            for (int l = 0; l < count; l++) {
                double[] second = derivatives.second[j][l];
                double byRates = 2 * curvature.third(qd, j, l, gradient[2]) + dot(second, gradient[1]);
                double byAccelerations = dot(second, gradient[2]);
                H[j * width + l] += dot(second, gradient[0])
                        + curvature.third(qd, j, l, gradient[1])
                        + curvature.third(qdd, j, l, gradient[2])
                        + fourth[j * count + l]
                        + curvature.third(mu, j, l, efforts);
                H[j * width + count + l] += byRates;
                H[(count + l) * width + j] += byRates;
                H[(count + j) * width + count + l] += 2 * byAccelerations;
                H[j * width + 2 * count + l] += byAccelerations;
                H[(2 * count + l) * width + j] += byAccelerations;
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
