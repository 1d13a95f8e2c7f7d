package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.chol.CholeskyDecompositionInner_DDRM;
import org.jspecify.annotations.Nullable;

/**
 * The accelerations that efforts of the actuators give a robot with closed loops: q̈_a = A_c⁻¹ (γ − H_c), [Khalil 58].
 *
 * <p>A_c = Gᵀ A_tr G, and H_c = Gᵀ Γ_tr(q_tr, q̇_tr, Ġ q̇_a): for q̈_a = 0 the joints of the tree still accelerate.
 * γ = G_actᵀ Γ are the efforts of the active joints as the independent ones feel them.
 *
 * <p>Nothing is allocated after construction. Owned by one thread.
 */
public final class ClosedLoopForwardDynamics {
    private final RobotModel model;
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
    private final DMatrixRMaj massMatrix;
    private final DMatrixRMaj factor;
    private final CholeskyDecompositionInner_DDRM cholesky = new CholeskyDecompositionInner_DDRM(true);

    public ClosedLoopForwardDynamics(RobotModel model) {
        ClosedLoopInverseDynamics.requireSupported(model);
        this.model = model;
        kinematics = new LoopKinematics(model);
        tree = new InverseDynamics(model);
        treeMassMatrix = new MassMatrix(model);
        share = new ActuatorShare(model, kinematics);
        int n = kinematics.n;
        int count = kinematics.count;
        mass = new double[n * n];
        massTimesRates = new double[n * count];
        treeEfforts = new double[n];
        bias = new double[count];
        gathered = new double[count];
        zero = new double[count];
        massMatrix = new DMatrixRMaj(count, count);
        factor = new DMatrixRMaj(count, count);
    }

    /** Accelerations of the independent joints; NaN unless the loops close and inertia resists. */
    public LoopStatus compute(double[] q, double[] qd, double[] efforts, double[] accelerationsOut) {
        return compute(q, qd, efforts, null, accelerationsOut);
    }

    /** As above, under external wrenches; null for none. */
    public LoopStatus compute(
            double[] q, double[] qd, double[] efforts, @Nullable ExternalWrenches wrenches, double[] accelerationsOut) {
        checkLength("efforts", efforts, share.active.length, "active");
        LoopStatus status = start(q, qd, wrenches, accelerationsOut);
        if (!status.isClosed()) {
            return status;
        }
        share.gather(efforts, gathered);
        return finish(accelerationsOut);
    }

    /**
     * As above, with an effort at every moving joint, as springs or stops at passive ones may exert: γ = Gᵀ Γ_tr.
     *
     * @param efforts one number per moving joint
     */
    public LoopStatus computeWithAllEfforts(
            double[] q, double[] qd, double[] efforts, @Nullable ExternalWrenches wrenches, double[] accelerationsOut) {
        checkLength("efforts", efforts, kinematics.n, "moving");
        LoopStatus status = start(q, qd, wrenches, accelerationsOut);
        if (!status.isClosed()) {
            return status;
        }
        kinematics.transposeTimes(efforts, gathered);
        return finish(accelerationsOut);
    }

    /** A_c and H_c. */
    private LoopStatus start(double[] q, double[] qd, @Nullable ExternalWrenches wrenches, double[] accelerationsOut) {
        checkLength("accelerationsOut", accelerationsOut, kinematics.count, "independent");
        LoopStatus status = kinematics.close(q);
        if (!status.isClosed()) {
            Arrays.fill(accelerationsOut, Double.NaN);
            return status;
        }
        kinematics.move(qd);
        kinematics.accelerate(zero);

        // H_c = Gᵀ NE(q_tr, q̇_tr, Ġ q̇_a)
        tree.compute(null, kinematics.closure.q, kinematics.qd, kinematics.qdd, wrenches, treeEfforts);
        kinematics.transposeTimes(treeEfforts, bias);
        fillMassMatrix();
        return status;
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
        Arrays.fill(massMatrix.data, 0);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < count; k++) {
                double g = G[i * count + k];
                if (g != 0) {
                    for (int l = 0; l < count; l++) {
                        massMatrix.data[k * count + l] += g * massTimesRates[i * count + l];
                    }
                }
            }
        }
    }

    /** q̈_a = A_c⁻¹ (γ − H_c). */
    private LoopStatus finish(double[] accelerationsOut) {
        int count = kinematics.count;
        System.arraycopy(massMatrix.data, 0, factor.data, 0, factor.data.length);
        if (!cholesky.decompose(factor)) {
            Arrays.fill(accelerationsOut, Double.NaN);
            kinematics.closure.setWithoutInertia();
            return LoopStatus.WITHOUT_INERTIA;
        }
        double[] L = cholesky.getT().data;
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
        kinematics.accelerate(accelerationsOut);
        return LoopStatus.CLOSED;
    }

    /** The motion of all joints, with the accelerations of the last computation, and the closure. */
    public LoopKinematics kinematics() {
        return kinematics;
    }

    /** A_c by the last computation, row-major, a row and a column for every independent joint. */
    public void massMatrix(double[] matrixOut) {
        kinematics.require(2);
        checkLength("matrixOut", matrixOut, massMatrix.data.length, "pairs of independent");
        System.arraycopy(massMatrix.data, 0, matrixOut, 0, matrixOut.length);
    }

    /** H_c by the last computation: the efforts of the independent joints for q̈_a = 0. */
    public void bias(double[] biasOut) {
        kinematics.require(2);
        checkLength("biasOut", biasOut, bias.length, "independent");
        System.arraycopy(bias, 0, biasOut, 0, biasOut.length);
    }

    private void checkLength(String name, double[] vector, int length, String which) {
        if (vector.length != length) {
            throw new IllegalArgumentException("%s has length %s, but robot \"%s\" has %s %s joints"
                    .formatted(name, vector.length, model.name(), length, which));
        }
    }
}
