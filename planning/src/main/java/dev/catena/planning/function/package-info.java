/**
 * What a motion costs or must keep at one moment, as a function of the state with exact first and second derivatives, and the
 * dynamics that such functions ask.
 *
 * <p><b>Reads from:</b> core, mechanism. <b>Read by:</b> planning.terms, planning.transcription, planning, users with
 * functions or dynamics of their own.
 *
 * <p>Derivatives by the state are matrices whose columns are q, then q̇, q̈ and q⃛.
 */
@NullMarked
@CheckReturnValue
package dev.catena.planning.function;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
