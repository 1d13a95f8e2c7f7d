/** Compiled code as the commands use it: all vectors in one list. */
@NullMarked
@CheckReturnValue
package dev.catena.app.compiled;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
