/**
 * Xacro: URDF with properties, macros and includes. It is expanded here, in a language of expressions of its own: nothing is
 * run, nothing is fetched, no file outside the given folders is read, and what an expansion may grow to is bounded.
 *
 * <p><b>Reads from:</b> xml, urdf, file.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.xacro;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
