/** Web pages of the documents in the repository and of the Javadoc, as plain HTML without scripts. */
@NullMarked
@CheckReturnValue
package dev.catena.site;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
