/**
 * Base inertial parameters of robots with closed loops or couplings.
 *
 * <p><b>Reads from:</b> compile's parameters, mechanism, core. <b>Read by:</b> users.
 */
@NullMarked
@CheckReturnValue
package dev.catena.identification.parameters;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
