/** Nonlinear programs and their solvers. */
@NullMarked
package dev.catena.nlp;

import org.jspecify.annotations.NullMarked;
