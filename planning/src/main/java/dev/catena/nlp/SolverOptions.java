package dev.catena.nlp;

import java.time.Duration;
import java.util.Optional;

/**
 * How to solve. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * SolverOptions.defaults().tolerance(1e-9).timeLimit(Duration.ofSeconds(20)).listener(i -> bar.stepTo(i.number()))
 * }</pre>
 */
public final class SolverOptions {
    private double tolerance = 1e-8;
    private double acceptableTolerance = 1e-6;
    private double feasibilityTolerance = 1e-6;
    private int iterationLimit = 3000;
    private Duration timeLimit = Duration.ofDays(365);
    private HessianChoice hessian = HessianChoice.BEST_AVAILABLE;
    private double initialBarrier = 0.1;
    private boolean scaling = true;
    private IterationListener listener = iteration -> {};
    private Cancellation cancellation = new Cancellation();

    private SolverOptions() {}

    private SolverOptions(SolverOptions other) {
        tolerance = other.tolerance;
        acceptableTolerance = other.acceptableTolerance;
        feasibilityTolerance = other.feasibilityTolerance;
        iterationLimit = other.iterationLimit;
        timeLimit = other.timeLimit;
        hessian = other.hessian;
        initialBarrier = other.initialBarrier;
        scaling = other.scaling;
        listener = other.listener;
        cancellation = other.cancellation;
    }

    /**
     * Tolerance 1e-8, acceptable 1e-6, feasible 1e-6, 3000 iterations, no time limit, the best Hessian available, initial
     * barrier 0.1, scaled, nobody listening, a button to cancel of their own.
     */
    public static SolverOptions defaults() {
        return new SolverOptions();
    }

    /** Scaled error of the optimality conditions below which a point is {@link Status#OPTIMAL}. */
    public SolverOptions tolerance(double value) {
        SolverOptions copy = new SolverOptions(this);
        copy.tolerance = positive("tolerance", value);
        return copy;
    }

    /** Scaled error below which a point is {@link Status#ACCEPTABLE} when no better one can be reached. */
    public SolverOptions acceptableTolerance(double value) {
        SolverOptions copy = new SolverOptions(this);
        copy.acceptableTolerance = positive("acceptable tolerance", value);
        return copy;
    }

    /**
     * Largest violation, in the program's units, with which a point still counts as feasible: for the best point of a run
     * that was interrupted, and for calling a program infeasible.
     */
    public SolverOptions feasibilityTolerance(double value) {
        SolverOptions copy = new SolverOptions(this);
        copy.feasibilityTolerance = positive("feasibility tolerance", value);
        return copy;
    }

    /** The most steps to take. */
    public SolverOptions iterationLimit(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("iteration limit is " + value + ", expected 0 or more");
        }
        SolverOptions copy = new SolverOptions(this);
        copy.iterationLimit = value;
        return copy;
    }

    /** The longest time to take, by the clock on the wall. */
    public SolverOptions timeLimit(Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException("time limit is " + value + ", expected 0 or more");
        }
        SolverOptions copy = new SolverOptions(this);
        copy.timeLimit = value;
        return copy;
    }

    /** Where second derivatives come from. */
    public SolverOptions hessian(HessianChoice value) {
        SolverOptions copy = new SolverOptions(this);
        copy.hessian = value;
        return copy;
    }

    /** Barrier parameter to start with. Small values (1e-4) keep near a start that is nearly optimal. */
    public SolverOptions initialBarrier(double value) {
        SolverOptions copy = new SolverOptions(this);
        copy.initialBarrier = positive("initial barrier", value);
        return copy;
    }

    /** Whether the solver scales objective and constraints by their gradients at the start. */
    public SolverOptions scaling(boolean value) {
        SolverOptions copy = new SolverOptions(this);
        copy.scaling = value;
        return copy;
    }

    /** Who is told about each step. */
    public SolverOptions listener(IterationListener value) {
        SolverOptions copy = new SolverOptions(this);
        copy.listener = value;
        return copy;
    }

    /** The button that stops the run. */
    public SolverOptions cancellation(Cancellation value) {
        SolverOptions copy = new SolverOptions(this);
        copy.cancellation = value;
        return copy;
    }

    public double tolerance() {
        return tolerance;
    }

    public double acceptableTolerance() {
        return acceptableTolerance;
    }

    public double feasibilityTolerance() {
        return feasibilityTolerance;
    }

    public int iterationLimit() {
        return iterationLimit;
    }

    public Duration timeLimit() {
        return timeLimit;
    }

    public HessianChoice hessian() {
        return hessian;
    }

    public double initialBarrier() {
        return initialBarrier;
    }

    public boolean scaling() {
        return scaling;
    }

    public IterationListener listener() {
        return listener;
    }

    public Cancellation cancellation() {
        return cancellation;
    }

    /**
     * The Hessian to take for a program.
     *
     * @throws IllegalArgumentException if the program does not have what is asked for
     */
    public HessianChoice hessianFor(NonlinearProgram program) {
        Optional<LagrangianHessian> exact = program.hessian();
        Optional<ResidualJacobian> residuals = program.residualJacobian();
        if (hessian == HessianChoice.EXACT && exact.isEmpty()) {
            throw new IllegalArgumentException("an exact Hessian is asked for, but the program has none");
        }
        if (hessian == HessianChoice.GAUSS_NEWTON && residuals.isEmpty()) {
            throw new IllegalArgumentException("Gauss-Newton is asked for, but the program has no residual Jacobian");
        }
        if (hessian != HessianChoice.BEST_AVAILABLE) {
            return hessian;
        }
        return exact.isPresent()
                ? HessianChoice.EXACT
                : residuals.isPresent() ? HessianChoice.GAUSS_NEWTON : HessianChoice.LIMITED_MEMORY;
    }

    private static double positive(String what, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + " is " + value + ", expected a positive number");
        }
        return value;
    }
}
