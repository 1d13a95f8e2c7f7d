/**
 * Identification for the command line: logs of measured motions, and reports of what was identified from them.
 *
 * <p><b>Reads from:</b> identification, formats, report. <b>Read by:</b> app.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.identify;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
