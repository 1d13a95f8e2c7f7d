package dev.catena.identification.estimate;

/**
 * How errors of efforts change an estimate: to first order by Σ H⁻¹ w_t ψ_t/σ², with the part ψ of each residual that counts, and
 * H = Σ ψ′ w wᵀ/σ², ψ′ averaged over the rows of a joint [Huber]. Of least squares ψ is the residual itself.
 *
 * @param inverse H⁻¹, zero where a column is not estimated
 */
record Influence(double[][] inverse, Counted counted) {
    /** ψ, in units of the residual. */
    interface Counted {
        double of(int joint, double residual);
    }

    static Influence ofLeastSquares(LinearSolution solution) {
        return new Influence(solution.inverse(), (joint, residual) -> residual);
    }
}
