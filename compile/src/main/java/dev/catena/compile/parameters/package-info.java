/**
 * Base inertial parameters: which parameters of a robot's bodies its joint torques can tell apart.
 *
 * <p><b>Reads from:</b> the robot model, core's regressor. <b>Read by:</b> the app, users who identify robots.
 *
 * <p>Parameters of a body, in this order everywhere: XX, XY, XZ, YY, YZ, ZZ, the inertia about the origin of its frame;
 * MX, MY, MZ, the first moment; M, the mass. Frames have the joint axis as z. A body stands for all that fixed joints
 * tie to it.
 */
@NullMarked
@CheckReturnValue
package dev.catena.compile.parameters;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
