/**
 * Reports of sweeps: maps of the workspace as pages.
 *
 * <p><b>Reads from:</b> results of sweeps, reports. <b>Read by:</b> the command.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.sweep;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
