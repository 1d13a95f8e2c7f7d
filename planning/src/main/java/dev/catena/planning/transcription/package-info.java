/**
 * From functions of the state to a nonlinear program, by the chain rule through the spline, [Barman 4.15].
 *
 * <p><b>Reads from:</b> planning.function, spline, nlp. <b>Read by:</b> planning. Not for users.
 */
@NullMarked
@CheckReturnValue
package dev.catena.planning.transcription;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
