/**
 * Estimates that bodies can have: positive masses, inertias that some distribution of mass has, friction that brakes.
 *
 * <p><b>Reads from:</b> observation, estimate. <b>Read by:</b> the facade, users.
 *
 * <p>The linear matrix inequality J ≻ 0 of each body is a logarithmic barrier, whose least value is at the given model; no
 * solver of semidefinite programs is needed for ten unknowns a body.
 */
@NullMarked
@CheckReturnValue
package dev.catena.identification.physical;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
