package dev.catena.nlp;

/** Told after every step of a solver, on the solver's thread: progress bars and logs. */
@FunctionalInterface
public interface IterationListener {
    void iteration(Iteration iteration);
}
