/**
 * Motion without forces: placements, velocities, accelerations and jerks of bodies, Jacobians, energies, momentum.
 *
 * <p><b>Reads from:</b> tree, model, algebra. <b>Read by:</b> dynamics and users.
 *
 * <p>Symbols: ω, γ, ι angular velocity, acceleration and jerk; v, a, j those of a frame's origin; z the joint axis; X the
 * placement of a joint frame in that of its parent. All derivatives are inertial ones; accelerations are the classical
 * ones of a point, not the spatial ones.
 */
@NullMarked
@CheckReturnValue
package dev.catena.kinematics;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
