package dev.catena.planning;

import dev.catena.nlp.Result;
import dev.catena.nlp.Solution;
import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.spline.BasisMatrix;
import dev.catena.spline.Spline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Solves motion problems: starts from straight lines, solves, looks between the samples, adds samples where limits are
 * exceeded there, and solves again from where it was, until they are kept to a tolerance.
 *
 * <pre>{@code
 * MotionPlan plan = new MotionPlanner(Solver.named("embedded")).plan(problem);
 * Motion motion = plan.motion();   // throws, with the reason, if there is none
 * }</pre>
 */
public final class MotionPlanner {
    private static final int MOST_NAMED = 6;

    /** Durations that are tried as a start: from the first on, each longer by the ratio. */
    private static final double FIRST_DURATION = 0.02;

    private static final double DURATION_RATIO = 1.25;
    private static final int DURATIONS = 45;

    /** For a start that is nearly optimal. */
    private static final double LATER_BARRIER = 1e-8;

    /** Samples are added where limits are exceeded by more than this share of the tolerance, if they are somewhere by all. */
    private static final double REFINED_SHARE = 0.25;

    private final Solver solver;
    private final SolverOptions options;
    private final double tolerance;
    private final int roundLimit;

    public MotionPlanner(Solver solver) {
        this(solver, SolverOptions.defaults(), 1e-3, 10);
    }

    private MotionPlanner(Solver solver, SolverOptions options, double tolerance, int roundLimit) {
        this.solver = solver;
        this.options = options;
        this.tolerance = tolerance;
        this.roundLimit = roundLimit;
    }

    /** Options of the solver; a time limit counts for all rounds together. */
    public MotionPlanner options(SolverOptions solverOptions) {
        return new MotionPlanner(solver, solverOptions, tolerance, roundLimit);
    }

    /**
     * By how much limits may be exceeded between samples, as a fraction of the limit, 1e-3 unless told otherwise, and how
     * many times samples may be added, 9 unless told otherwise.
     */
    public MotionPlanner refinement(double newTolerance, int times) {
        if (!(newTolerance > 0) || times < 0) {
            throw new IllegalArgumentException(
                    "tolerance %s and %s refinements: the first must be positive, the other not negative"
                            .formatted(newTolerance, times));
        }
        return new MotionPlanner(solver, options, newTolerance, times + 1);
    }

    /** Plans a motion. */
    public MotionPlan plan(MotionProblem problem) {
        long start = System.nanoTime();
        LimitCheck check = new LimitCheck(problem.points());
        List<SampledLimit> limits = problem.limits();
        List<MotionPlan.Round> rounds = new ArrayList<>();
        double[] x = startOf(problem);
        MotionPlan.Outcome last = null;
        MotionPlan.@Nullable Outcome best = null;
        do {
            if (last != null) {
                limits = check.refined(limits, last.x(), REFINED_SHARE * tolerance);
            }
            MotionProgram program = program(problem, limits, x);
            Result result = solver.solve(program, optionsFrom(start, rounds.isEmpty()));
            if (!rounds.isEmpty() && !result.status().isSolved() && !wasStopped(result.status())) {
                result = solver.solve(program, optionsFrom(start, true));
            }
            last = outcome(problem, program, check, limits, result.lastPoint(), result);
            Solution feasible = result.bestFeasible().orElse(null);
            if (result.status().isSolved()) {
                best = last;
            } else if (feasible != null) {
                best = outcome(problem, program, check, limits, feasible, result);
            }
            rounds.add(round(limits, result, last));
            x = last.x();
        } while (last.result().status().isSolved() && exceeds(last) && rounds.size() < roundLimit);
        return finished(problem, last, best, rounds);
    }

    private static boolean wasStopped(Status status) {
        return status == Status.CANCELED || status == Status.TIME_LIMIT || status == Status.ITERATION_LIMIT;
    }

    private SolverOptions optionsFrom(long start, boolean isFirst) {
        Duration used = Duration.ofNanos(System.nanoTime() - start);
        Duration left = options.timeLimit().minus(used);
        SolverOptions next = options.timeLimit(left.isNegative() ? Duration.ZERO : left);
        return isFirst ? next : next.initialBarrier(Math.min(LATER_BARRIER, next.initialBarrier()));
    }

    private static MotionPlan.Round round(List<SampledLimit> limits, Result result, MotionPlan.Outcome outcome) {
        int samples = limits.stream().mapToInt(limit -> limit.moments.length).sum();
        double excess = outcome.limits().isEmpty() ? 0 : outcome.limits().get(0).excess();
        return new MotionPlan.Round(
                samples, result.iterationCount(), result.seconds(), result.status(), Math.max(0, excess));
    }

    private boolean exceeds(MotionPlan.Outcome outcome) {
        return !outcome.limits().isEmpty() && outcome.limits().get(0).excess() > tolerance;
    }

    private MotionPlan finished(
            MotionProblem problem,
            MotionPlan.Outcome last,
            MotionPlan.@Nullable Outcome best,
            List<MotionPlan.Round> rounds) {
        Status status = last.result().status();
        String message;
        if (status == Status.INFEASIBLE) {
            message = "infeasible: no motion was found that keeps all limits; exceeded are " + named(last);
        } else if (!status.isSolved()) {
            message = last.result().message()
                    + (best == null ? "; no motion within limits was met" : "; the best motion within limits is kept");
        } else if (exceeds(last)) {
            message = "%s, but after %s rounds limits are still exceeded between samples: %s"
                    .formatted(status, rounds.size(), named(last));
        } else {
            message = String.format(
                    Locale.ROOT, "%s: T = %.6g s, objective %.8g", status, last.duration(), last.objective());
        }
        return new MotionPlan(status, message, last, best, rounds, problem.path());
    }

    private static String named(MotionPlan.Outcome outcome) {
        return outcome.limits().stream()
                .filter(report -> report.excess() > 1e-6)
                .limit(MOST_NAMED)
                .map(LimitReport::toString)
                .collect(Collectors.joining("; "));
    }

    private static MotionPlan.Outcome outcome(
            MotionProblem problem,
            MotionProgram program,
            LimitCheck check,
            List<SampledLimit> limits,
            Solution solution,
            Result result) {
        double[] x = solution.point();
        double[] integrals = program.integrals(x);
        ControlPoints points = program.points();
        Map<String, Double> terms = new LinkedHashMap<>();
        terms.put("time", points.time);
        for (int k = 0; k < integrals.length; k++) {
            terms.put(problem.costs().get(k).name(), integrals[k]);
        }
        Spline spline = new Spline(points.basis, points.n, points.points[0]);
        List<LimitReport> reports = List.copyOf(check.reports(limits, x));
        return new MotionPlan.Outcome(x, points.time(x), spline, solution.objective(), terms, reports, result);
    }

    static MotionProgram program(MotionProblem problem, List<SampledLimit> limits, double[] x) {
        return new MotionProgram(
                problem.points(),
                problem.timeWeight(),
                problem.costs(),
                limits,
                problem.leastDuration(),
                problem.largestDuration(),
                x);
    }

    /** Straight lines, in that of several durations which keeps limits best, and of those that keep all, costs least. */
    static double[] startOf(MotionProblem problem) {
        ControlPoints points = problem.points();
        double[] straight = problem.straightControlPoints();
        double[] x = new double[points.variableCount];
        double guess = problem.durationGuess();
        if (!Double.isNaN(guess)) {
            points.variables(straight, guess, x);
            return x;
        }
        MotionProgram program = program(problem, problem.limits(), x);
        SplineChain chain = new SplineChain(points);
        double[] best = x.clone();
        points.variables(straight, problem.leastDuration(), best);
        double leastExcess = Double.POSITIVE_INFINITY;
        double leastCost = Double.POSITIVE_INFINITY;
        for (int k = 0; k < DURATIONS; k++) {
            double duration = FIRST_DURATION * Math.pow(DURATION_RATIO, k);
            if (duration < problem.leastDuration() || duration > problem.largestDuration()) {
                continue;
            }
            points.variables(straight, duration, x);
            points.set(x);
            double excess = largestExcess(problem.limits(), points, chain);
            double cost = program.objective(x);
            if (excess < leastExcess - 1e-9 || excess <= leastExcess && cost < leastCost) {
                leastExcess = excess;
                leastCost = cost;
                best = x.clone();
            }
        }
        return best;
    }

    private static double largestExcess(List<SampledLimit> limits, ControlPoints points, SplineChain chain) {
        double largest = 0;
        for (SampledLimit limit : limits) {
            BasisMatrix matrix = new BasisMatrix(points.basis, MotionState.HIGHEST_ORDER, limit.moments);
            double[] values = new double[limit.function.rows()];
            for (int k = 0; k < matrix.rows(); k++) {
                limit.function.value(chain.evaluate(matrix, k), values);
                for (int row : limit.rows) {
                    largest = Math.max(largest, limit.excess(row, values[row]));
                }
            }
        }
        return largest;
    }
}
