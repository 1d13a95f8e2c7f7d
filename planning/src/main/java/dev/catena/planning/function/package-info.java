/**
 * What a motion costs or must keep at one moment, with exact first and second derivatives: torques and their rates, power,
 * reaction forces, points, orientations, coordinates, and what users add.
 *
 * <p><b>Reads from:</b> core, mechanism. <b>Read by:</b> planning.transcription, planning, users with functions of their own.
 *
 * <p>Derivatives by the state are matrices whose columns are q, then q̇, q̈ and q⃛.
 */
@NullMarked
@CheckReturnValue
package dev.catena.planning.function;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
