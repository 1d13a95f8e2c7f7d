package dev.catena.nlp.solver;

import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Result;
import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.SolverUnavailableException;
import dev.catena.nlp.ipopt.IpoptLibrary;
import dev.catena.nlp.ipopt.IpoptRun;

/**
 * Ipopt [WaechterBiegler], if its library is installed: Debian's {@code coinor-libipopt1v5}, or any {@code libipopt} of version 3.
 * Good for checking the embedded solver, and for programs of many thousand variables. Runs silently; options that only the
 * library knows keep their defaults.
 */
public final class IpoptSolver implements Solver {
    static final String NAME = "ipopt";

    private final IpoptLibrary library;

    /**
     * Loads the library.
     *
     * @throws SolverUnavailableException if it is not installed
     */
    public IpoptSolver() {
        library = IpoptLibrary.load(IpoptLibrary.NAMES);
    }

    /** Whether the library is there. */
    public static boolean isInstalled() {
        try {
            return new IpoptSolver().library != null;
        } catch (SolverUnavailableException e) {
            return false;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Result solve(NonlinearProgram program, SolverOptions options) {
        return new IpoptRun(library, program, options).solve();
    }
}
