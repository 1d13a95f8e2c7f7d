/**
 * What {@code catena eval} computes: quantities of a state, by name.
 *
 * <p><b>Reads from:</b> kinematics, dynamics, state tables. <b>Read by:</b> the command. A new quantity is one constant
 * of {@link dev.catena.quantity.Quantity} and one method of {@link dev.catena.app.eval.Evaluation}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.eval;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
