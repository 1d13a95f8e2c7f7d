package dev.catena.planning.transcription;

import dev.catena.planning.function.StateFunction;

/**
 * A term of the objective: weight times the integral of a function of one row over the motion.
 *
 * @param name what reports call the integral
 */
public record IntegralCost(String name, StateFunction function, double weight) {
    public IntegralCost with(StateFunction newFunction) {
        return new IntegralCost(name, newFunction, weight);
    }
}
