/**
 * Three-dimensional algebra in place: the only package where coordinates are written out.
 *
 * <p><b>Reads from:</b> nothing. <b>Read by:</b> every algorithm. Not exported: users meet the immutable records of
 * {@code dev.catena.model} instead.
 *
 * <p>Conventions: a placement X maps child coordinates to parent coordinates, x_parent = R x_child + p; inertias are
 * about the origin of their frame. Methods overwrite ({@code set…}) or accumulate ({@code add…}) the receiver, never an
 * argument; none allocates, checks or keeps state. Unless a method says otherwise, the receiver may be one of its
 * arguments.
 */
@NullMarked
@CheckReturnValue
package dev.catena.algebra;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
