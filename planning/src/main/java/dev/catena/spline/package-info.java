/**
 * Clamped B-splines: basis functions, curves, fits, and conditions at the ends that are met exactly.
 *
 * <p><b>Reads from:</b> nothing of Catena but core's guard. <b>Read by:</b> planning.
 *
 * <p>Conventions: u is the parameter, p the degree, m the number of control points, Bⱼ the basis function of control
 * point j. Control points are strung together point by point: number i of point j is entry j·n + i. At an inner knot,
 * derivatives that jump are those to its right; at the end of the range, those to its left. Outside of the range, the
 * outermost polynomial goes on.
 */
@NullMarked
@CheckReturnValue
package dev.catena.spline;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
