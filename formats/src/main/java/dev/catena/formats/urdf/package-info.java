/**
 * Robots as URDF. Users read and write them by {@link dev.catena.formats.RobotFiles}.
 *
 * <p><b>Reads from:</b> file, model. No entity of the XML is resolved.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.urdf;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
