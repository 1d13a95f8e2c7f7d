package dev.catena.nlp;

/**
 * Looks for a local minimum of a {@link NonlinearProgram}.
 *
 * <pre>{@code
 * Result result = new InteriorPointSolver().solve(program, SolverOptions.defaults().tolerance(1e-9));
 * double[] x = result.solution().point();   // throws, with the reason, if there is no solution
 * }</pre>
 *
 * A run never fails by an exception because of the numbers it meets: how it ended is the {@link Result}'s {@link Status}.
 * Exceptions are for programs that contradict themselves (a pattern of the wrong size) and for those a program throws
 * itself, {@link EvaluationException} excepted.
 */
public interface Solver {
    /** What reports and the command line call it. */
    String name();

    /** One run from the program's start. */
    Result solve(NonlinearProgram program, SolverOptions options);

    /** A run with {@link SolverOptions#defaults()}. */
    default Result solve(NonlinearProgram program) {
        return solve(program, SolverOptions.defaults());
    }
}
