package dev.catena.nlp;

/** Second derivatives of a {@link NonlinearProgram}: W = σ ∇²f(x) + Σᵢ λᵢ ∇²cᵢ(x), symmetric, lower triangle only. */
public interface LagrangianHessian {
    /** Where W may differ from zero: n rows and columns, row ≥ column. Entries named twice are summed. */
    SparsityPattern pattern();

    /**
     * W, one value per entry of {@link #pattern()}, in its order.
     *
     * @param objectiveFactor σ; zero when a solver looks for a feasible point only
     * @param multipliers λ, one per constraint
     */
    void values(double[] x, double objectiveFactor, double[] multipliers, double[] valuesOut);
}
