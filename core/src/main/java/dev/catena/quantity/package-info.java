/**
 * What can be asked of a robot in a state: names, titles, units, shapes and frames, in one place.
 *
 * <p><b>Reads from:</b> nothing. <b>Read by:</b> whoever offers, compiles, prints or draws quantities. Who computes them is not
 * said here.
 */
@NullMarked
@CheckReturnValue
package dev.catena.quantity;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
