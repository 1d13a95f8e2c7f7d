/**
 * How results look: tables in text, JSON, plots, and pages that need nothing but a browser.
 *
 * <p><b>Reads from:</b> nothing of Catena's. <b>Read by:</b> the commands.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.report;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
