/** Robots compiled to straight-line code. */
@NullMarked
package dev.catena.compile;

import org.jspecify.annotations.NullMarked;
