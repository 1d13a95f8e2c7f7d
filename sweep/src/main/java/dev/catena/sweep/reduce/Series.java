package dev.catena.sweep.reduce;

/**
 * One number of each state of a block.
 *
 * @param array state s is entry {@code at + s}
 */
public record Series(String name, double[] array, int at) {}
