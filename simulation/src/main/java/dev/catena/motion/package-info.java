/**
 * Motions given by samples, as tables and logs have them: their derivatives, the torques along them, and where they exceed the
 * limits of joints.
 *
 * <p><b>Reads from:</b> the model. <b>Read by:</b> the command line, users. Whoever has the torques of each sample hands them
 * in; how they were computed does not matter here.
 */
@NullMarked
@CheckReturnValue
package dev.catena.motion;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
