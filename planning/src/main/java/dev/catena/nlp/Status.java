package dev.catena.nlp;

/** How a run of a {@link Solver} ended. */
public enum Status {
    /** A local minimum to the tolerance asked for. */
    OPTIMAL("optimal"),
    /** A local minimum to the acceptable tolerance; no further progress was possible. */
    ACCEPTABLE("acceptable"),
    /** No feasible point near: the violation of the constraints is at a local minimum that is not zero. */
    INFEASIBLE("infeasible"),
    /** The iteration limit was reached. */
    ITERATION_LIMIT("iteration limit"),
    /** The time limit was reached. */
    TIME_LIMIT("time limit"),
    /** Canceled by the caller. */
    CANCELED("canceled"),
    /** The program has no value where one is needed: NaN, infinity or an {@link EvaluationException}. */
    EVALUATION_ERROR("evaluation error"),
    /** The objective or the variables grow without limit. */
    UNBOUNDED("unbounded"),
    /** No progress for numerical reasons; the message says which. */
    NUMERICAL_TROUBLE("numerical trouble");

    private final String text;

    Status(String text) {
        this.text = text;
    }

    /** Whether the result holds a solution. */
    public boolean isSolved() {
        return this == OPTIMAL || this == ACCEPTABLE;
    }

    /** In words, for tables and messages. */
    @Override
    public String toString() {
        return text;
    }
}
