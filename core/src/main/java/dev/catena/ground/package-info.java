/**
 * What the ground does to a robot that stands or walks on it: resultant wrench and zero-moment point, loads of the feet,
 * torques of the joints with the feet loaded, all with exact first and second derivatives.
 *
 * <p><b>Reads from:</b> model, kinematics, dynamics, sensitivity. <b>Read by:</b> planning, users.
 *
 * <p>Wrenches are of the ground on the robot, (F, M) with M about the origin of the world, in world axes. Motions of bodies
 * are (v, ω) with v the velocity of the point that passes the world's origin, so that F·v + M·ω is power. S is such a motion
 * per unit rate of a joint; beyond joint i everything changes with qᵢ by S_i ×.
 */
@NullMarked
@CheckReturnValue
package dev.catena.ground;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
