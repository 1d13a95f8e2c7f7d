package dev.catena.planning;

/**
 * A term of the objective: weight times the integral of a function of one row over the motion.
 *
 * @param name what reports call the integral
 */
record IntegralCost(String name, StateFunction function, double weight) {
    IntegralCost with(StateFunction newFunction) {
        return new IntegralCost(name, newFunction, weight);
    }
}
