package dev.catena.nlp.solver;

import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverUnavailableException;

/** The solvers there are, by name. */
public final class Solvers {
    private Solvers() {}

    /**
     * The solver of a name: {@code embedded} or {@code ipopt}.
     *
     * @throws IllegalArgumentException if there is no solver of that name
     * @throws SolverUnavailableException if it is not installed on this machine
     */
    public static Solver named(String name) {
        return switch (name) {
            case InteriorPointSolver.NAME -> new InteriorPointSolver();
            case IpoptSolver.NAME -> new IpoptSolver();
            default ->
                throw new IllegalArgumentException("no solver is called \"" + name + "\"; known are "
                        + InteriorPointSolver.NAME + " and " + IpoptSolver.NAME);
        };
    }
}
