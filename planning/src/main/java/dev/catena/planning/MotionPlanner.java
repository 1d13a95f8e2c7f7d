package dev.catena.planning;

import dev.catena.model.NumericalException;
import dev.catena.nlp.Result;
import dev.catena.nlp.Solution;
import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.planning.transcription.ControlPoints;
import dev.catena.planning.transcription.IntegralCost;
import dev.catena.planning.transcription.LimitCheck;
import dev.catena.planning.transcription.MotionProgram;
import dev.catena.planning.transcription.SampledLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Solves motion problems: starts from straight lines, solves, looks between the samples, adds samples where limits are
 * exceeded there, and solves again from where it was, until they are kept to a tolerance.
 *
 * <pre>{@code
 * MotionPlan plan = new MotionPlanner(Solvers.named("embedded")).plan(problem);
 * PlannedMotion motion = plan.motion();   // throws, with the reason, if there is none
 * }</pre>
 */
public final class MotionPlanner {
    /** Durations that are tried as a start: from the first to the last, each longer by the ratio. */
    private static final double FIRST_DURATION = 0.02;

    private static final double LAST_DURATION = 400;
    private static final double DURATION_RATIO = 1.25;

    /** For a start that is nearly optimal. */
    private static final double LATER_BARRIER = 1e-8;

    /** Samples are added where limits are exceeded by more than this share of the tolerance, if they are somewhere by all. */
    private static final double REFINED_SHARE = 0.25;

    private final Solver solver;
    private final SolverOptions options;
    private final double tolerance;
    private final int roundLimit;
    private final boolean feasibleFirst;

    public MotionPlanner(Solver solver) {
        this(solver, SolverOptions.defaults(), 1e-3, 10, false);
    }

    private MotionPlanner(
            Solver solver, SolverOptions options, double tolerance, int roundLimit, boolean feasibleFirst) {
        this.solver = solver;
        this.options = options;
        this.tolerance = tolerance;
        this.roundLimit = roundLimit;
        this.feasibleFirst = feasibleFirst;
    }

    /** Options of the solver; a time limit counts for all rounds together. */
    public MotionPlanner options(SolverOptions solverOptions) {
        return new MotionPlanner(solver, solverOptions, tolerance, roundLimit, feasibleFirst);
    }

    /**
     * By how much limits may be exceeded between samples, as a fraction of the limit, 1e-3 unless told otherwise, and how
     * many times samples may be added, 9 unless told otherwise.
     */
    public MotionPlanner refinement(double newTolerance, int times) {
        if (!(newTolerance > 0) || Double.isInfinite(newTolerance) || times < 0 || times == Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "tolerance %s and %s refinements: the first must be positive and finite, the other not negative"
                            .formatted(newTolerance, times));
        }
        return new MotionPlanner(solver, options, newTolerance, times + 1, feasibleFirst);
    }

    /** Looks for a motion within limits first, at no cost, and for the best one from there, as [Barman 5] does. */
    public MotionPlanner feasibleFirst() {
        return new MotionPlanner(solver, options, tolerance, roundLimit, true);
    }

    /**
     * Plans a motion. Whatever comes of it is in the plan's status; a planner may serve several threads at a time.
     *
     * @throws NumericalException if the motion that the search begins with overflows
     */
    public MotionPlan plan(MotionProblem given) {
        long start = System.nanoTime();
        MotionProblem problem = given.copy();
        LimitCheck check = problem.check();
        List<SampledLimit> limits = problem.limits();
        List<MotionPlan.Round> rounds = new ArrayList<>();
        double[] x = startOf(problem);
        requireFinite(problem.points(), x);
        if (feasibleFirst) {
            MotionProgram program = program(problem, limits, List.of(), 0, x);
            Result result = solver.solve(program, optionsFrom(start, true));
            MotionOutcome outcome = MotionOutcome.of(problem, program, check, limits, result.lastPoint(), result);
            rounds.add(round(limits, result, outcome));
            if (!result.status().isSolved()) {
                return new PlanVerdict(problem, check, limits, tolerance).plan(outcome, null, rounds);
            }
            x = outcome.x();
        }
        MotionOutcome last = null;
        @Nullable MotionOutcome best = null;
        do {
            if (last != null) {
                List<SampledLimit> refined = check.refined(limits, last.x(), REFINED_SHARE * tolerance);
                if (moments(refined) == moments(limits)) {
                    break;
                }
                x = problem.points().inputs.moved(x, problem.with(refined).points().inputs);
                problem = problem.with(refined);
                check = problem.check();
                limits = refined;
            }
            MotionProgram program = program(problem, limits, x);
            Result result = solver.solve(program, optionsFrom(start, last == null));
            if (last != null && !result.status().isSolved() && !wasStopped(result.status())) {
                result = solver.solve(program, optionsFrom(start, true));
            }
            last = MotionOutcome.of(problem, program, check, limits, result.lastPoint(), result);
            Solution feasible = result.bestFeasible().orElse(null);
            if (feasible != null) {
                MotionOutcome met = result.status().isSolved()
                        ? last
                        : MotionOutcome.of(problem, program, check, limits, feasible, result);
                best = met.largestExcess() <= tolerance ? met : best;
            }
            rounds.add(round(limits, result, last));
            x = last.x();
        } while (last.result().status().isSolved() && last.largestExcess() > tolerance && rounds.size() < roundLimit);
        return new PlanVerdict(problem, check, limits, tolerance).plan(last, best, rounds);
    }

    private static void requireFinite(ControlPoints points, double[] x) {
        points.set(x);
        for (double coordinate : points.points[0]) {
            if (!Double.isFinite(coordinate)) {
                throw new NumericalException(
                        "start, goal, guess or shift are too large: the motion that the search begins with overflows");
            }
        }
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

    private static int moments(List<SampledLimit> limits) {
        return limits.stream().mapToInt(limit -> limit.moments.length).sum();
    }

    private static MotionPlan.Round round(List<SampledLimit> limits, Result result, MotionOutcome outcome) {
        return new MotionPlan.Round(
                moments(limits), result.iterationCount(), result.seconds(), result.status(), outcome.largestExcess());
    }

    static MotionProgram program(MotionProblem problem, List<SampledLimit> limits, double[] x) {
        return program(problem, limits, problem.costs(), problem.timeWeight(), x);
    }

    private static MotionProgram program(
            MotionProblem problem, List<SampledLimit> limits, List<IntegralCost> costs, double timeWeight, double[] x) {
        return new MotionProgram(
                problem.points(),
                timeWeight,
                costs,
                limits,
                problem.costMoments(),
                problem.duration().least(),
                problem.duration().most(),
                problem.coordinateSizes(),
                x);
    }

    /** Straight lines, in that of several durations which keeps limits best, and of those that keep all, costs least. */
    static double[] startOf(MotionProblem problem) {
        ControlPoints points = problem.points();
        double[] straight = problem.startingControlPoints();
        double[] x = new double[points.variableCount];
        double guess = problem.duration().start();
        if (!Double.isNaN(guess)) {
            points.variables(straight, guess, x);
            return x;
        }
        MotionProgram program = program(problem, problem.limits(), x);
        double[] best = x.clone();
        points.variables(straight, problem.duration().least(), best);
        double leastExcess = Double.POSITIVE_INFINITY;
        double leastCost = Double.POSITIVE_INFINITY;
        for (double duration : durations(problem.duration())) {
            points.variables(straight, duration, x);
            double excess = program.largestExcess(x);
            double cost = program.objectiveOrNaN(x);
            if (excess < leastExcess - 1e-9 || (excess <= leastExcess && cost < leastCost)) {
                leastExcess = excess;
                leastCost = cost;
                best = x.clone();
            }
        }
        return best;
    }

    /** Durations to try, each longer by the ratio: over the range that is usual, or from bound to bound. */
    private static double[] durations(MotionDuration duration) {
        double first = duration.isBounded() ? duration.least() : FIRST_DURATION;
        double last = duration.isBounded() ? duration.most() : LAST_DURATION;
        int count = 1 + (int) Math.ceil(Math.log(last / first) / Math.log(DURATION_RATIO));
        return IntStream.range(0, count)
                .mapToDouble(k -> Math.min(last, first * Math.pow(DURATION_RATIO, k)))
                .toArray();
    }
}
