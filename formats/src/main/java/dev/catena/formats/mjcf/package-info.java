/**
 * Robots as MJCF, the files of MuJoCo. Users read them by {@link dev.catena.formats.RobotFiles}.
 *
 * <p><b>Reads from:</b> xml, file, model.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.mjcf;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
