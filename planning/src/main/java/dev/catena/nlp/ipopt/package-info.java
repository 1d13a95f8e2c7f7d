/**
 * Ipopt through JNA, for {@link dev.catena.nlp.solver.IpoptSolver}.
 *
 * <p><b>Reads from:</b> nlp, nlp.run. Not for users.
 */
@NullMarked
@CheckReturnValue
package dev.catena.nlp.ipopt;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
