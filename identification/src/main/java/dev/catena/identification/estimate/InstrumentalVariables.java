package dev.catena.identification.estimate;

import dev.catena.identification.observation.RowSource;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Estimates that noise of positions does not bias: β solves Zᵀ(τ − Wβ) = 0 with instruments Z, the same equations along a motion
 * that has no noise in common with the measured one, such as the commanded or a simulated motion [Janot]. Least squares see
 * noisy accelerations on both sides and take inertias for too small.
 */
public final class InstrumentalVariables {
    private final double[] value;
    private final double[] deviation;

    private InstrumentalVariables(double[] value, double[] deviation) {
        this.value = value;
        this.deviation = deviation;
    }

    /**
     * The estimate from rows and instruments.
     *
     * @param source rows of W followed by the same row of Z, so that it has twice the columns of W
     * @param noise by joint: the deviation of its noise, such as of {@link LinearEstimate#noise}
     */
    public static InstrumentalVariables of(RowSource source, double[] noise) {
        int p = source.columns() / 2;
        if (source.columns() != 2 * p || noise.length != source.joints()) {
            throw new IllegalArgumentException(
                    "rows of %s entries and noise of %s joints were given, but rows must be of W and Z, for %s joints"
                            .formatted(source.columns(), noise.length, source.joints()));
        }
        DMatrixRMaj zw = new DMatrixRMaj(p, p);
        DMatrixRMaj zz = new DMatrixRMaj(p, p);
        DMatrixRMaj right = new DMatrixRMaj(p, 1);
        source.forEach((joint, time, row, effort) -> {
            double weight = 1 / (noise[joint] * noise[joint]);
            for (int a = 0; a < p; a++) {
                double z = weight * row[p + a];
                if (z != 0) {
                    right.data[a] += z * effort;
                    for (int b = 0; b < p; b++) {
                        zw.data[a * p + b] += z * row[b];
                        zz.data[a * p + b] += z * row[p + b];
                    }
                }
            }
        });
        return solve(zw, zz, right);
    }

    /** β = (ZᵀW)⁻¹ Zᵀτ with covariance (ZᵀW)⁻¹ ZᵀZ (ZᵀW)⁻ᵀ, in units in which instruments have unit length. */
    private static InstrumentalVariables solve(DMatrixRMaj zw, DMatrixRMaj zz, DMatrixRMaj right) {
        int p = zw.numRows;
        double[] scale = new double[p];
        for (int a = 0; a < p; a++) {
            double square = zz.get(a, a);
            if (!(square > 0)) {
                throw new IllegalArgumentException("instrument %s is zero everywhere".formatted(a));
            }
            scale[a] = 1 / Math.sqrt(square);
        }
        for (int a = 0; a < p; a++) {
            right.data[a] *= scale[a];
            for (int b = 0; b < p; b++) {
                zw.data[a * p + b] *= scale[a] * scale[b];
                zz.data[a * p + b] *= scale[a] * scale[b];
            }
        }
        DMatrixRMaj inverse = new DMatrixRMaj(p, p);
        if (!CommonOps_DDRM.invert(zw, inverse)) {
            throw new IllegalArgumentException("the instruments do not determine all %s parameters".formatted(p));
        }
        DMatrixRMaj x = new DMatrixRMaj(p, 1);
        CommonOps_DDRM.mult(inverse, right, x);
        DMatrixRMaj half = new DMatrixRMaj(p, p);
        DMatrixRMaj covariance = new DMatrixRMaj(p, p);
        CommonOps_DDRM.mult(inverse, zz, half);
        CommonOps_DDRM.multTransB(half, inverse, covariance);
        double[] value = new double[p];
        double[] deviation = new double[p];
        for (int a = 0; a < p; a++) {
            value[a] = scale[a] * x.data[a];
            deviation[a] = scale[a] * Math.sqrt(covariance.get(a, a));
        }
        return new InstrumentalVariables(value, deviation);
    }

    public double[] values() {
        return value.clone();
    }

    /** Standard deviations if noise of efforts is white. */
    public double[] deviations() {
        return deviation.clone();
    }
}
