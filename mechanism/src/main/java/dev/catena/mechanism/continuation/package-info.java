/**
 * Solutions of equations that are followed along a way, without ever changing from one branch to another.
 *
 * <p><b>Reads from:</b> the model and kinematics of core. <b>Read by:</b> the packages of closed loops and of parallel
 * robots; not exported.
 *
 * <p>Symbols: F(x, t) = 0 are the equations, x the unknowns, t the part of the way that is done. Unknowns are divided by
 * their scale, 1 for an angle and a length of the mechanism for a distance, so that norms mean something. L bounds the
 * second derivatives of F, and β = ‖J⁺‖, where J = ∂F/∂x.
 */
@NullMarked
@CheckReturnValue
package dev.catena.mechanism.continuation;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
