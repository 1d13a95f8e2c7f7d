/**
 * A robot in the browser that computes its own dynamics: a page with the robot's equations as WebAssembly, as one file or
 * from a server on this machine.
 *
 * <p><b>Reads from:</b> the model, compiled code, planning. <b>Read by:</b> the app. The page computes by itself; the
 * server only hands out files and runs long jobs. Scripts are plain modules under {@code web}, libraries of others as
 * released under {@code web/vendor}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.studio;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
