package dev.catena.nlp.interior;

import dev.catena.nlp.DependentRows;
import dev.catena.nlp.HessianChoice;
import dev.catena.nlp.Iteration;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Result;
import dev.catena.nlp.Solution;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.nlp.Violation;
import dev.catena.nlp.run.Evaluation;
import dev.catena.nlp.run.ProgramLimits;
import dev.catena.nlp.run.Run;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One run of the embedded solver on a program: when it ends, and what is to be said about it. */
public final class InteriorPointRun implements InteriorPoint.Supervisor {
    private static final int ACCEPTABLE_ITERATIONS = 15;
    private static final double DIVERGED = 1e20;
    /** Beyond, the entries of a dense matrix cannot be counted. */
    private static final int MOST_VARIABLES = 46_340;

    private static final double REDUCTION = 0.9;
    /** Where θ has not halved in so many steps, a thorough restoration finds out, once, whether it can. */
    private static final int PATIENCE = 40;

    private static final double THOROUGH_REDUCTION = 0.01;

    private final NonlinearProgram program;
    private final SolverOptions options;
    private final ProgramLimits limits;
    private final Run run;
    private final ScaledProgram form;
    private final boolean limitedMemory;
    private final boolean prepared;
    private final InteriorPoint iteration;
    private int iterations;
    private int acceptableInRow;
    private int stepsWithoutReduction;
    private double lastReducedTheta = Double.POSITIVE_INFINITY;
    private boolean feasibleSeen;
    private boolean thorough;
    private String detail = "";
    private double[] rowWeights;
    private double[] boundWeights;

    public InteriorPointRun(NonlinearProgram program, SolverOptions options) {
        this.program = program;
        this.options = options;
        requireMemory(program.variableCount());
        limits = new ProgramLimits(program);
        run = new Run(limits, options);
        HessianChoice choice = options.hessianFor(program);
        limitedMemory = choice == HessianChoice.LIMITED_MEMORY;
        form = new ScaledProgram(limits, limitedMemory ? null : ProgramLimits.secondDerivatives(program, choice));
        rowWeights = new double[limits.constraintCount];
        boundWeights = new double[limits.variableCount];
        prepared = form.prepare(options);
        iteration = new InteriorPoint(form, limitedMemory, options.tolerance(), this);
    }

    /** Dense matrices: the Hessian, the linear system, and both again in the restoration phase. */
    private static void requireMemory(int variables) {
        double bytes = 4.0 * Double.BYTES * variables * variables;
        double available = Runtime.getRuntime().maxMemory();
        if (bytes > available || variables > MOST_VARIABLES) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "a program of %s variables would take about %.3g GB in the embedded solver, whose matrices are"
                            + " dense, but this Java machine has %.3g GB",
                    variables,
                    bytes * 1e-9,
                    available * 1e-9));
        }
    }

    public Result solve() {
        Status status;
        if (!prepared) {
            status = Status.EVALUATION_ERROR;
        } else if (form.variableCount() == 0) {
            status = checkFixedPoint();
        } else if (!iteration.start(form.start(), options.initialBarrier())) {
            status = Status.EVALUATION_ERROR;
        } else {
            status = iteration.run();
        }
        if (status == Status.NUMERICAL_TROUBLE && isAcceptable()) {
            status = Status.ACCEPTABLE;
            detail = "";
        }
        if (status == Status.EVALUATION_ERROR) {
            detail = form.problem();
        }
        return result(status);
    }

    // all variables fixed: nothing to optimize
    private Status checkFixedPoint() {
        Evaluation at = new Evaluation(limits, form.pointOf(form.start()));
        return at.violation() <= options.feasibilityTolerance() ? Status.OPTIMAL : Status.INFEASIBLE;
    }

    private Result result(Status ended) {
        double[] v = iterations == 0 ? form.start() : iteration.current().v;
        Evaluation at = new Evaluation(limits, form.pointOf(v));
        Status status = ended;
        // the point is moved within the program's own bounds, which those of the iteration are a little wider than
        if (ended.isSolved() && !at.isDefined()) {
            status = Status.EVALUATION_ERROR;
            detail = at.problem();
        } else if (ended.isSolved() && !(at.violation() <= options.feasibilityTolerance())) {
            status = Status.NUMERICAL_TROUBLE;
            detail = "within the bounds of the variables the constraints are exceeded by " + at.violation();
        }
        run.offer(at.x(), at.objective(), at.constraints());
        Solution last = new Solution(
                at.x(),
                at.objective(),
                at.constraints(),
                form.multipliersOf(iteration.rowMultipliers()),
                form.boundMultipliersOf(iteration.lowerMultipliers()),
                form.boundMultipliersOf(iteration.upperMultipliers()),
                at.violation());
        List<Violation> binding = status == Status.INFEASIBLE
                ? limits.binding(at.x(), at.constraints(), rowWeights, boundWeights, options.feasibilityTolerance())
                : List.of();
        Result result = run.result(status, detail, last, binding);
        return iteration.wasSingular() && at.isDefined()
                ? result.withDependentRows(DependentRows.at(program, at.x()))
                : result;
    }

    // ---------------------------------------------------------------- the program's own iteration

    @Override
    public @Nullable Status check(InteriorPoint ip) {
        Iterate at = ip.current();
        double violation = form.violation(at.v, at.residual);
        log(ip, form.unscaledObjective(at.objective), violation, false);
        if (violation <= options.feasibilityTolerance()) {
            offer(at);
        }
        double error = ip.error(0);
        if (error <= options.tolerance() && violation <= options.feasibilityTolerance()) {
            return Status.OPTIMAL;
        }
        acceptableInRow = isAcceptable() ? acceptableInRow + 1 : 0;
        if (acceptableInRow >= ACCEPTABLE_ITERATIONS) {
            return Status.ACCEPTABLE;
        }
        if (Norms.largest(at.v) > DIVERGED || at.objective < -DIVERGED) {
            return Status.UNBOUNDED;
        }
        return interruption();
    }

    private boolean isAcceptable() {
        return form.variableCount() > 0
                && iteration.error(0) <= options.acceptableTolerance()
                && form.violation(iteration.current().v, iteration.current().residual)
                        <= options.feasibilityTolerance();
    }

    private void offer(Iterate at) {
        Evaluation here = new Evaluation(limits, form.pointOf(at.v));
        run.offer(here.x(), here.objective(), here.constraints());
    }

    /** Adds a line to the log. */
    void log(InteriorPoint ip, double objective, double violation, boolean restoration) {
        run.add(new Iteration(
                iterations,
                objective,
                violation,
                ip.dualInfeasibility(),
                ip.barrierParameter(),
                ip.stepNorm(),
                ip.regularization(),
                ip.stepLength(),
                restoration,
                run.seconds()));
    }

    /** Counts a step; not null if there must be no more. */
    @Nullable
    Status interruption() {
        Status status = run.interruption();
        if (status == null && iterations >= options.iterationLimit()) {
            status = Status.ITERATION_LIMIT;
        }
        iterations++;
        return status;
    }

    // ---------------------------------------------------------------- restoration

    // a program that may have no feasible point deserves an answer before it has wandered about for long
    @Override
    public boolean wantsRestoration(InteriorPoint ip) {
        Iterate at = ip.current();
        feasibleSeen |= form.violation(at.v, at.residual) <= options.feasibilityTolerance();
        if (at.theta <= 0.5 * lastReducedTheta) {
            lastReducedTheta = at.theta;
            stepsWithoutReduction = 0;
        }
        thorough = !feasibleSeen && ++stepsWithoutReduction > PATIENCE;
        return thorough;
    }

    @Override
    public @Nullable Status restore(InteriorPoint ip) {
        Iterate at = ip.current();
        if (!thorough && ip.forgetCurvature()) {
            return null;
        }
        if (Norms.largest(at.residual) <= options.tolerance()) {
            detail = "no step improves a point that is feasible";
            return Status.NUMERICAL_TROUBLE;
        }
        ip.blockCurrent();
        double reduction = thorough ? THOROUGH_REDUCTION : REDUCTION;
        Restoration restoration = new Restoration(this, form, ip, limitedMemory, options, reduction);
        Status status = restoration.run();
        if (status == Status.INFEASIBLE) {
            rowWeights = form.rowWeightsOf(restoration.rowWeights());
            boundWeights = form.boundWeightsOf(restoration.boundWeights());
        }
        detail = restoration.detail();
        feasibleSeen |= thorough;
        return status;
    }
}
