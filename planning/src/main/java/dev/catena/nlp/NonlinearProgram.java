package dev.catena.nlp;

import java.util.Optional;

/**
 * min f(x) subject to x_L ≤ x ≤ x_U and c_L ≤ c(x) ≤ c_U: what a {@link Solver} takes.
 *
 * <p>Infinite bounds are {@link Double#NEGATIVE_INFINITY} and {@link Double#POSITIVE_INFINITY}; equal bounds make an
 * equality, or a variable that is fixed. Sizes, bounds and sparsity patterns are asked for once in a solve. Functions must
 * depend on x alone, be twice continuously differentiable, and must neither change nor keep the array x. They write every
 * entry of what they fill: entries that are left out count as having no value.
 *
 * <p>Solvers call the functions of one point one after the other ({@code objective}, {@code constraints}, then {@code
 * gradient}, {@code jacobian}, Hessian), always from one thread, so that a program may keep what they share and compare x
 * with the point it was computed for.
 *
 * <p>Where a function has no value, it returns NaN in the entry concerned or throws an {@link EvaluationException}; a solver
 * then tries a shorter step.
 */
public interface NonlinearProgram {
    /** Number n of variables. */
    int variableCount();

    /** Number m of constraints, bounds of variables not included; may be zero. */
    int constraintCount();

    /** x_L and x_U, n entries each. */
    void variableBounds(double[] lowerOut, double[] upperOut);

    /** c_L and c_U, m entries each. */
    void constraintBounds(double[] lowerOut, double[] upperOut);

    /** The point to start from, n entries. It need not be feasible. */
    void start(double[] xOut);

    /**
     * A size that variable i usually has, positive: solvers may divide by it, so that their tolerances fit programs in any
     * units. A step of a variable should matter where it is about this large.
     */
    default double variableSize(int i) {
        return 1;
    }

    /** A size that the objective usually has, positive: solvers may divide by it. Large ones need not be told. */
    default double objectiveSize() {
        return 1;
    }

    /** What messages call variable i. */
    default String variableName(int i) {
        return "x[" + i + "]";
    }

    /** What messages call constraint i: "torque of elbow at 0.25 s". */
    default String constraintName(int i) {
        return "c[" + i + "]";
    }

    /** f(x). */
    double objective(double[] x);

    /** ∂f/∂x, n entries. */
    void gradient(double[] x, double[] gradientOut);

    /** c(x), m entries. */
    void constraints(double[] x, double[] valuesOut);

    /** Where ∂c/∂x may differ from zero: m rows, n columns. Entries named twice are summed. */
    SparsityPattern jacobianPattern();

    /** ∂c/∂x, one value per entry of {@link #jacobianPattern()}, in its order. */
    void jacobian(double[] x, double[] valuesOut);

    /** The exact Hessian of the Lagrangian, if the program has one. */
    default Optional<LagrangianHessian> hessian() {
        return Optional.empty();
    }

    /** The residuals' Jacobian, if the objective is half a sum of squares: what Gauss-Newton needs. */
    default Optional<ResidualJacobian> residualJacobian() {
        return Optional.empty();
    }
}
