package dev.catena.nlp;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a run of a {@link Solver} ended. The point is behind the status: {@link #solution()} throws unless the run was {@link
 * Status#OPTIMAL} or {@link Status#ACCEPTABLE}, and an interrupted run gives its best feasible point only by {@link
 * #bestFeasible()}.
 */
public final class Result {
    private final Status status;
    private final String message;
    private final Solution last;
    private final @Nullable Solution bestFeasible;
    private final List<Violation> bindingLimits;
    private final List<Iteration> log;
    private final double seconds;
    private final List<String> dependentRows;

    public Result(
            Status status,
            String message,
            Solution last,
            @Nullable Solution bestFeasible,
            List<Violation> bindingLimits,
            List<Iteration> log,
            double seconds) {
        this(status, message, last, bestFeasible, bindingLimits, log, seconds, List.of());
    }

    private Result(
            Status status,
            String message,
            Solution last,
            @Nullable Solution bestFeasible,
            List<Violation> bindingLimits,
            List<Iteration> log,
            double seconds,
            List<String> dependentRows) {
        this.dependentRows = List.copyOf(dependentRows);
        this.status = status;
        this.message = message;
        this.last = last;
        this.bestFeasible = bestFeasible;
        this.bindingLimits = List.copyOf(bindingLimits);
        this.log = List.copyOf(log);
        this.seconds = seconds;
    }

    public Status status() {
        return status;
    }

    /** The status in a sentence or two, with the names of the constraints concerned. */
    public String message() {
        return message;
    }

    /**
     * The minimum found.
     *
     * @throws UnsolvedException with {@link #message()} if there is none
     */
    public Solution solution() {
        if (!status.isSolved()) {
            throw new UnsolvedException(status, message);
        }
        return last;
    }

    /**
     * The feasible point with the least objective that the run came by: the solution, or the best that an interrupted run
     * has to offer. Empty if no feasible point was met.
     */
    public Optional<Solution> bestFeasible() {
        return Optional.ofNullable(bestFeasible);
    }

    /** The last point of the run, whatever its status: for diagnosis, not for use. */
    public Solution lastPoint() {
        return last;
    }

    /** For {@link Status#INFEASIBLE}: the limits that cannot be kept together, those exceeded most first. */
    public List<Violation> bindingLimits() {
        return bindingLimits;
    }

    /** The same with equations that depend on others. */
    public Result withDependentRows(List<String> names) {
        return new Result(status, message, last, bestFeasible, bindingLimits, log, seconds, names);
    }

    /**
     * The names of equations that say what others say already, by {@link DependentRows} at the last point, if the solver came
     * across any; it goes on all the same.
     */
    public List<String> dependentRows() {
        return dependentRows;
    }

    /** One entry per step, the start first. */
    public List<Iteration> log() {
        return log;
    }

    /** Steps taken. */
    public int iterationCount() {
        return log.isEmpty() ? 0 : log.get(log.size() - 1).number();
    }

    /** Wall time of the run. */
    public double seconds() {
        return seconds;
    }

    @Override
    public String toString() {
        return message;
    }
}
