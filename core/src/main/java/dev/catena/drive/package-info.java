/**
 * Drives with springs in them, and motors on any body.
 *
 * <p><b>Reads from:</b> dynamics, kinematics, tree, model. <b>Read by:</b> simulation, control, users.
 *
 * <p>Two models of an elastic joint, {@link dev.catena.model.Spring}:
 *
 * <ul>
 *   <li>[Hua]: a motor turns on the body that carries it, and a spring ties its angle θ to the joint's q. The state is
 *       [q; θ], joints first, then the motors of the elastic joints in the order of the joints; {@code
 *       ElasticCoordinates} knows the places. {@code ElasticInverseDynamics}, {@code ElasticForwardDynamics} and {@code
 *       ElasticMatrices} compute it.
 *   <li>[Khalil], section 6: the spring stands in the place of the motor and ties the joint to its rest position, q₀.
 *       There is no motor angle; {@code FlexibleJointDynamics} computes it.
 * </ul>
 *
 * <p>Symbols: θ motor angle reflected to the joint, k gear ratio, Iₘ axial inertia of the rotor, zₘ its axis in the
 * carrier, Iₐ reflected inertia, K stiffness. Rules as in {@link dev.catena.dynamics}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.drive;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
