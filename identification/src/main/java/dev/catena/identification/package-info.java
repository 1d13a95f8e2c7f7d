/**
 * Parameters of robots from measured motions, in one call: {@link dev.catena.identification.Identification}, and loads at a
 * flange: {@link dev.catena.identification.PayloadIdentification}.
 *
 * <p><b>Reads from:</b> the packages below, in this order: log, signal, observation, estimate, physical. <b>Read by:</b> the app,
 * users.
 */
@NullMarked
@CheckReturnValue
package dev.catena.identification;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
