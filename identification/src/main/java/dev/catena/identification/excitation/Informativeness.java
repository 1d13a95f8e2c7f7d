package dev.catena.identification.excitation;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * A criterion as a smooth function of G = WᵀW, and its derivative by G. Condition numbers are not smooth where eigenvalues meet;
 * norms of Schatten are: log κ² ≈ (log tr Gʳ + log tr G⁻ʳ)/r.
 */
final class Informativeness {
    private static final double POWER = 6;

    private final int p;
    private final Criterion criterion;

    /** ∂f/∂G, row by row. */
    private final double[] gradient;

    Informativeness(int parameters, Criterion criterion) {
        p = parameters;
        this.criterion = criterion;
        gradient = new double[p * p];
    }

    /** The smaller the better; infinite where some parameter does not matter at all. */
    double evaluate(double[] gram) {
        Arrays.fill(gradient, 0);
        double[] scale = new double[p];
        for (int i = 0; i < p; i++) {
            scale[i] = 1 / Math.sqrt(gram[i * p + i]);
            if (Double.isInfinite(scale[i])) {
                return Double.POSITIVE_INFINITY;
            }
        }
        double[] unit = new double[p * p];
        for (int i = 0; i < p; i++) {
            for (int k = 0; k < p; k++) {
                unit[i * p + k] = gram[i * p + k] * scale[i] * scale[k];
            }
        }
        if (criterion == Criterion.DETERMINANT) {
            return determinant(gram, unit, scale);
        }
        double[] byUnit = new double[p * p];
        double value = spread(unit, byUnit);
        for (int i = 0; i < p; i++) {
            double own = 0;
            for (int k = 0; k < p; k++) {
                gradient[i * p + k] += byUnit[i * p + k] * scale[i] * scale[k];
                own += byUnit[i * p + k] * unit[i * p + k];
            }
            gradient[i * p + i] -= own / gram[i * p + i];
        }
        double[] byGram = new double[p * p];
        value += spread(gram, byGram);
        for (int k = 0; k < p * p; k++) {
            gradient[k] += byGram[k];
        }
        return value;
    }

    double[] gradient() {
        return gradient;
    }

    /** −log det G / p with derivative −G⁻¹/p. */
    private double determinant(double[] gram, double[] unit, double[] scale) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = eigen(unit);
        double value = 0;
        for (int e = 0; e < p; e++) {
            double lambda = eigen.getEigenvalue(e).getReal();
            if (!(lambda > 0)) {
                return Double.POSITIVE_INFINITY;
            }
            value -= Math.log(lambda) / p;
            DMatrixRMaj v = eigen.getEigenVector(e);
            for (int i = 0; i < p; i++) {
                for (int k = 0; k < p; k++) {
                    gradient[i * p + k] -= v.data[i] * v.data[k] * scale[i] * scale[k] / (lambda * p);
                }
            }
        }
        for (int i = 0; i < p; i++) {
            value -= Math.log(gram[i * p + i]) / p;
        }
        return value;
    }

    /** (log tr Gʳ + log tr G⁻ʳ)/2r, the logarithm of a smooth condition number of W. */
    private double spread(double[] matrix, double[] gradientOut) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = eigen(matrix);
        double most = 0;
        double least = Double.POSITIVE_INFINITY;
        double[] lambda = new double[p];
        for (int e = 0; e < p; e++) {
            lambda[e] = eigen.getEigenvalue(e).getReal();
            most = Math.max(most, lambda[e]);
            least = Math.min(least, lambda[e]);
        }
        if (!(least > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        double up = 0;
        double down = 0;
        for (int e = 0; e < p; e++) {
            up += Math.pow(lambda[e] / most, POWER);
            down += Math.pow(least / lambda[e], POWER);
        }
        for (int e = 0; e < p; e++) {
            double slope = 0.5
                    * (Math.pow(lambda[e] / most, POWER) / up - Math.pow(least / lambda[e], POWER) / down)
                    / lambda[e];
            DMatrixRMaj v = eigen.getEigenVector(e);
            for (int i = 0; i < p; i++) {
                for (int k = 0; k < p; k++) {
                    gradientOut[i * p + k] += slope * v.data[i] * v.data[k];
                }
            }
        }
        return 0.5 * (Math.log(most / least) + (Math.log(up) + Math.log(down)) / POWER);
    }

    private EigenDecomposition_F64<DMatrixRMaj> eigen(double[] matrix) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(p, true, true);
        if (!eigen.decompose(DMatrixRMaj.wrap(p, p, matrix.clone()))) {
            throw new IllegalStateException("eigenvalues were not found");
        }
        return eigen;
    }

    /** The condition number of W with WᵀW = G. */
    static double condition(double[] gram, int p, boolean unitColumns) {
        double[] matrix = gram.clone();
        for (int i = 0; unitColumns && i < p; i++) {
            for (int k = 0; k < p; k++) {
                matrix[i * p + k] /= Math.sqrt(gram[i * p + i] * gram[k * p + k]);
            }
        }
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(p, false, true);
        if (!eigen.decompose(DMatrixRMaj.wrap(p, p, matrix))) {
            return Double.POSITIVE_INFINITY;
        }
        double most = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int e = 0; e < p; e++) {
            most = Math.max(most, eigen.getEigenvalue(e).getReal());
            least = Math.min(least, eigen.getEigenvalue(e).getReal());
        }
        return least > 0 ? Math.sqrt(most / least) : Double.POSITIVE_INFINITY;
    }
}
