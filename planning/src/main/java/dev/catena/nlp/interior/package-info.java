/**
 * The interior-point method of {@link dev.catena.nlp.solver.InteriorPointSolver}: a barrier, a filter, and restoration where no
 * step is accepted.
 *
 * <p><b>Reads from:</b> nlp, nlp.run, EJML. Not for users.
 */
@NullMarked
@CheckReturnValue
package dev.catena.nlp.interior;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
