/**
 * Base inertial parameters: which parameters of a robot's bodies joint torques can tell apart, and the robot in its
 * leanest equivalent form, with the fewest parameters in frames with the most zeros.
 *
 * <p><b>Reads from:</b> the robot model, textbook's scalars. <b>Read by:</b> what traces recursions, the app.
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
