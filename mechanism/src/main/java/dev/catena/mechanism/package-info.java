/**
 * Closed loops and parallel robots.
 *
 * <p><b>Reads from:</b> the model and the algorithms of core, which compute the tree that remains when the loops are cut.
 * <b>Read by:</b> simulation, planning, app.
 *
 * <p>Symbols: q_tr are the coordinates of the tree, q_a those of its independent joints (the active ones, unless more
 * joints are driven than the mechanism has freedoms). G = ∂q_tr/∂q_a, so that q̇_tr = G q̇_a and q̈_tr = G q̈_a + Ġ q̇_a.
 * J are the rows of all cut joints, in lengths divided by a length of the robot and in angles; J_a and J_p its columns
 * for independent and other joints.
 *
 * <p>Whether a pose can be reached is a {@link dev.catena.mechanism.LoopStatus}, which no caller can ignore; what is
 * computed for a pose that was not reached throws a {@link dev.catena.mechanism.LoopException} that holds it.
 */
@NullMarked
@CheckReturnValue
package dev.catena.mechanism;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
