/**
 * Trajectories from tables: their missing derivatives, and where they exceed what the joints may do.
 *
 * <p><b>Reads from:</b> the model, state tables. <b>Read by:</b> {@code catena torque}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.trajectory;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
