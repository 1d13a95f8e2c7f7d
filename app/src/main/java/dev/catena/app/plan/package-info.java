/**
 * Planning for the command line: problem files, and plans as text, tables and pages.
 *
 * <p><b>Reads from:</b> planning, formats, report. <b>Read by:</b> app, demo.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.plan;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
