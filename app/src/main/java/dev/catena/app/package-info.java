/**
 * The {@code catena} command: one class for each subcommand, and what they share.
 *
 * <p><b>Reads from:</b> everything. <b>Read by:</b> nothing; there is no mathematics here beyond what a command needs to
 * ask a question.
 *
 * <p>Results go to standard output, everything else to standard error. Exit codes: 0 done, 2 bad input, 1 a fault of the
 * program itself.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
