/**
 * The algorithms' view of a model: moving bodies only, in joint frames whose z axis is the joint axis.
 *
 * <p><b>Reads from:</b> model, algebra. <b>Read by:</b> every algorithm. Exported to our own modules only.
 *
 * <p>Index 0 is the base, whose joint frame is its body frame; moving bodies follow, parents first. Bodies on fixed
 * joints are merged into the moving body that carries them and stay addressable: {@code carrier} and
 * {@code jointFromBody} say where each body of the model is.
 *
 * <p>{@code Guard} is the contract of every algorithm object toward its callers.
 *
 * <p>{@code MovingBase}, {@code PlacedJoints} and {@code AppliedWrenches} are what algorithms see of base motions, postures
 * and wrenches, through a {@code Door} that their users have no key to.
 */
@NullMarked
@CheckReturnValue
package dev.catena.tree;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
