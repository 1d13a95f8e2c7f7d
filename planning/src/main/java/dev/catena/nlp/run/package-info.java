/**
 * What runs of all solvers share: limits of a program in arrays, evaluations that may fail, Gauss-Newton Hessians, sparse rows.
 *
 * <p><b>Reads from:</b> nlp. <b>Read by:</b> the solvers. Not for users.
 */
@NullMarked
@CheckReturnValue
package dev.catena.nlp.run;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
