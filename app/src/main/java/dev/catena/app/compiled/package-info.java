/**
 * Compiled code as the commands use it: all vectors in one list.
 *
 * <p><b>Reads from:</b> console, compile. <b>Read by:</b> eval, bench.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.compiled;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
