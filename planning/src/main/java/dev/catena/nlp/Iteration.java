package dev.catena.nlp;

/**
 * One line of a solver's log: the point reached after so many steps.
 *
 * @param number steps taken so far; 0 is the start
 * @param objective f(x)
 * @param violation largest violation of a constraint, in the program's units for the embedded solver
 * @param dualInfeasibility largest entry of the gradient of the Lagrangian, as scaled by the solver
 * @param barrier barrier parameter μ
 * @param stepNorm largest entry of the step that led here
 * @param regularization what was added to the diagonal of the Hessian
 * @param stepLength fraction of the step that was taken
 * @param restoration whether the solver is looking for a feasible point rather than for a good one
 * @param seconds time since the start
 */
public record Iteration(
        int number,
        double objective,
        double violation,
        double dualInfeasibility,
        double barrier,
        double stepNorm,
        double regularization,
        double stepLength,
        boolean restoration,
        double seconds) {}
