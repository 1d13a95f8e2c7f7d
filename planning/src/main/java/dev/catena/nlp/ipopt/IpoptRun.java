package dev.catena.nlp.ipopt;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.DoubleByReference;
import dev.catena.nlp.EvaluationException;
import dev.catena.nlp.HessianChoice;
import dev.catena.nlp.Iteration;
import dev.catena.nlp.LagrangianHessian;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Result;
import dev.catena.nlp.Solution;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.SparsityPattern;
import dev.catena.nlp.Status;
import dev.catena.nlp.Violation;
import dev.catena.nlp.run.Evaluation;
import dev.catena.nlp.run.ProgramLimits;
import dev.catena.nlp.run.Run;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of Ipopt: the program behind the library's callbacks. */
public final class IpoptRun {
    private static final int FAILED = 0;
    private static final int DONE = 1;
    private static final int RESTORATION = 1;
    private static final double INFINITY = 2e19;

    private final IpoptLibrary library;
    private final NonlinearProgram program;
    private final SolverOptions options;
    private final ProgramLimits limits;
    private final Run run;
    private final int n;
    private final int m;
    private final HessianChoice choice;
    private final @Nullable LagrangianHessian hessian;
    private final double[] x;
    private final double[] gradient;
    private final double[] c;
    private final double[] multipliers;
    private final double[] jacobianValues;
    private final double[] hessianValues;

    // collected callbacks would crash the library: strong references until the problem is freed
    private final IpoptLibrary.Objective objectiveCallback = this::objective;
    private final IpoptLibrary.Gradient gradientCallback = this::gradient;
    private final IpoptLibrary.Constraints constraintsCallback = this::constraints;
    private final IpoptLibrary.Jacobian jacobianCallback = this::jacobian;
    private final IpoptLibrary.Hessian hessianCallback = this::hessian;
    private final IpoptLibrary.Intermediate intermediateCallback = this::intermediate;

    private @Nullable RuntimeException thrown;
    private @Nullable Status interruption;
    private String evaluationProblem = "";

    public IpoptRun(IpoptLibrary library, NonlinearProgram program, SolverOptions options) {
        this.library = library;
        this.program = program;
        this.options = options;
        limits = new ProgramLimits(program);
        run = new Run(limits, options);
        n = limits.variableCount;
        m = limits.constraintCount;
        choice = options.hessianFor(program);
        hessian = choice == HessianChoice.LIMITED_MEMORY ? null : ProgramLimits.secondDerivatives(program, choice);
        x = limits.start();
        gradient = new double[n];
        c = new double[m];
        multipliers = new double[m];
        jacobianValues = new double[limits.jacobianPattern.entryCount()];
        hessianValues = new double[hessian == null ? 0 : hessian.pattern().entryCount()];
    }

    public Result solve() {
        Pointer problem = library.CreateIpoptProblem(
                n,
                bounds(limits.variableLower),
                bounds(limits.variableUpper),
                m,
                bounds(limits.constraintLower),
                bounds(limits.constraintUpper),
                jacobianValues.length,
                hessianValues.length,
                0,
                objectiveCallback,
                constraintsCallback,
                gradientCallback,
                jacobianCallback,
                hessianCallback);
        if (problem == null) {
            throw new IllegalArgumentException("Ipopt refuses the program: " + n + " variables, " + m + " constraints");
        }
        try {
            setOptions(problem);
            return solve(problem);
        } finally {
            library.FreeIpoptProblem(problem);
            Reference.reachabilityFence(this);
        }
    }

    private void setOptions(Pointer problem) {
        set("print_level", library.AddIpoptIntOption(problem, "print_level", 0));
        set("sb", library.AddIpoptStrOption(problem, "sb", "yes"));
        set("tol", library.AddIpoptNumOption(problem, "tol", options.tolerance()));
        set("acceptable_tol", library.AddIpoptNumOption(problem, "acceptable_tol", options.acceptableTolerance()));
        set("max_iter", library.AddIpoptIntOption(problem, "max_iter", options.iterationLimit()));
        set("mu_init", library.AddIpoptNumOption(problem, "mu_init", options.initialBarrier()));
        if (!options.scaling()) {
            set("nlp_scaling_method", library.AddIpoptStrOption(problem, "nlp_scaling_method", "none"));
        }
        if (hessian == null) {
            set("hessian_approximation", library.AddIpoptStrOption(problem, "hessian_approximation", "limited-memory"));
        }
        set("callback", library.SetIntermediateCallback(problem, intermediateCallback));
    }

    private static void set(String what, int success) {
        if (success == FAILED) {
            throw new IllegalStateException("this version of Ipopt does not know the option " + what);
        }
    }

    private Result solve(Pointer problem) {
        double[] point = x.clone();
        double[] constraintsOut = new double[Math.max(1, m)];
        double[] multipliersOut = new double[Math.max(1, m)];
        double[] lowerOut = new double[n];
        double[] upperOut = new double[n];
        int code = library.IpoptSolve(
                problem, point, constraintsOut, new DoubleByReference(), multipliersOut, lowerOut, upperOut, null);
        if (thrown != null) {
            throw thrown;
        }
        Evaluation at = new Evaluation(limits, point);
        Status status = status(code);
        if (!at.isDefined()) {
            evaluationProblem = at.problem();
            status = status.isSolved() ? Status.EVALUATION_ERROR : status;
        }
        System.arraycopy(multipliersOut, 0, multipliers, 0, m);
        run.offer(point, at.objective(), at.constraints());
        Solution last =
                new Solution(point, at.objective(), at.constraints(), multipliers, lowerOut, upperOut, at.violation());
        List<Violation> binding = status == Status.INFEASIBLE
                ? limits.binding(point, at.constraints(), new double[m], new double[n], options.feasibilityTolerance())
                : List.of();
        return run.result(status, detail(status, code), last, binding);
    }

    private Status status(int code) {
        return switch (code) {
            case 0, 6 -> Status.OPTIMAL;
            case 1 -> Status.ACCEPTABLE;
            case 2 -> Status.INFEASIBLE;
            case 4 -> Status.UNBOUNDED;
            case 5 -> interruption == null ? Status.CANCELED : interruption;
            case -1 -> Status.ITERATION_LIMIT;
            case -4, -5 -> Status.TIME_LIMIT;
            case -13 -> Status.EVALUATION_ERROR;
            default -> Status.NUMERICAL_TROUBLE;
        };
    }

    private String detail(Status status, int code) {
        if (status == Status.EVALUATION_ERROR) {
            return evaluationProblem;
        }
        return switch (code) {
            case 3 -> "Ipopt: search direction becomes too small";
            case -2 -> "Ipopt: restoration failed";
            case -3 -> "Ipopt: no search direction";
            case -10 -> "Ipopt: more equalities than free variables";
            default -> status == Status.NUMERICAL_TROUBLE ? "Ipopt: return code " + code : "";
        };
    }

    private double[] bounds(double[] values) {
        double[] copy = new double[Math.max(1, values.length)];
        for (int i = 0; i < values.length; i++) {
            copy[i] = Math.max(-INFINITY, Math.min(INFINITY, values[i]));
        }
        return copy;
    }

    // ---------------------------------------------------------------- callbacks

    private int objective(int size, Pointer point, int newX, Pointer out, @Nullable Pointer user) {
        return guarded(point, () -> {
            double value = program.objective(x);
            out.setDouble(0, value);
            return Double.isFinite(value) ? "" : "objective is " + value;
        });
    }

    private int gradient(int size, Pointer point, int newX, Pointer out, @Nullable Pointer user) {
        return guarded(point, () -> {
            Arrays.fill(gradient, Double.NaN);
            program.gradient(x, gradient);
            out.write(0, gradient, 0, n);
            for (int i = 0; i < n; i++) {
                if (!Double.isFinite(gradient[i])) {
                    return "derivative of the objective by " + program.variableName(i) + " is " + gradient[i];
                }
            }
            return "";
        });
    }

    private int constraints(int size, Pointer point, int newX, int count, Pointer out, @Nullable Pointer user) {
        return guarded(point, () -> {
            Arrays.fill(c, Double.NaN);
            program.constraints(x, c);
            out.write(0, c, 0, m);
            String problem = limits.nameOfNotFinite(c);
            if (problem.isEmpty() && limits.violation(x, c) <= options.feasibilityTolerance()) {
                run.offer(x, program.objective(x), c);
            }
            return problem;
        });
    }

    private int jacobian(
            int size,
            @Nullable Pointer point,
            int newX,
            int count,
            int entries,
            @Nullable Pointer rows,
            @Nullable Pointer columns,
            @Nullable Pointer out,
            @Nullable Pointer user) {
        if (out == null || point == null) {
            return pattern(limits.jacobianPattern, rows, columns);
        }
        return guarded(point, () -> {
            Arrays.fill(jacobianValues, Double.NaN);
            program.jacobian(x, jacobianValues);
            out.write(0, jacobianValues, 0, jacobianValues.length);
            for (int k = 0; k < jacobianValues.length; k++) {
                if (!Double.isFinite(jacobianValues[k])) {
                    return "a derivative of " + program.constraintName(limits.jacobianPattern.row(k)) + " is "
                            + jacobianValues[k];
                }
            }
            return "";
        });
    }

    private int hessian(
            int size,
            @Nullable Pointer point,
            int newX,
            double objectiveFactor,
            int count,
            @Nullable Pointer lambda,
            int newMultipliers,
            int entries,
            @Nullable Pointer rows,
            @Nullable Pointer columns,
            @Nullable Pointer out,
            @Nullable Pointer user) {
        if (hessian == null) {
            return FAILED;
        }
        if (out == null || point == null) {
            return pattern(hessian.pattern(), rows, columns);
        }
        LagrangianHessian source = hessian;
        return guarded(point, () -> {
            if (lambda != null) {
                lambda.read(0, multipliers, 0, m);
            }
            source.values(x, objectiveFactor, multipliers, hessianValues);
            out.write(0, hessianValues, 0, hessianValues.length);
            for (double value : hessianValues) {
                if (!Double.isFinite(value)) {
                    return "a second derivative is " + value;
                }
            }
            return "";
        });
    }

    private static int pattern(SparsityPattern pattern, @Nullable Pointer rows, @Nullable Pointer columns) {
        if (rows == null || columns == null) {
            return FAILED;
        }
        for (int k = 0; k < pattern.entryCount(); k++) {
            rows.setInt(4L * k, pattern.row(k));
            columns.setInt(4L * k, pattern.column(k));
        }
        return DONE;
    }

    private int intermediate(
            int mode,
            int number,
            double objective,
            double primalInfeasibility,
            double dualInfeasibility,
            double barrier,
            double stepNorm,
            double regularization,
            double dualStepLength,
            double primalStepLength,
            int trials,
            @Nullable Pointer user) {
        if (thrown != null) {
            return FAILED;
        }
        try {
            run.add(new Iteration(
                    number,
                    objective,
                    primalInfeasibility,
                    dualInfeasibility,
                    barrier,
                    stepNorm,
                    regularization,
                    primalStepLength,
                    mode == RESTORATION,
                    run.seconds()));
            interruption = run.interruption();
        } catch (RuntimeException e) {
            thrown = e;
        }
        return thrown == null && interruption == null ? DONE : FAILED;
    }

    /** An evaluation that returns what is wrong with its values, or nothing. */
    private interface Step {
        String evaluate();
    }

    // nothing may be thrown through native code: exceptions wait for the end of the run
    private int guarded(Pointer point, Step evaluation) {
        if (thrown != null) {
            return FAILED;
        }
        try {
            point.read(0, x, 0, n);
            String problem = evaluation.evaluate();
            if (problem.isEmpty()) {
                return DONE;
            }
            evaluationProblem = problem;
        } catch (EvaluationException e) {
            evaluationProblem = String.valueOf(e.getMessage());
        } catch (RuntimeException e) {
            thrown = e;
        }
        return FAILED;
    }
}
