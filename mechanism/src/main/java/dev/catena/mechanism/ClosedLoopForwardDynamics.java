package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The accelerations that efforts of the actuators give a robot with closed loops: q̈_a = A_c⁻¹ (γ − H_c), [Khalil 58].
 *
 * <p>A_c = Gᵀ A_tr G, and H_c = Gᵀ Γ_tr(q_tr, q̇_tr, Ġ q̇_a): for q̈_a = 0 the joints of the tree still accelerate.
 * γ = G_actᵀ Γ are the efforts of the active joints as the independent ones feel them.
 *
 * <p>Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopForwardDynamics {
    /** A pivot of A_c that is nothing but rounding, as a part of its diagonal. */
    private static final double WITHOUT_INERTIA = 1e-14;

    private final RobotModel model;
    private final Guard guard;
    private final LoopKinematics kinematics;
    private final InverseDynamics tree;
    private final MassMatrix treeMassMatrix;
    private final ActuatorShare share;
    private final CutFriction friction;
    private final double[] mass;
    private final double[] massTimesRates;
    private final double[] treeEfforts;
    private final double[] bias;
    private final double[] gathered;
    private final double[] zero;
    private final double[] massMatrix;
    private final double[] solved;
    private final double[] six = new double[6];
    private final BaseMotion motion = new BaseMotion();

    /** How many accelerations the base has: six where it floats, and then they come first. */
    private final int ofBase;

    /** How many columns A_c has, those of the base included. */
    private final int size;

    /** L of A_c = L Lᵀ, below and on the diagonal. */
    private final double[] factor;

    private int revision;

    public ClosedLoopForwardDynamics(RobotModel model) {
        ClosedLoopInverseDynamics.requireRigid(model);
        this.model = model;
        guard = new Guard(ClosedLoopForwardDynamics.class, model);
        kinematics = new LoopKinematics(model);
        RobotModel open = model.openTree();
        tree = new InverseDynamics(open);
        treeMassMatrix = new MassMatrix(open);
        share = new ActuatorShare(model, kinematics);
        friction = new CutFriction(model, kinematics.closure.equations);
        int n = kinematics.n;
        int count = kinematics.count;
        ofBase = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        size = ofBase + count;
        mass = new double[(ofBase + n) * (ofBase + n)];
        massTimesRates = new double[(ofBase + n) * size];
        treeEfforts = new double[n];
        bias = new double[count];
        gathered = new double[count];
        zero = new double[count];
        massMatrix = new double[size * size];
        factor = new double[size * size];
        solved = new double[size];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopForwardDynamics copy() {
        return new ClosedLoopForwardDynamics(model);
    }

    /**
     * Accelerations of the independent joints.
     *
     * @throws LoopException where the loops do not close
     * @throws SingularInertiaException where some motion of the independent joints moves no mass
     */
    public void compute(double[] q, double[] qd, double[] efforts, double[] accelerationsOut) {
        compute(q, qd, efforts, null, accelerationsOut);
    }

    /** As above, under external wrenches; null for none. */
    public void compute(
            double[] q, double[] qd, double[] efforts, @Nullable ExternalWrenches wrenches, double[] accelerationsOut) {
        compute(null, q, qd, efforts, wrenches, accelerationsOut);
    }

    /** As above, on a base that moves as told, acceleration included; null for a fixed base at the world's origin. */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] efforts,
            @Nullable ExternalWrenches wrenches,
            double[] accelerationsOut) {
        check(q, qd, efforts, share.active.length, accelerationsOut);
        start(base, q, qd, wrenches);
        share.gather(efforts, gathered);
        finish(null, accelerationsOut);
    }

    /**
     * As above, with a base that is free.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] efforts,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] accelerationsOut) {
        checkFloating(q, qd, efforts, baseAccelerationOut, accelerationsOut);
        check(q, qd, efforts, share.active.length, accelerationsOut);
        motion.set(base).accelerationInBase(0, 0, 0, 0, 0, 0);
        start(motion, q, qd, wrenches);
        share.gather(efforts, gathered);
        finish(baseAccelerationOut, accelerationsOut);
    }

    /**
     * As above, with an effort at every moving joint, as springs or stops at passive ones may exert: γ = Gᵀ Γ_tr.
     *
     * @param efforts one number per moving joint
     */
    public void computeWithAllEfforts(
            double[] q, double[] qd, double[] efforts, @Nullable ExternalWrenches wrenches, double[] accelerationsOut) {
        computeWithAllEfforts(null, q, qd, efforts, wrenches, accelerationsOut);
    }

    /** As above, on a base that moves as told. */
    public void computeWithAllEfforts(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] efforts,
            @Nullable ExternalWrenches wrenches,
            double[] accelerationsOut) {
        check(q, qd, efforts, kinematics.n, accelerationsOut);
        start(base, q, qd, wrenches);
        kinematics.transposeTimes(efforts, gathered);
        finish(null, accelerationsOut);
    }

    /** As above, with a base that is free. */
    public void computeFloatingWithAllEfforts(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] efforts,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] accelerationsOut) {
        checkFloating(q, qd, efforts, baseAccelerationOut, accelerationsOut);
        check(q, qd, efforts, kinematics.n, accelerationsOut);
        motion.set(base).accelerationInBase(0, 0, 0, 0, 0, 0);
        start(motion, q, qd, wrenches);
        kinematics.transposeTimes(efforts, gathered);
        finish(baseAccelerationOut, accelerationsOut);
    }

    private void checkFloating(
            double[] q, double[] qd, double[] efforts, double[] baseAccelerationOut, double[] accelerationsOut) {
        guard.begin();
        if (ofBase == 0) {
            throw new IllegalArgumentException(
                    "the base of robot \"%s\" is fixed; use compute, or ask withFloatingBase() for a robot whose base is free"
                            .formatted(model.name()));
        }
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "q", q);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qd", qd);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "efforts", efforts);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "accelerationsOut", accelerationsOut);
    }

    private void check(double[] q, double[] qd, double[] efforts, int effortCount, double[] accelerationsOut) {
        guard.begin();
        guard.checkLength("q", q, kinematics.count);
        guard.checkLength("qd", qd, kinematics.count);
        guard.checkLength("efforts", efforts, effortCount);
        guard.checkLength("accelerationsOut", accelerationsOut, kinematics.count);
        guard.checkDistinct("accelerationsOut", accelerationsOut, "q", q);
        guard.checkDistinct("accelerationsOut", accelerationsOut, "qd", qd);
        guard.checkDistinct("accelerationsOut", accelerationsOut, "efforts", efforts);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite("efforts", efforts);
    }

    /** A_c and H_c. */
    private void start(@Nullable BaseMotion base, double[] q, double[] qd, @Nullable ExternalWrenches wrenches) {
        if (!kinematics.close(q).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(qd);
        kinematics.accelerate(zero);

        // H_c = Gᵀ NE(q_tr, q̇_tr, Ġ q̇_a)
        tree.compute(base, kinematics.closure.q, kinematics.qd, kinematics.qdd, wrenches, treeEfforts);
        friction.addTo(kinematics.closure.q, kinematics.qd, treeEfforts);
        kinematics.transposeTimes(treeEfforts, bias);
        fillMassMatrix();
    }

    /** A_c = Gᵀ A_tr G, where G of the base is the identity. */
    private void fillMassMatrix() {
        int n = ofBase + kinematics.n;
        if (ofBase > 0) {
            treeMassMatrix.computeFloating(kinematics.closure.q, mass);
        } else {
            treeMassMatrix.compute(kinematics.closure.q, mass);
        }
        Arrays.fill(massTimesRates, 0);
        for (int i = 0; i < n; i++) {
            System.arraycopy(mass, i * n, massTimesRates, i * size, ofBase);
            for (int j = ofBase; j < n; j++) {
                addRates(mass[i * n + j], j - ofBase, massTimesRates, i * size + ofBase);
            }
        }
        Arrays.fill(massMatrix, 0);
        System.arraycopy(massTimesRates, 0, massMatrix, 0, ofBase * size);
        double[] G = kinematics.rates;
        int count = kinematics.count;
        for (int i = ofBase; i < n; i++) {
            for (int k = 0; k < count; k++) {
                double g = G[(i - ofBase) * count + k];
                if (g != 0) {
                    for (int l = 0; l < size; l++) {
                        massMatrix[(ofBase + k) * size + l] += g * massTimesRates[i * size + l];
                    }
                }
            }
        }
    }

    private void addRates(double factorOfRow, int joint, double[] out, int at) {
        if (factorOfRow != 0) {
            int count = kinematics.count;
            for (int k = 0; k < count; k++) {
                out[at + k] += factorOfRow * kinematics.rates[joint * count + k];
            }
        }
    }

    /** [V̇₀; q̈_a] = A_c⁻¹ ([0; γ] − [f₀; H_c]), without the first part where the base is not free. */
    private void finish(double @Nullable [] baseAccelerationOut, double[] accelerationsOut) {
        int count = kinematics.count;
        int first = ofBase;
        if (baseAccelerationOut != null) {
            first = 0;
            tree.jointWrenchInBody(0, six);
            for (int i = 0; i < 6; i++) {
                solved[i] = -six[i];
            }
        }
        for (int k = 0; k < count; k++) {
            solved[ofBase + k] = gathered[k] - bias[k];
        }
        factorMassMatrix(first);
        substitute(first);
        if (baseAccelerationOut != null) {
            System.arraycopy(solved, 0, baseAccelerationOut, 0, 6);
            guard.checkResult("baseAccelerationOut", baseAccelerationOut);
        }
        System.arraycopy(solved, ofBase, accelerationsOut, 0, count);
        guard.checkResult("accelerationsOut", accelerationsOut);
        kinematics.accelerate(accelerationsOut);
        revision = kinematics.closure.revision();
        guard.succeed();
    }

    private void substitute(int first) {
        double[] L = factor;
        for (int i = first; i < size; i++) {
            double sum = solved[i];
            for (int k = first; k < i; k++) {
                sum -= L[i * size + k] * solved[k];
            }
            solved[i] = sum / L[i * size + i];
        }
        for (int i = size - 1; i >= first; i--) {
            double sum = solved[i];
            for (int k = i + 1; k < size; k++) {
                sum -= L[k * size + i] * solved[k];
            }
            solved[i] = sum / L[i * size + i];
        }
    }

    private void factorMassMatrix(int first) {
        double[] L = factor;
        for (int i = first; i < size; i++) {
            for (int j = first; j <= i; j++) {
                double sum = massMatrix[i * size + j];
                for (int k = first; k < j; k++) {
                    sum -= L[i * size + k] * L[j * size + k];
                }
                if (j < i) {
                    L[i * size + j] = sum / L[j * size + j];
                } else if (sum > WITHOUT_INERTIA * massMatrix[i * size + i]) {
                    L[i * size + i] = Math.sqrt(sum);
                } else {
                    throw withoutInertia(i, sum);
                }
            }
        }
    }

    private SingularInertiaException withoutInertia(int i, double pivot) {
        return i < ofBase
                ? SingularInertiaException.ofBase(model, pivot)
                : SingularInertiaException.ofJoint(
                        model, model.loops().independentJoints().get(i - ofBase), pivot);
    }

    private void requireResults() {
        guard.requireResults();
        kinematics.requirePose(revision);
    }

    /** The motion of all joints, with the accelerations of the last computation, and the closure. */
    public LoopKinematics kinematics() {
        return kinematics;
    }

    /**
     * A_c by the last computation, row-major, a row and a column for every independent joint; of a floating base, its six
     * come first.
     */
    public void massMatrix(double[] matrixOut) {
        requireResults();
        guard.checkLength("matrixOut", matrixOut, massMatrix.length);
        System.arraycopy(massMatrix, 0, matrixOut, 0, matrixOut.length);
    }

    /** H_c by the last computation: the efforts of the independent joints for q̈_a = 0. */
    public void bias(double[] biasOut) {
        requireResults();
        guard.checkLength("biasOut", biasOut, bias.length);
        System.arraycopy(bias, 0, biasOut, 0, biasOut.length);
    }
}
