/**
 * The recursions of the papers once more, line by line as printed (errata corrected), over any scalar type. Slow and
 * plain: the readable specification of the fast algorithms, the oracle of their tests, and what symbols can be run
 * through.
 *
 * <p><b>Reads from:</b> the robot model. <b>Read by:</b> tests, operation counts, and whatever traces the recursions.
 *
 * <p>A {@link dev.catena.textbook.Scalar} may be a {@code double} ({@link dev.catena.textbook.Real}), a number with its
 * derivative ({@link dev.catena.textbook.Dual}, which nests), a number of 106 bits
 * ({@link dev.catena.textbook.DoubleDouble}) or one that counts operations ({@link dev.catena.textbook.Counted}).
 *
 * <p>Frames: the recursions run in <em>link frames</em>, fixed in each body, with the origin on the joint axis and z
 * along it, as the papers assume; what they hand out is in <em>body frames</em>, those of the robot's description,
 * unless a name says otherwise. Fixed joints are joints with σ = 2, not merged. A dot over a vector, and "rate" in a
 * name, means the derivative in inertial space; a prime, and "component rate", the derivative of the components.
 *
 * <p>Symbols: ω, γ (or ω̇), ι angular velocity, acceleration and its inertial derivative; a, j acceleration less gravity
 * and jerk of a frame's origin; F, N (or M) force and moment that a body's motion needs; f, n force and moment that the
 * parent exerts on the child; m, c, I mass, mass center, inertia about it; M, MS, J mass, first moment, inertia about
 * the origin; p the position of a link frame in its parent's; z0 the joint axis (0, 0, 1).
 *
 * <p>Everything here is immutable, the operation counter excepted.
 */
@NullMarked
@CheckReturnValue
package dev.catena.textbook;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
