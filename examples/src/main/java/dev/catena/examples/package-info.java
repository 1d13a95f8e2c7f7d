/**
 * Programs of a page each, by task. Every file is a program of its own: {@code examples/run FirstSteps panda} runs it as it
 * stands, and what the documents print is taken from here.
 *
 * <p><b>Reads from:</b> the published modules, as users do. <b>Read by:</b> nobody.
 */
@NullMarked
package dev.catena.examples;

import org.jspecify.annotations.NullMarked;
