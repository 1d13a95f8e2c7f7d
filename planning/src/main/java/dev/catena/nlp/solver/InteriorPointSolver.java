package dev.catena.nlp.solver;

import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Result;
import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.interior.InteriorPointRun;

/**
 * The embedded solver: a primal-dual interior-point method with a filter line search [WaechterBiegler], in pure Java. Takes exact
 * Hessians, Gauss-Newton or limited memory, whatever the program has.
 *
 * <p>Its linear algebra is dense in the variables, whatever the number of inequalities: made for programs of up to about a
 * thousand variables and many thousand constraints, such as motions of a robot. A step costs O((n + a)³) with n variables
 * and a equalities and inequalities close to their limits.
 *
 * <p>The same program gives the same result to the last bit, unless time runs out. A solver has no state: one may serve
 * several threads.
 */
public final class InteriorPointSolver implements Solver {
    static final String NAME = "embedded";

    /** There is nothing to install. */
    public InteriorPointSolver() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Result solve(NonlinearProgram program, SolverOptions options) {
        return new InteriorPointRun(program, options).solve();
    }
}
