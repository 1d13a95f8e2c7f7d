/**
 * States and trajectories as CSV and JSON, in and out.
 *
 * <p><b>Reads from:</b> file. <b>Read by:</b> the command line, and users who keep measured or planned motions in files.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.table;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
