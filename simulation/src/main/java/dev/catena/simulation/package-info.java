/**
 * From torques to motion in time: a {@link dev.catena.simulation.Simulation} takes a robot from an initial state through
 * the torques of a controller to a {@link dev.catena.simulation.Run}.
 *
 * <p><b>Reads from:</b> dynamics, kinematics, model. <b>Read by:</b> control, the app, users.
 *
 * <p>Symbols: q, q̇, q̈ joint coordinates and their derivatives; τ torque or force of the drives; p, R position and
 * orientation of a floating base in the world; v, ω velocity of its origin and angular velocity, both in base axes; h a
 * step of time.
 *
 * <p>The same input gives the same numbers to the last bit: no clock, no random number and no other thread has a part in
 * a run.
 */
@NullMarked
@CheckReturnValue
package dev.catena.simulation;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
