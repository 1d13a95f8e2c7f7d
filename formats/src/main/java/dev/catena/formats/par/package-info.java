/**
 * Robots as OpenSYMORO {@code .par}. Users read them by {@link dev.catena.formats.RobotFiles}.
 *
 * <p><b>Reads from:</b> file, model.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.par;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
