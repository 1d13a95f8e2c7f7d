package dev.catena.nlp;

/** The embedded solver: a primal-dual interior-point method with a filter line search. Pure Java. */
public final class InteriorPointSolver implements Solver {
    static final String NAME = "embedded";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Result solve(NonlinearProgram program, SolverOptions options) {
        throw new UnsupportedOperationException("the embedded solver is not here yet");
    }
}
