/**
 * Nonlinear programs and their solvers:
 *
 * <pre>
 *   min f(x)   subject to   x_L ≤ x ≤ x_U,   c_L ≤ c(x) ≤ c_U
 * </pre>
 *
 * A {@link dev.catena.nlp.NonlinearProgram} says what is wanted, a {@link dev.catena.nlp.Solver} looks for it, and a {@link
 * dev.catena.nlp.Result} says how that ended. {@link dev.catena.nlp.solver.InteriorPointSolver} is the solver to start with: pure
 * Java, nothing to install.
 *
 * <p><b>Reads from:</b> nothing; Ipopt through JNA where it is installed. <b>Read by:</b> planning, users. Knows nothing of robots.
 *
 * <p>Symbols: f objective, c constraints, J = ∂c/∂x their Jacobian, λ their multipliers, z_L and z_U the multipliers of the
 * bounds, W the Hessian of the Lagrangian. The Lagrangian is f + λᵀc − z_Lᵀ(x − x_L) − z_Uᵀ(x_U − x): λ is positive where
 * an upper limit holds x back, negative at a lower one; z_L and z_U are never negative.
 */
@NullMarked
@CheckReturnValue
package dev.catena.nlp;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
