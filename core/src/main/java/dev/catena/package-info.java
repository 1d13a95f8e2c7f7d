/** The front door: {@link dev.catena.Catena} has a one-liner for the commonest questions. */
@NullMarked
@CheckReturnValue
package dev.catena;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
