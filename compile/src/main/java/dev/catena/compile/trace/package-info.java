/**
 * The recursions of the textbook run on symbols: from a robot to the outputs of a graph.
 *
 * <p><b>Reads from:</b> core's tree of moving bodies, the textbook, the graph. <b>Read by:</b> the compiler.
 */
@NullMarked
@CheckReturnValue
package dev.catena.compile.trace;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
