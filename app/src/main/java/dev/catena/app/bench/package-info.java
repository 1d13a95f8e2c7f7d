/**
 * How long the quantities of one robot take: hand-written, compiled, in batches.
 *
 * <p><b>Reads from:</b> compiled, report, core. <b>Read by:</b> the bench command.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.bench;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
