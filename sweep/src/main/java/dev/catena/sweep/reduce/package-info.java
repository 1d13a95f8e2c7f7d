/** What a sweep keeps of its numbers: extremes, means, quantiles, histograms, by bin. */
@NullMarked
@CheckReturnValue
package dev.catena.sweep.reduce;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
