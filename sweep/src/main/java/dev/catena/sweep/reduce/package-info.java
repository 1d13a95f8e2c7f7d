/**
 * What a sweep keeps of its numbers: extremes, means, quantiles, histograms, by bin.
 *
 * <p><b>Reads from:</b> nothing. <b>Read by:</b> sweeps. Users may add their own.
 */
@NullMarked
@CheckReturnValue
package dev.catena.sweep.reduce;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
