/**
 * Robots compiled to straight-line code: dynamics that run like hand-written machine code for exactly one robot.
 *
 * <p><b>Reads from:</b> core, textbook. <b>Read by:</b> app, identification; simulation and planning by way of
 * {@link dev.catena.function.RobotFunctions}, whose service {@link dev.catena.compile.CompilerService} is.
 *
 * <p>The recursions of the textbook run on symbols ({@code trace}) and leave an expression graph behind ({@code graph}),
 * from which come operation counts, derivatives, bytecode for one state and for a vector of states ({@code bytecode}),
 * and source code. {@link dev.catena.compile.RobotCompiler} is where to start, {@link dev.catena.compile.Batch} does many
 * states.
 */
@NullMarked
@CheckReturnValue
package dev.catena.compile;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
