/**
 * The solvers of nonlinear programs: our own, and Ipopt where it is installed.
 *
 * <p><b>Reads from:</b> nlp and the packages of each solver. <b>Read by:</b> whoever chooses one; planning takes any
 * {@link dev.catena.nlp.Solver}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.nlp.solver;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
