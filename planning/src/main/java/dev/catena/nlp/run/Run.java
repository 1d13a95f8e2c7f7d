package dev.catena.nlp.run;

import dev.catena.nlp.Iteration;
import dev.catena.nlp.Result;
import dev.catena.nlp.Solution;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.nlp.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a solver: its clock, its log, its limits, and the best feasible point met so far. */
public final class Run {
    private static final int NAMES_IN_MESSAGE = 4;

    final ProgramLimits limits;
    final SolverOptions options;
    private final long start = System.nanoTime();
    private final List<Iteration> log = new ArrayList<>();
    private double @Nullable [] bestPoint;
    private double[] bestConstraints = new double[0];
    private double bestObjective = Double.POSITIVE_INFINITY;

    public Run(ProgramLimits limits, SolverOptions options) {
        this.limits = limits;
        this.options = options;
    }

    public double seconds() {
        return (System.nanoTime() - start) * 1e-9;
    }

    public void add(Iteration iteration) {
        log.add(iteration);
        options.listener().iteration(iteration);
    }

    /** Why the run has to stop now, or null. */
    @Nullable
    public Status interruption() {
        if (options.cancellation().isCanceled()) {
            return Status.CANCELED;
        }
        Duration limit = options.timeLimit();
        return seconds() >= limit.getSeconds() + 1e-9 * limit.getNano() ? Status.TIME_LIMIT : null;
    }

    /** Remembers a point if it is feasible and better than what was met before. */
    public void offer(double[] x, double objective, double[] c) {
        boolean better = objective < bestObjective && objective > Double.NEGATIVE_INFINITY;
        if (better && limits.violation(x, c) <= options.feasibilityTolerance()) {
            bestObjective = objective;
            bestPoint = x.clone();
            bestConstraints = c.clone();
        }
    }

    /** The result of a run that ended at a point. */
    public Result result(Status status, String detail, Solution last, List<Violation> binding) {
        Solution best = status.isSolved() ? last : bestFeasible();
        StringBuilder message = new StringBuilder(status.toString());
        int iterations = log.isEmpty() ? 0 : log.get(log.size() - 1).number();
        message.append(" after ").append(iterations).append(iterations == 1 ? " iteration" : " iterations");
        if (!detail.isEmpty()) {
            message.append(": ").append(detail);
        }
        if (!binding.isEmpty()) {
            message.append("; limits that cannot be kept together: ").append(names(binding));
        }
        if (best != null && isInterruption(status)) {
            message.append("; best feasible point has objective ").append(best.objective());
        }
        return new Result(status, message.toString(), last, best, binding, log, seconds());
    }

    private static boolean isInterruption(Status status) {
        return switch (status) {
            case ITERATION_LIMIT, TIME_LIMIT, CANCELED, NUMERICAL_TROUBLE, EVALUATION_ERROR -> true;
            case OPTIMAL, ACCEPTABLE, INFEASIBLE, UNBOUNDED -> false;
        };
    }

    private static String names(List<Violation> binding) {
        StringBuilder text = new StringBuilder();
        int shown = Math.min(NAMES_IN_MESSAGE, binding.size());
        for (int i = 0; i < shown; i++) {
            text.append(i == 0 ? "" : ", ").append(binding.get(i));
        }
        if (shown < binding.size()) {
            text.append(" and ").append(binding.size() - shown).append(" more");
        }
        return text.toString();
    }

    private @Nullable Solution bestFeasible() {
        if (bestPoint == null) {
            return null;
        }
        return new Solution(
                bestPoint,
                bestObjective,
                bestConstraints,
                new double[limits.constraintCount],
                new double[limits.variableCount],
                new double[limits.variableCount],
                limits.violation(bestPoint, bestConstraints));
    }
}
