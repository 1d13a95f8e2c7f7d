package dev.catena.identification.physical;

import java.util.Arrays;
import java.util.List;

/**
 * B(χ) = Σ bodies [−log det J + tr(J₀⁻¹J)] + Σ drives [−log χ + χ/χ₀] − Σ bounds log: infinite outside of what is physically
 * possible, least at the prior, and convex [LeeWensingPark]. For bodies it is, up to a constant, the divergence of the Gaussian
 * distributions whose second moments J and J₀ are, so that it does not depend on frames and units.
 */
final class Barrier {
    private final int bodies;
    private final double[][] priorInverse;
    private final boolean[] positive;
    private final double[] scale;
    private final List<LinearBound> bounds;
    private final int count;

    /**
     * @param inertial how many of the parameters are ten of each body
     * @param prior by parameter; of bodies positive definite, of positive parameters positive
     * @param positive by parameter: whether it alone must be positive
     */
    Barrier(int inertial, double[] prior, boolean[] positive, List<LinearBound> bounds) {
        bodies = inertial / PseudoInertia.PARAMETERS;
        count = prior.length;
        this.positive = positive.clone();
        this.bounds = bounds;
        scale = prior.clone();
        priorInverse = new double[bodies][];
        for (int b = 0; b < bodies; b++) {
            priorInverse[b] = PseudoInertia.inverse(
                    PseudoInertia.cholesky(PseudoInertia.of(prior, PseudoInertia.PARAMETERS * b)));
        }
    }

    /** B, or infinity. */
    double value(double[] chi) {
        double sum = 0;
        for (int b = 0; b < bodies; b++) {
            double[] j = PseudoInertia.of(chi, PseudoInertia.PARAMETERS * b);
            double[] l = PseudoInertia.cholesky(j);
            if (l.length == 0) {
                return Double.POSITIVE_INFINITY;
            }
            sum += PseudoInertia.traceOfProduct(priorInverse[b], j) - PseudoInertia.logDeterminant(l);
        }
        for (int k = PseudoInertia.PARAMETERS * bodies; k < count; k++) {
            if (positive[k]) {
                if (!(chi[k] > 0)) {
                    return Double.POSITIVE_INFINITY;
                }
                sum += chi[k] / scale[k] - Math.log(chi[k]);
            }
        }
        for (LinearBound bound : bounds) {
            double value = bound.value(chi);
            if (!(value > 0)) {
                return Double.POSITIVE_INFINITY;
            }
            sum -= Math.log(value);
        }
        return sum;
    }

    /** Gradient and Hessian of B, the latter row by row. */
    void differentiate(double[] chi, double[] gradientOut, double[] hessianOut) {
        Arrays.fill(gradientOut, 0);
        Arrays.fill(hessianOut, 0);
        for (int b = 0; b < bodies; b++) {
            differentiateBody(b, chi, gradientOut, hessianOut);
        }
        for (int k = PseudoInertia.PARAMETERS * bodies; k < count; k++) {
            if (positive[k]) {
                gradientOut[k] += 1 / scale[k] - 1 / chi[k];
                hessianOut[k * count + k] += 1 / (chi[k] * chi[k]);
            }
        }
        for (LinearBound bound : bounds) {
            double value = bound.value(chi);
            for (int a = 0; a < bound.parameters().length; a++) {
                int i = bound.parameters()[a];
                gradientOut[i] -= bound.coefficients()[a] / value;
                for (int c = 0; c < bound.parameters().length; c++) {
                    hessianOut[i * count + bound.parameters()[c]] +=
                            bound.coefficients()[a] * bound.coefficients()[c] / (value * value);
                }
            }
        }
    }

    /** ∂B/∂φ_k = tr((J₀⁻¹ − J⁻¹) E_k), ∂²B/∂φ_k∂φ_l = tr(J⁻¹ E_k J⁻¹ E_l). */
    private void differentiateBody(int b, double[] chi, double[] gradientOut, double[] hessianOut) {
        int at = PseudoInertia.PARAMETERS * b;
        double[] inverse = PseudoInertia.inverse(PseudoInertia.cholesky(PseudoInertia.of(chi, at)));
        double[][] moved = new double[PseudoInertia.PARAMETERS][];
        for (int k = 0; k < PseudoInertia.PARAMETERS; k++) {
            double[] unit = PseudoInertia.unit(k);
            moved[k] = PseudoInertia.product(PseudoInertia.product(inverse, unit), inverse);
            gradientOut[at + k] +=
                    PseudoInertia.traceOfProduct(priorInverse[b], unit) - PseudoInertia.traceOfProduct(inverse, unit);
        }
        for (int k = 0; k < PseudoInertia.PARAMETERS; k++) {
            for (int l = 0; l < PseudoInertia.PARAMETERS; l++) {
                hessianOut[(at + k) * count + at + l] += PseudoInertia.traceOfProduct(moved[k], PseudoInertia.unit(l));
            }
        }
    }
}
