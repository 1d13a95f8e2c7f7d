package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.SingularInertiaException;
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
    private final double[] mass;
    private final double[] massTimesRates;
    private final double[] treeEfforts;
    private final double[] bias;
    private final double[] gathered;
    private final double[] zero;
    private final double[] massMatrix;

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
        int n = kinematics.n;
        int count = kinematics.count;
        mass = new double[n * n];
        massTimesRates = new double[n * count];
        treeEfforts = new double[n];
        bias = new double[count];
        gathered = new double[count];
        zero = new double[count];
        massMatrix = new double[count * count];
        factor = new double[count * count];
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
        check(q, qd, efforts, share.active.length, accelerationsOut);
        start(q, qd, wrenches);
        share.gather(efforts, gathered);
        finish(accelerationsOut);
    }

    /**
     * As above, with an effort at every moving joint, as springs or stops at passive ones may exert: γ = Gᵀ Γ_tr.
     *
     * @param efforts one number per moving joint
     */
    public void computeWithAllEfforts(
            double[] q, double[] qd, double[] efforts, @Nullable ExternalWrenches wrenches, double[] accelerationsOut) {
        check(q, qd, efforts, kinematics.n, accelerationsOut);
        start(q, qd, wrenches);
        kinematics.transposeTimes(efforts, gathered);
        finish(accelerationsOut);
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
    private void start(double[] q, double[] qd, @Nullable ExternalWrenches wrenches) {
        if (!kinematics.close(q).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(qd);
        kinematics.accelerate(zero);

        // H_c = Gᵀ NE(q_tr, q̇_tr, Ġ q̇_a)
        tree.compute(null, kinematics.closure.q, kinematics.qd, kinematics.qdd, wrenches, treeEfforts);
        kinematics.transposeTimes(treeEfforts, bias);
        fillMassMatrix();
    }

    /** A_c = Gᵀ A_tr G. */
    private void fillMassMatrix() {
        int n = kinematics.n;
        int count = kinematics.count;
        double[] G = kinematics.rates;
        treeMassMatrix.compute(kinematics.closure.q, mass);
        Arrays.fill(massTimesRates, 0);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double m = mass[i * n + j];
                if (m != 0) {
                    for (int k = 0; k < count; k++) {
                        massTimesRates[i * count + k] += m * G[j * count + k];
                    }
                }
            }
        }
        Arrays.fill(massMatrix, 0);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < count; k++) {
                double g = G[i * count + k];
                if (g != 0) {
                    for (int l = 0; l < count; l++) {
                        massMatrix[k * count + l] += g * massTimesRates[i * count + l];
                    }
                }
            }
        }
    }

    /** q̈_a = A_c⁻¹ (γ − H_c). */
    private void finish(double[] accelerationsOut) {
        int count = kinematics.count;
        double[] L = factor;
        factorMassMatrix();
        for (int i = 0; i < count; i++) {
            double sum = gathered[i] - bias[i];
            for (int k = 0; k < i; k++) {
                sum -= L[i * count + k] * accelerationsOut[k];
            }
            accelerationsOut[i] = sum / L[i * count + i];
        }
        for (int i = count - 1; i >= 0; i--) {
            double sum = accelerationsOut[i];
            for (int k = i + 1; k < count; k++) {
                sum -= L[k * count + i] * accelerationsOut[k];
            }
            accelerationsOut[i] = sum / L[i * count + i];
        }
        guard.checkResult("accelerationsOut", accelerationsOut);
        kinematics.accelerate(accelerationsOut);
        revision = kinematics.closure.revision();
        guard.succeed();
    }

    private void factorMassMatrix() {
        int count = kinematics.count;
        double[] L = factor;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = massMatrix[i * count + j];
                for (int k = 0; k < j; k++) {
                    sum -= L[i * count + k] * L[j * count + k];
                }
                if (j < i) {
                    L[i * count + j] = sum / L[j * count + j];
                } else if (sum > WITHOUT_INERTIA * massMatrix[i * count + i]) {
                    L[i * count + i] = Math.sqrt(sum);
                } else {
                    throw SingularInertiaException.ofJoint(
                            model.name(), model.loops().independentJoints().get(i), sum);
                }
            }
        }
    }

    private void requireResults() {
        guard.requireResults();
        kinematics.requirePose(revision);
    }

    /** The motion of all joints, with the accelerations of the last computation, and the closure. */
    public LoopKinematics kinematics() {
        return kinematics;
    }

    /** A_c by the last computation, row-major, a row and a column for every independent joint. */
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
