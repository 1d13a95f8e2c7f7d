package dev.catena.mechanism;

import dev.catena.mechanism.continuation.RankRevealingQr;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.SingularOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/**
 * How the actuators share the efforts that the independent coordinates need: G_actᵀ Γ = γ. As many actuators as freedoms
 * leave one answer; of more of them, the Γ of least norm is taken.
 */
final class ActuatorShare {
    final int[] active;

    private final LoopKinematics kinematics;
    private final boolean oneForOne;
    private final RankRevealingQr qr;
    private final double[] y;
    private final double[] rate;
    private final double[] gathered;

    ActuatorShare(RobotModel model, LoopKinematics kinematics) {
        this.kinematics = kinematics;
        active = model.loops().activeJoints().stream()
                .mapToInt(model::coordinate)
                .toArray();
        oneForOne = Arrays.equals(active, kinematics.closure.independent);
        qr = new RankRevealingQr(active.length, kinematics.count);
        y = new double[kinematics.count];
        rate = new double[kinematics.n];
        gathered = new double[kinematics.count];
    }

    /** Γ from γ. */
    void share(double[] ofIndependent, double[] ofActiveOut) {
        if (oneForOne) {
            System.arraycopy(ofIndependent, 0, ofActiveOut, 0, ofActiveOut.length);
            return;
        }
        int columns = kinematics.count;
        for (int a = 0; a < active.length; a++) {
            System.arraycopy(kinematics.rates, active[a] * columns, qr.entries(), a * columns, columns);
        }
        qr.decompose();
        qr.solveTransposed(ofIndependent, ofActiveOut);
    }

    /**
     * Γ̇ of the Γ of least norm, from γ̇ along the motion that the kinematics hold. With Γ = G_act y it is
     * Ġ_act y + G_act ẏ, and G_actᵀ Γ̇ = γ̇ − Ġ_actᵀ Γ. After {@link #share}.
     *
     * @param gained γ̇ − Ġ_actᵀ Γ
     */
    void shareRates(double[] ofActive, double[] gained, double[] ratesOut) {
        if (oneForOne) {
            System.arraycopy(gained, 0, ratesOut, 0, ratesOut.length);
            return;
        }
        qr.solve(ofActive, y);
        kinematics.rateTimes(y, rate);
        finishRates(gained, ratesOut);
    }

    /**
     * The change of the Γ of least norm where γ changes and G_act does by H[eⱼ, ·]. After {@link #share}.
     *
     * @param changed γ′ of the independent joints
     */
    void shareChanges(double[] ofActive, double[] changed, LoopDerivatives derivatives, int j, double[] changesOut) {
        if (oneForOne) {
            System.arraycopy(changed, 0, changesOut, 0, changesOut.length);
            return;
        }
        int columns = kinematics.count;
        for (int k = 0; k < columns; k++) {
            gathered[k] = changed[k];
            for (int a = 0; a < active.length; a++) {
                gathered[k] -= derivatives.second[j][k][active[a]] * ofActive[a];
            }
        }
        qr.solve(ofActive, y);
        Arrays.fill(rate, 0);
        for (int a : active) {
            for (int k = 0; k < columns; k++) {
                rate[a] += derivatives.second[j][k][a] * y[k];
            }
        }
        finishRates(gathered, changesOut);
    }

    /** Γ of least norm with the G_act that {@link #share} has seen last. */
    void shareAgain(double[] ofIndependent, double[] ofActiveOut) {
        if (oneForOne) {
            System.arraycopy(ofIndependent, 0, ofActiveOut, 0, ofActiveOut.length);
        } else {
            qr.solveTransposed(ofIndependent, ofActiveOut);
        }
    }

    private void finishRates(double[] gained, double[] ratesOut) {
        int columns = kinematics.count;
        System.arraycopy(gained, 0, y, 0, columns);
        for (int a = 0; a < active.length; a++) {
            for (int k = 0; k < columns; k++) {
                y[k] -= kinematics.rates[active[a] * columns + k] * rate[active[a]];
            }
        }
        qr.solveTransposed(y, ratesOut);
        for (int a = 0; a < active.length; a++) {
            ratesOut[a] += rate[active[a]];
        }
    }

    /** γ = G_actᵀ Γ. */
    void gather(double[] ofActive, double[] ofIndependentOut) {
        int columns = kinematics.count;
        Arrays.fill(ofIndependentOut, 0);
        for (int a = 0; a < active.length; a++) {
            for (int k = 0; k < columns; k++) {
                ofIndependentOut[k] += kinematics.rates[active[a] * columns + k] * ofActive[a];
            }
        }
    }

    /** Orthonormal efforts of the actuators that move nothing, one per row. */
    double[][] nullSpace() {
        int columns = kinematics.count;
        DMatrixRMaj transposed = new DMatrixRMaj(columns, active.length);
        for (int a = 0; a < active.length; a++) {
            for (int k = 0; k < columns; k++) {
                transposed.set(k, a, kinematics.rates[active[a] * columns + k]);
            }
        }
        var svd = DecompositionFactory_DDRM.svd(columns, active.length, false, true, false);
        if (active.length == columns || !svd.decompose(transposed)) {
            return new double[0][];
        }
        DMatrixRMaj basis = SingularOps_DDRM.nullSpace(svd, null, 1e-12);
        double[][] rows = new double[basis.numCols][active.length];
        for (int c = 0; c < basis.numCols; c++) {
            for (int a = 0; a < active.length; a++) {
                rows[c][a] = basis.get(a, c);
            }
        }
        return rows;
    }
}
