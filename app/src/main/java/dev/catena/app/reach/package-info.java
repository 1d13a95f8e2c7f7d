/**
 * Where bodies are wanted, as users type it or write it into files, and postures that bring them there.
 *
 * <p><b>Reads from:</b> reach, mechanism, state tables. <b>Read by:</b> the commands ik and plan.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.reach;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
