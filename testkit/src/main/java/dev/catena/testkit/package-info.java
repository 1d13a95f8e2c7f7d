/**
 * What tests need: random robots and motions from fixed seeds, golden numbers of independent implementations, laws of
 * physics that every robot obeys, and a measure of allocation. Users can test their own robots with it.
 *
 * <p><b>Reads from:</b> core, textbook. <b>Read by:</b> tests only.
 *
 * <p>Needs no test framework: what fails throws an {@link java.lang.AssertionError} that says what was compared, where,
 * and by how much it differs.
 */
@NullMarked
@CheckReturnValue
package dev.catena.testkit;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
