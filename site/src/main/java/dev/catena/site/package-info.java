/**
 * Web pages of the documents in the repository and of the Javadoc, as plain HTML without scripts.
 *
 * <p><b>Reads from:</b> files of the repository alone. <b>Read by:</b> nobody.
 */
@NullMarked
@CheckReturnValue
package dev.catena.site;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
