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
 * modified and may be the same array as each other; nothing is allocated after construction. A mistake of the caller is
 * an {@code IllegalArgumentException} before anything is written: wrong lengths, inputs that are not finite, an output
 * that is also an input or another output, wrenches of another robot, a robot with closed loops
 * ({@code robot.openTree()} asks for its tree), a floating base in methods that hold it without being told its
 * {@code BaseMotion}, and the reverse. A computation that succeeds has written finite numbers; one that has no answer
 * throws a {@code NumericalException}. Results that are not there, for want of a computation or after one that failed,
 * are an {@code IllegalStateException}. An object belongs to the thread that computes with it first; {@code copy()} makes
 * another for another thread, and models are shared.
 */
@NullMarked
@CheckReturnValue
package dev.catena.dynamics;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
