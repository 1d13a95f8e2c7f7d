/**
 * Efforts along a motion as truncated Taylor series in time, with exact first and second derivatives by what moves: what planning
 * needs of elastic joints, whose motors feel derivatives of efforts.
 *
 * <p><b>Reads from:</b> algebra, model, tree. <b>Read by:</b> mechanism, planning. Exported to our own modules only, and without the checks
 * of arguments that they make.
 *
 * <p>All vectors are those of the base's axes, about the origin of the body that they belong to, so that robots may be large and anywhere; what
 * a subtree adds up to moves from origin to origin. A series of numbers is a row of
 * coefficients, of vectors and matrices one after the other; matrices whose entries are series have the coefficients of an entry beside each
 * other.
 */
@NullMarked
@CheckReturnValue
package dev.catena.series;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
