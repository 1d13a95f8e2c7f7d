/**
 * The robot as data: an immutable tree of bodies and one-degree joints, checked once when it is built.
 *
 * <p><b>Reads from:</b> nothing. <b>Read by:</b> formats, which build models, and every algorithm.
 *
 * <p>Conventions: SI units and radians. A pose {@code parentFromBody} maps body coordinates to parent coordinates, so
 * that products cancel by name. Inertia tensors hold the entries of the matrix itself (products of inertia with the
 * sign they have in the matrix). A wrench is a force and a moment about a stated point; external wrenches are applied
 * by the environment on the body. Joint order is the order of declaration; it is the order of all joint vectors.
 *
 * <p>Everything here is a value: safe to share between threads, compared by content.
 */
@NullMarked
@CheckReturnValue
package dev.catena.model;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
