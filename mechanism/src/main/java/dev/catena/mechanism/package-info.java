/** Closed loops and parallel robots. */
@NullMarked
package dev.catena.mechanism;

import org.jspecify.annotations.NullMarked;
