/** How long the quantities of one robot take: hand-written, compiled, in batches. */
@NullMarked
@CheckReturnValue
package dev.catena.app.bench;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
