/**
 * Runs of a simulation for people: their input in words, and their results as text, table and page.
 *
 * <p><b>Reads from:</b> simulation, control, the model, reports. <b>Read by:</b> {@code catena simulate}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.simulate;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
