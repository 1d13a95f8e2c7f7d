/**
 * Ready-made controllers, and the trajectories that they follow. None allocates when it is asked for torques.
 *
 * <p><b>Reads from:</b> simulation, dynamics, model. <b>Read by:</b> the app, users.
 *
 * <p>Symbols: e = q_d − q is the tracking error, K_p and K_d are diagonal gains.
 */
@NullMarked
@CheckReturnValue
package dev.catena.control;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
