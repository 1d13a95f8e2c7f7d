package dev.catena.planning;

import dev.catena.nlp.Status;
import dev.catena.planning.function.LimitReport;
import dev.catena.planning.terms.ReducedMotion;
import dev.catena.planning.transcription.LimitCheck;
import dev.catena.planning.transcription.SampledLimit;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the last round of planning is worth: a motion, or the reason why there is none. */
final class PlanVerdict {
    private static final int MOST_NAMED = 6;

    /** A limit that is exceeded by less is kept. */
    private static final double NOT_NAMED = 1e-6;

    /** A duration this near to a bound, as a fraction, is at the bound. */
    private static final double AT_BOUND = 1e-3;

    /** By how many times a duration is made longer or shorter in search of something better. */
    private static final double STRETCH = 1.1;

    /** A motion is no minimum if a change of its duration by a fraction saves more than this share of the fraction. */
    private static final double GAIN = 0.01;

    private final MotionProblem problem;
    private final LimitCheck check;
    private final List<SampledLimit> limits;
    private final double tolerance;

    PlanVerdict(MotionProblem problem, LimitCheck check, List<SampledLimit> limits, double tolerance) {
        this.problem = problem;
        this.check = check;
        this.limits = limits;
        this.tolerance = tolerance;
    }

    MotionPlan plan(MotionOutcome last, @Nullable MotionOutcome found, List<MotionPlan.Round> rounds) {
        // what is kept of an interrupted search must be a motion too
        MotionOutcome best = found == null || jump(found).isPresent() ? null : found;
        Status status = last.result().status();
        if (status == Status.INFEASIBLE) {
            return without(
                    Status.INFEASIBLE,
                    "infeasible: no motion was found that keeps all limits; exceeded are " + named(last)
                            + durationAtBound(last),
                    last,
                    rounds);
        }
        if (!status.isSolved()) {
            String kept =
                    best == null ? "; no motion within limits was met" : "; the best motion within limits is kept";
            return new MotionPlan(status, last.result().message() + kept, last, best, rounds, problem);
        }
        if (last.largestExcess() > tolerance) {
            String message = "%s: after %s %s limits are still exceeded between samples: %s"
                    .formatted(
                            Status.ITERATION_LIMIT,
                            rounds.size(),
                            rounds.size() == 1 ? "round" : "rounds",
                            named(last));
            return new MotionPlan(Status.ITERATION_LIMIT, message, last, best, rounds, problem);
        }
        OptionalDouble jump = jump(last);
        if (jump.isPresent()) {
            String message = String.format(
                    Locale.ROOT,
                    "%s: at %.4g s the motion jumps to another assembly of the robot on its contacts; give a via point there",
                    Status.NUMERICAL_TROUBLE,
                    jump.getAsDouble() * last.duration());
            return without(Status.NUMERICAL_TROUBLE, message, last, rounds);
        }
        if (!problem.duration().isFixed()) {
            String unlimited = unlimitedDuration(last);
            if (!unlimited.isEmpty()) {
                return without(Status.UNBOUNDED, "%s: %s".formatted(Status.UNBOUNDED, unlimited), last, rounds);
            }
            if (isBetter(last, 1 / STRETCH)) {
                String message = "%s: the solver took a motion of %s s for the best, but in less time it costs less"
                        .formatted(Status.NUMERICAL_TROUBLE, last.duration());
                return without(Status.NUMERICAL_TROUBLE, message, last, rounds);
            }
        }
        String message =
                String.format(Locale.ROOT, "%s: T = %.6g s, objective %.8g", status, last.duration(), last.objective())
                        + durationAtBound(last);
        return new MotionPlan(status, message, last, last, rounds, problem);
    }

    /** When a motion on contacts jumps to another assembly, as a fraction of its duration. */
    private OptionalDouble jump(MotionOutcome outcome) {
        ReducedMotion reduced = problem.reduced();
        return reduced == null ? OptionalDouble.empty() : new AssemblyCheck(reduced, outcome.spline()).jump();
    }

    private MotionPlan without(Status status, String message, MotionOutcome last, List<MotionPlan.Round> rounds) {
        return new MotionPlan(status, message, last, null, rounds, problem);
    }

    private static String named(MotionOutcome outcome) {
        return outcome.limits().stream()
                .filter(report -> report.excess() > NOT_NAMED)
                .limit(MOST_NAMED)
                .map(LimitReport::toString)
                .collect(Collectors.joining("; "));
    }

    private boolean isAtLeast(MotionOutcome outcome) {
        return outcome.duration() <= problem.duration().least() * (1 + AT_BOUND);
    }

    private boolean isAtMost(MotionOutcome outcome) {
        return outcome.duration() >= problem.duration().most() * (1 - AT_BOUND);
    }

    private String durationAtBound(MotionOutcome outcome) {
        if (problem.duration().isFixed()) {
            return "";
        }
        String bound = isAtLeast(outcome) ? "lower" : isAtMost(outcome) ? "upper" : "";
        return bound.isEmpty() ? "" : "; the duration is at its %s bound".formatted(bound);
    }

    /** Why the duration that was found means nothing; empty if it does. */
    private String unlimitedDuration(MotionOutcome last) {
        boolean isBounded = problem.duration().isBounded();
        if (!isBounded && isAtLeast(last)) {
            return ("nothing limits how short the motion is, its duration fell to %s s; give limits on velocity, "
                            + "acceleration or torque, or bounds of the duration")
                    .formatted(last.duration());
        }
        if ((!isBounded && isAtMost(last)) || isBetter(last, STRETCH)) {
            return ("the longer the motion takes, the less it costs, its duration grew to %s s; give time a weight, or "
                            + "bounds of the duration")
                    .formatted(last.duration());
        }
        return "";
    }

    /** Whether the same motion in another duration keeps limits as well and costs less. */
    private boolean isBetter(MotionOutcome last, double factor) {
        double duration =
                Math.max(problem.duration().least(), Math.min(problem.duration().most(), last.duration() * factor));
        double change = Math.abs(duration / last.duration() - 1);
        if (change < AT_BOUND) {
            return false;
        }
        double[] x = last.x().clone();
        x[problem.points().timeVariable] = duration;
        double objective = MotionPlanner.program(problem, limits, x).objectiveOrNaN(x);
        if (!(objective < last.objective() - GAIN * change * Math.abs(last.objective()))) {
            return false;
        }
        List<LimitReport> reports = check.reports(limits, x);
        return reports.isEmpty() || reports.get(0).excess() <= last.largestExcess();
    }
}
