/** States of a sweep: random, evenly spread, on a grid, from a table, along a motion. */
@NullMarked
@CheckReturnValue
package dev.catena.sweep.source;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
