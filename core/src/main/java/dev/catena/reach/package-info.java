/**
 * Inverse kinematics: joint positions that bring bodies where they are wanted, and velocities and accelerations that move them as
 * wanted.
 *
 * <p><b>Reads from:</b> model, kinematics. <b>Read by:</b> users, the command line. For users are {@link
 * dev.catena.reach.InverseKinematics}, {@link dev.catena.reach.InverseVelocity} and what they take and return.
 *
 * <p>Symbols: e what is missing to the goals, J how it changes with the joints, λ damping, N the projector onto motions that
 * more urgent goals do not notice.
 */
@NullMarked
@CheckReturnValue
package dev.catena.reach;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
