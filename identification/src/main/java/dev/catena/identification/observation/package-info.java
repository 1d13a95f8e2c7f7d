/**
 * Equations: which parameters a robot has, which sums of them a motion can tell, and the rows τ = W β of measured motions.
 *
 * <p><b>Reads from:</b> log, signal; core, mechanism, the base parameters of compile. <b>Read by:</b> estimate and all that
 * estimates.
 *
 * <p>Rows are handed out one by one ({@link dev.catena.identification.observation.RowSource}), any number of times; nobody holds
 * W. Columns come from the structure of the robot, never from a numerical rank of noisy data.
 *
 * <p>Symbols: β base parameters, χ standard parameters, W the matrix of the equations, p its columns.
 */
@NullMarked
@CheckReturnValue
package dev.catena.identification.observation;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
