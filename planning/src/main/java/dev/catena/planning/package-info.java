/** Optimal motions of robots. */
@NullMarked
package dev.catena.planning;

import org.jspecify.annotations.NullMarked;
