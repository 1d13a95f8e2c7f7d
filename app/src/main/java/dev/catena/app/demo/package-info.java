/**
 * Experiments of the papers, run from end to end: what they printed beside what is computed here.
 *
 * <p><b>Reads from:</b> dynamics, textbook, shipped robots, reports. <b>Read by:</b> {@code catena demo}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.demo;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
