/**
 * Programs of a page each, by task. Every file is a program of its own: {@code examples/run FirstSteps panda} runs it as it
 * stands, and what the documents print is taken from here.
 */
@NullMarked
package dev.catena.examples;

import org.jspecify.annotations.NullMarked;
