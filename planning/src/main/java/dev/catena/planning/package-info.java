/**
 * Optimal motions: B-splines whose control points and duration minimize time, effort or energy within limits.
 *
 * <p><b>Reads from:</b> spline, nlp, core. <b>Read by:</b> app, users.
 *
 * <p>Everything that a motion costs or must keep is a {@link dev.catena.planning.function.StateFunction} of (q, q̇, q̈, q⃛) at one
 * moment, with exact first and second derivatives. One class, {@code MotionProgram}, turns such functions into a nonlinear
 * program by the chain rule through the spline, [Barman 4.15], sparse because a control point acts near its knots only.
 * Dynamics come through {@link dev.catena.planning.function.MotionDynamics}, so that a tree, a closed loop or a path are planned
 * alike.
 *
 * <p>Symbols: u = t/T runs from 0 to 1, T is the duration, P control points, B basis functions. Derivatives by the state
 * are matrices whose columns are q, then q̇, q̈ and q⃛.
 */
@NullMarked
@CheckReturnValue
package dev.catena.planning;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
