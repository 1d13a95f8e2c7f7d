/** Clamped B-splines. */
@NullMarked
package dev.catena.spline;

import org.jspecify.annotations.NullMarked;
