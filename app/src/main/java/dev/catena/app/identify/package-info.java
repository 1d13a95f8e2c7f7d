/** Logs of measured motions, and reports of what was identified from them. */
@NullMarked
@CheckReturnValue
package dev.catena.app.identify;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
