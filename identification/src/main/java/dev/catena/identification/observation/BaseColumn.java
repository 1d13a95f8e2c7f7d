package dev.catena.identification.observation;

import java.util.List;

/**
 * A column of the equations and the parameter that belongs to it: a sum of standard parameters that efforts cannot tell
 * apart, the one that stands for it first with factor 1.
 *
 * @param prior the sum as the given model has it
 */
public record BaseColumn(String name, String unit, List<Term> terms, double prior) {

    /** A standard parameter, by its index, times a constant of the robot's geometry. */
    public record Term(int parameter, double coefficient) {}

    public BaseColumn {
        terms = List.copyOf(terms);
    }

    /** Whether it is a sum of several. */
    public boolean isGroup() {
        return terms.size() > 1;
    }
}
