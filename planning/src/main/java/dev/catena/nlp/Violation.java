package dev.catena.nlp;

/**
 * A limit that a point does not keep.
 *
 * @param name constraint or variable, as the program calls it
 * @param value what it is
 * @param lower its lower limit
 * @param upper its upper limit
 * @param multiplier by how much the sum of all violations would fall if the limit were moved by one, the measure of how
 *     strongly it binds; its sign is that of λ. Zero where unknown
 */
public record Violation(String name, double value, double lower, double upper, double multiplier) {
    /** By how much the limit is exceeded. */
    public double amount() {
        return Math.max(0, Math.max(lower - value, value - upper));
    }

    @Override
    public String toString() {
        String limit =
                lower == upper ? "must be " + lower : value < lower ? "lower limit " + lower : "upper limit " + upper;
        return name + " is " + value + ", " + limit;
    }
}
