/** Reports of sweeps. */
@NullMarked
@CheckReturnValue
package dev.catena.app.sweep;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
