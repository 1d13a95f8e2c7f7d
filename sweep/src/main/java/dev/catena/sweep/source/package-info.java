/**
 * States of a sweep: random, evenly spread, on a grid, from a table, along a motion.
 *
 * <p><b>Reads from:</b> state tables. <b>Read by:</b> sweeps. Users may add their own.
 */
@NullMarked
@CheckReturnValue
package dev.catena.sweep.source;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
