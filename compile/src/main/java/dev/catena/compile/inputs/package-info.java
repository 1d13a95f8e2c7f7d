/**
 * What compiled code reads beside the joint vectors: the motion of the base, wrenches of the environment, inertias.
 *
 * <p><b>Reads from:</b> the model. <b>Read by:</b> tracing, the compiler, users.
 */
@NullMarked
@CheckReturnValue
package dev.catena.compile.inputs;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
