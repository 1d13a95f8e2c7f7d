/**
 * Measured motions: stretches of equally spaced samples of positions and efforts, made from rows as they were written.
 *
 * <p><b>Reads from:</b> nothing. <b>Read by:</b> signal, observation, whoever has logs.
 *
 * <p>Signals are arrays by joint, then by sample. Everything is joint-side and SI from here on: {@link
 * dev.catena.identification.log.DriveTrain} takes motor angles, motor torques and currents there.
 */
@NullMarked
@CheckReturnValue
package dev.catena.identification.log;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
