/**
 * Robots as SDF, the files of Gazebo. Users read them by {@link dev.catena.formats.RobotFiles}.
 *
 * <p><b>Reads from:</b> xml, file, model.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.sdf;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
