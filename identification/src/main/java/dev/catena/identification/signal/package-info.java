/**
 * Filters without delay, derivatives of samples, and fewer samples of long signals.
 *
 * <p><b>Reads from:</b> log. <b>Read by:</b> observation.
 *
 * <p>Zero-phase filters, differences and decimation give the numbers of the functions {@code filtfilt}, {@code gradient} and
 * {@code decimate} that most of the literature was computed with, so that results can be compared digit by digit.
 */
@NullMarked
@CheckReturnValue
package dev.catena.identification.signal;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
