package dev.catena.identification.observation;

/**
 * One of the numbers that describe a robot completely: ten of each moving body, and those of the drives.
 *
 * @param name such as {@code ZZ(link1)} or {@code FV(shoulder)}
 * @param joint the coordinate of the joint that moves the body, or that is driven; joints that follow others come after all; −1 for a coupled motor
 * @param prior as the given model has it
 * @param nonNegative whether it alone must not be negative
 */
public record StandardParameter(String name, String unit, int joint, double prior, boolean nonNegative) {}
