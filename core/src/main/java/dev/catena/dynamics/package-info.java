/**
 * Motion and forces: one class per textbook algorithm, each owning its buffers.
 *
 * <p><b>Reads from:</b> kinematics, tree, model, algebra. <b>Read by:</b> sensitivities, simulation, planning, users.
 *
 * <p>Symbols, all of a body in its joint frame: ω angular velocity, γ = ω̇, a acceleration of the origin less gravity,
 * U = γ̂ + ω̂ω̂; f, n force and moment that the parent exerts on the body, about the joint's origin; z the joint axis; X
 * the placement of the joint frame in its parent's, with rotation R and origin p. A prime is the rate of components in
 * the joint frame.
 *
 * <p>Rules of every class: {@code compute} first, accessors then, outputs last and owned by the caller; inputs are never
 * modified and may be the same array as each other, but not as an output; nothing is allocated after construction; one
 * object per thread, models are shared. NaN in gives NaN out.
 */
@NullMarked
@CheckReturnValue
package dev.catena.dynamics;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
