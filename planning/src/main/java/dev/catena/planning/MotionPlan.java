package dev.catena.planning;

import dev.catena.nlp.Result;
import dev.catena.nlp.Status;
import dev.catena.planning.function.LimitReport;
import dev.catena.planning.terms.ReducedMotion;
import dev.catena.planning.transcription.BalancedInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How planning ended. {@link #motion()} throws unless the plan is optimal or acceptable and keeps its limits between samples
 * too; the best such motion of a run that was stopped is at {@link #bestFeasibleMotion()}. What is said about the motion
 * (objective, terms, limits) is of that one, and throws if there is none. Immutable.
 */
public final class MotionPlan {
    private final Status status;
    private final String message;
    private final MotionOutcome last;
    private final @Nullable MotionOutcome best;
    private final List<Round> rounds;

    /**
     * One solution of the program; further rounds have more samples.
     *
     * @param samples moments at which limits were kept, over all limits
     * @param iterations steps of the solver
     * @param seconds wall time
     * @param largestExcess the most by which a limit is exceeded between samples, as a fraction
     */
    public record Round(int samples, int iterations, double seconds, Status status, double largestExcess) {}

    private final @Nullable ReducedMotion reduced;
    private final BalancedInputs balanced;

    MotionPlan(
            Status status,
            String message,
            MotionOutcome last,
            @Nullable MotionOutcome best,
            List<Round> rounds,
            MotionProblem problem) {
        ReducedMotion reduced = problem.reduced();
        balanced = problem.balanced();
        this.status = status;
        this.message = message;
        this.last = last;
        this.best = best;
        this.rounds = List.copyOf(rounds);
        this.reduced = reduced == null ? null : reduced.copy();
    }

    /**
     * That of the last run of the solver, but for two outcomes: {@link Status#ITERATION_LIMIT} also where limits are still
     * exceeded between samples after the last round, and {@link Status#UNBOUNDED} also where nothing limits the duration.
     */
    public Status status() {
        return status;
    }

    /** Whether the motion is optimal or acceptable, and keeps its limits. */
    public boolean isSolved() {
        return status.isSolved();
    }

    /** The status in words, with the limits that bind. */
    public String message() {
        return message;
    }

    /**
     * The optimal motion.
     *
     * @throws IllegalStateException if there is none, with the message
     */
    public PlannedMotion motion() {
        if (!isSolved()) {
            throw new IllegalStateException(message);
        }
        return motion(last);
    }

    /** The best motion within limits that was met: the optimal one, or, if the run was stopped, the best until then. */
    public Optional<PlannedMotion> bestFeasibleMotion() {
        return Optional.ofNullable(best).map(this::motion);
    }

    /** The motion at which the run ended, whatever it is worth: for diagnosis. */
    public PlannedMotion lastMotion() {
        return motion(last);
    }

    private PlannedMotion motion(MotionOutcome outcome) {
        return new PlannedMotion(
                outcome.spline(), outcome.duration(), reduced, outcome.inputs(), balanced, outcome.x());
    }

    private MotionOutcome best() {
        if (best == null) {
            throw new IllegalStateException(message);
        }
        return best;
    }

    /**
     * Of the best feasible motion.
     *
     * @throws IllegalStateException if there is none, with the message
     */
    public double objective() {
        return best().objective();
    }

    /**
     * The terms of the objective without their weights, by name; of the same motion as {@link #objective()}.
     *
     * @throws IllegalStateException if there is none, with the message
     */
    public Map<String, Double> terms() {
        return best().terms();
    }

    /**
     * How near the same motion comes to its limits, at samples and between them, most exceeded first.
     *
     * @throws IllegalStateException if there is none, with the message
     */
    public List<LimitReport> limits() {
        return best().limits();
    }

    /**
     * The most by which the same motion exceeds a limit, as a fraction of it; zero if it keeps all.
     *
     * @throws IllegalStateException if there is none, with the message
     */
    public double largestExcess() {
        return best().largestExcess();
    }

    /** How near {@link #lastMotion()} comes to its limits, most exceeded first; empty where it has no values. */
    public List<LimitReport> lastLimits() {
        return last.limits();
    }

    /** For infeasible problems: the limits that the last motion exceeds, most exceeded first. */
    public List<LimitReport> bindingLimits() {
        List<LimitReport> binding = new ArrayList<>();
        for (LimitReport report : last.limits()) {
            if (status == Status.INFEASIBLE && report.excess() > 1e-6) {
                binding.add(report);
            }
        }
        return binding;
    }

    /** The solutions of the program, one after the other. */
    public List<Round> rounds() {
        return rounds;
    }

    /** Steps of the solver in all rounds. */
    public int iterations() {
        return rounds.stream().mapToInt(Round::iterations).sum();
    }

    /** Wall time of the solver in all rounds. */
    public double seconds() {
        return rounds.stream().mapToDouble(Round::seconds).sum();
    }

    /** What the solver said about the last round. */
    public Result solverResult() {
        return last.result();
    }
}
