package dev.catena.compile.parameters;

import java.util.List;

/**
 * A parameter that torques depend on by itself, and what is grouped into it.
 *
 * @param parameter the parameter that stands for the group and belongs to its column of the regressor
 * @param terms what the group sums up, the parameter itself first with the coefficient 1
 * @param value of the group, from the values of the model
 */
public record BaseParameter(Parameter parameter, List<Term> terms, double value) {

    /** A parameter times a constant of the robot's geometry. */
    public record Term(Parameter parameter, double coefficient) {}

    public BaseParameter {
        terms = List.copyOf(terms);
    }

    /** Whether anything is grouped into it. */
    public boolean isGroup() {
        return terms.size() > 1;
    }
}
