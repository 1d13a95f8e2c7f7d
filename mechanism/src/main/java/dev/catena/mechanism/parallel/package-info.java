/**
 * Parallel robots: a platform carried by several legs, [Khalil 59–66].
 *
 * <p><b>Reads from:</b> model, kinematics, dynamics. <b>Read by:</b> simulation, planning, app, users.
 *
 * <p>{@link dev.catena.mechanism.parallel.ParallelRobot} describes the robot;
 * {@link dev.catena.mechanism.parallel.ParallelKinematics}, {@link dev.catena.mechanism.parallel.ParallelInverseDynamics}
 * and {@link dev.catena.mechanism.parallel.ParallelForwardDynamics} compute, each with buffers of its own, without
 * allocation. The state is that of the platform: its pose in the world, and the velocity of its origin and its angular
 * velocity in world axes, of which only the freedoms that the platform has are listed
 * ({@link dev.catena.mechanism.parallel.PlatformFreedoms}).
 *
 * <p>Symbols: ẋ velocity of the platform in its freedoms; Pᵢ arm from the platform's origin to its joint with leg i, in
 * world axes; Jᵢ Jacobian of the tip of leg i; J_vi what the platform makes of ẋ there; Kᵢ = Jᵢ⁻¹J_vi, so that
 * q̇ᵢ = Kᵢẋ; J_p⁻¹ the actuated rows of all Kᵢ; Γᵢ efforts of the free leg; F_p wrench that the motion of the platform
 * takes; Γ efforts of the actuators.
 */
@NullMarked
@CheckReturnValue
package dev.catena.mechanism.parallel;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
