package dev.catena.nlp;

/**
 * Jacobian of the residuals of an objective f = ½ Σ rₖ(x)² + linear terms. Gauss-Newton takes (∂r/∂x)ᵀ(∂r/∂x) for the Hessian of the
 * Lagrangian: never indefinite, and good where residuals are small and constraints are not strongly curved.
 */
public interface ResidualJacobian {
    /** Where ∂r/∂x may differ from zero: one row per residual, n columns. Entries named twice are summed. */
    SparsityPattern pattern();

    /** ∂r/∂x, one value per entry of {@link #pattern()}, in its order. */
    void values(double[] x, double[] valuesOut);
}
