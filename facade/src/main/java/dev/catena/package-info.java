/**
 * The front door: {@link dev.catena.Catena} answers the commonest questions in a line each.
 *
 * <p><b>Reads from:</b> all libraries. <b>Read by:</b> scripts and programs of users. Each answer is that of the
 * class which its Javadoc names.
 */
@NullMarked
@CheckReturnValue
package dev.catena;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
