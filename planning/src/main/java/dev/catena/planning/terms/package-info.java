/**
 * Terms of costs and limits: torques and their rates, power, reaction forces, points, orientations, corridors, coordinates,
 * weighted squares of any of them, and all of them along a path.
 *
 * <p><b>Reads from:</b> planning.function, core. <b>Read by:</b> planning.transcription, planning. Not for users, who ask for
 * them by {@code MotionLimits} and {@code MotionObjective}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.planning.terms;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
