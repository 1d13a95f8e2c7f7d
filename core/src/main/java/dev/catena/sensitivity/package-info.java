/**
 * How torques, reaction wrenches and accelerations change with the motion: analytic derivatives, first and second order.
 *
 * <p><b>Reads from:</b> dynamics, kinematics, tree, model, algebra. <b>Read by:</b> planning, identification, users.
 *
 * <p>The idea, after [Carpentier] and derived anew for what is here: put all bodies into one frame, that of the base. A
 * change of coordinate j displaces all bodies beyond joint j as one rigid piece by the joint's axis J. Seen from the
 * displaced bodies, only their velocity and acceleration change, all by the same vectors: Ψ̇ = v × J in velocity and
 * Ψ̈ = a × J + v × Ψ̇ in acceleration (v and a of the parent), so that the force of everything beyond a joint changes by
 * Y Ψ̈ + 2B Ψ̇ with the composite inertia Y and its companion 2B, both summed once from the tips to the base. An entry of
 * a derivative is then one product of six numbers, and all entries cost O(n·depth).
 *
 * <p>Symbols: J axis, v velocity, a acceleration less gravity (spatial, in the base frame), Ψ̇ and Ψ̈ as above, Y and F
 * composite inertia and force, u the motion that unit multipliers λ would give.
 *
 * <p>Matrices are row-major; rows are outputs, columns the coordinate that is varied.
 */
@NullMarked
@CheckReturnValue
package dev.catena.sensitivity;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
