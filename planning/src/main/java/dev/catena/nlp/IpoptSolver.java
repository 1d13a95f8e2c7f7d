package dev.catena.nlp;

/** Ipopt, if its library is installed. */
public final class IpoptSolver implements Solver {
    static final String NAME = "ipopt";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Result solve(NonlinearProgram program, SolverOptions options) {
        throw new UnsupportedOperationException("the Ipopt back-end is not here yet");
    }
}
