package dev.catena.nlp;

/**
 * A point of a program with what belongs to it, all in the program's own units. Immutable; arrays are copied out.
 *
 * <p>At a minimum ∇f + Jᵀλ − z_L + z_U = 0.
 */
public final class Solution {
    private final double[] point;
    private final double objective;
    private final double[] constraints;
    private final double[] multipliers;
    private final double[] lowerBoundMultipliers;
    private final double[] upperBoundMultipliers;
    private final double violation;

    public Solution(
            double[] point,
            double objective,
            double[] constraints,
            double[] multipliers,
            double[] lowerBoundMultipliers,
            double[] upperBoundMultipliers,
            double violation) {
        this.point = point.clone();
        this.objective = objective;
        this.constraints = constraints.clone();
        this.multipliers = multipliers.clone();
        this.lowerBoundMultipliers = lowerBoundMultipliers.clone();
        this.upperBoundMultipliers = upperBoundMultipliers.clone();
        this.violation = violation;
    }

    /** x. */
    public double[] point() {
        return point.clone();
    }

    /** f(x). */
    public double objective() {
        return objective;
    }

    /** c(x). */
    public double[] constraints() {
        return constraints.clone();
    }

    /** λ, one per constraint. */
    public double[] multipliers() {
        return multipliers.clone();
    }

    /** z_L ≥ 0, one per variable. */
    public double[] lowerBoundMultipliers() {
        return lowerBoundMultipliers.clone();
    }

    /** z_U ≥ 0, one per variable. */
    public double[] upperBoundMultipliers() {
        return upperBoundMultipliers.clone();
    }

    /** The largest amount by which a constraint or a bound is exceeded. */
    public double violation() {
        return violation;
    }
}
