/**
 * Programs as JVM bytecode, for one state and for a vector of states.
 *
 * <p><b>Reads from:</b> the graph's programs, ASM. <b>Read by:</b> the compiler. Not exported.
 *
 * <p>A program becomes a hidden class derived from {@link dev.catena.compile.bytecode.Kernel}. HotSpot does not compile
 * methods of more than 8,000 bytes, and takes long over methods near that, so that a
 * {@link dev.catena.compile.bytecode.Schedule} cuts the program into segments, one method each; what crosses a cut lives
 * in fields (one state) or in a scratch array (a vector of states) of the instance.
 */
@NullMarked
@CheckReturnValue
package dev.catena.compile.bytecode;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
