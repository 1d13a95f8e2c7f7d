/**
 * The walking human of [Barman 5]: the problem in its two forms, its solution, and what is said about it.
 *
 * <p><b>Reads from:</b> planning, core, formats, app.report. <b>Read by:</b> app.demo.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.gait;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
