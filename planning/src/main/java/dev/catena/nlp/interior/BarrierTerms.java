package dev.catena.nlp.interior;

/**
 * The bounds l ≤ v ≤ u seen through logarithms: φ = f − μ Σ ln(v − l) − μ Σ ln(u − v), with a small linear term where a
 * variable has one bound only, so that it does not run away from it [WaechterBiegler 3.7].
 */
final class BarrierTerms {
    private static final double DAMPING = 1e-5;
    /** How far the multipliers z may be from μ/(v − l). */
    private static final double LARGEST_RATIO = 1e10;

    private static final double START_PUSH = 1e-2;
    private static final double START_FRACTION = 1e-2;

    private final double[] lower;
    private final double[] upper;
    private final boolean[] hasLower;
    private final boolean[] hasUpper;

    BarrierTerms(double[] lower, double[] upper) {
        this.lower = lower;
        this.upper = upper;
        hasLower = new boolean[lower.length];
        hasUpper = new boolean[lower.length];
        for (int i = 0; i < lower.length; i++) {
            hasLower[i] = !Double.isInfinite(lower[i]);
            hasUpper[i] = !Double.isInfinite(upper[i]);
        }
    }

    private double aboveLower(double[] v, int i) {
        return Math.max(v[i] - lower[i], smallestDistance(lower[i]));
    }

    private double belowUpper(double[] v, int i) {
        return Math.max(upper[i] - v[i], smallestDistance(upper[i]));
    }

    private static double smallestDistance(double bound) {
        return 1e-16 * Math.max(1, Math.abs(bound));
    }

    /** Moves a start into the interior. */
    void push(double[] v, int from, int to) {
        for (int i = from; i < to; i++) {
            double width = upper[i] - lower[i];
            if (hasLower[i]) {
                double least =
                        lower[i] + Math.min(START_PUSH * Math.max(1, Math.abs(lower[i])), START_FRACTION * width);
                v[i] = Math.max(v[i], least);
            }
            if (hasUpper[i]) {
                double most = upper[i] - Math.min(START_PUSH * Math.max(1, Math.abs(upper[i])), START_FRACTION * width);
                v[i] = Math.min(v[i], most);
            }
        }
    }

    /** Sets z to a value where there is a bound, zero elsewhere. */
    void fillMultipliers(double value, double[] zLower, double[] zUpper) {
        for (int i = 0; i < lower.length; i++) {
            zLower[i] = hasLower[i] ? value : 0;
            zUpper[i] = hasUpper[i] ? value : 0;
        }
    }

    /** φ − f. */
    double value(double[] v, double mu) {
        double sum = 0;
        for (int i = 0; i < lower.length; i++) {
            if (hasLower[i]) {
                sum -= Math.log(aboveLower(v, i));
                sum += hasUpper[i] ? 0 : DAMPING * (v[i] - lower[i]);
            }
            if (hasUpper[i]) {
                sum -= Math.log(belowUpper(v, i));
                sum += hasLower[i] ? 0 : DAMPING * (upper[i] - v[i]);
            }
        }
        return mu * sum;
    }

    /** gradient += ∂(φ − f)/∂v. */
    void addGradient(double[] v, double mu, double[] gradient) {
        for (int i = 0; i < lower.length; i++) {
            if (hasLower[i]) {
                gradient[i] -= mu / aboveLower(v, i) - (hasUpper[i] ? 0 : DAMPING * mu);
            }
            if (hasUpper[i]) {
                gradient[i] += mu / belowUpper(v, i) - (hasLower[i] ? 0 : DAMPING * mu);
            }
        }
    }

    /** Σ = z_L/(v − l) + z_U/(u − v). */
    void sigma(double[] v, double[] zLower, double[] zUpper, double[] out) {
        for (int i = 0; i < lower.length; i++) {
            out[i] =
                    (hasLower[i] ? zLower[i] / aboveLower(v, i) : 0) + (hasUpper[i] ? zUpper[i] / belowUpper(v, i) : 0);
        }
    }

    /** dz of a step dv: (v − l) dz_L + z_L dv = μ − (v − l) z_L, and the like above. */
    void multiplierStep(
            double[] v, double[] dv, double mu, double[] zLower, double[] zUpper, double[] dzLower, double[] dzUpper) {
        for (int i = 0; i < lower.length; i++) {
            dzLower[i] = hasLower[i] ? (mu - zLower[i] * dv[i]) / aboveLower(v, i) - zLower[i] : 0;
            dzUpper[i] = hasUpper[i] ? (mu + zUpper[i] * dv[i]) / belowUpper(v, i) - zUpper[i] : 0;
        }
    }

    /** The largest α ≤ 1 with which v + α dv keeps the fraction 1 − τ of its distance to every bound. */
    double largestStep(double[] v, double[] dv, double tau) {
        double alpha = 1;
        for (int i = 0; i < lower.length; i++) {
            if (hasLower[i] && dv[i] < 0) {
                alpha = Math.min(alpha, -tau * aboveLower(v, i) / dv[i]);
            }
            if (hasUpper[i] && dv[i] > 0) {
                alpha = Math.min(alpha, tau * belowUpper(v, i) / dv[i]);
            }
        }
        return alpha;
    }

    /** The same for multipliers and zero. */
    double largestStepOfMultipliers(double[] z, double[] dz, double tau) {
        double alpha = 1;
        for (int i = 0; i < z.length; i++) {
            if (dz[i] < 0) {
                alpha = Math.min(alpha, -tau * z[i] / dz[i]);
            }
        }
        return alpha;
    }

    /** Keeps z within a factor of μ/(v − l), so that Σ stays near that of the barrier function. */
    void safeguard(double[] v, double mu, double[] zLower, double[] zUpper) {
        for (int i = 0; i < lower.length; i++) {
            if (hasLower[i]) {
                double z = mu / aboveLower(v, i);
                zLower[i] = Math.max(z / LARGEST_RATIO, Math.min(zLower[i], z * LARGEST_RATIO));
            }
            if (hasUpper[i]) {
                double z = mu / belowUpper(v, i);
                zUpper[i] = Math.max(z / LARGEST_RATIO, Math.min(zUpper[i], z * LARGEST_RATIO));
            }
        }
    }

    /** max |(v − l) z_L − μ| and the like above. */
    double complementarity(double[] v, double[] zLower, double[] zUpper, double mu) {
        double worst = 0;
        for (int i = 0; i < lower.length; i++) {
            if (hasLower[i]) {
                worst = Math.max(worst, Math.abs(aboveLower(v, i) * zLower[i] - mu));
            }
            if (hasUpper[i]) {
                worst = Math.max(worst, Math.abs(belowUpper(v, i) * zUpper[i] - mu));
            }
        }
        return worst;
    }

    int size() {
        return lower.length;
    }
}
