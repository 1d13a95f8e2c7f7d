/**
 * Equations of a robot for people: torques, mass matrix, Coriolis and gravity torques, Jacobian and pose with parameters as
 * symbols, as text, Markdown and LaTeX.
 *
 * <p><b>Reads from:</b> tracing, source, inputs, the model. <b>Read by:</b> users.
 *
 * <p>The recursions run on {@link dev.catena.compile.equations.TrigonometricPolynomial}s, in which equal expressions are equal,
 * so that what cancels is gone; for robots whose expanded equations would fill pages they run on a graph, and its steps are
 * written.
 */
@NullMarked
@CheckReturnValue
package dev.catena.compile.equations;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
