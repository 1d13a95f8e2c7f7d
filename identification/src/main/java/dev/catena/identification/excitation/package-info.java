/**
 * Motions that show every parameter of a robot: finite Fourier series that are optimized within its limits.
 *
 * <p><b>Reads from:</b> observation, the solver of planning. <b>Read by:</b> users, the app.
 */
@NullMarked
@CheckReturnValue
package dev.catena.identification.excitation;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
