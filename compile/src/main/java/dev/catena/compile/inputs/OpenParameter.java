package dev.catena.compile.inputs;

/**
 * A parameter of a robot that stays a symbol.
 *
 * @param name such as ZZR2, d3, FV1 or g; the number is that of the joint
 * @param value as the robot has it, in SI units; not a number where it has none
 * @param meaning what it is, in words
 */
public record OpenParameter(String name, double value, String meaning) {}
