package dev.catena.nlp;

/**
 * A limit that a point does not keep, or that keeps it from keeping others.
 *
 * @param name constraint or variable, as the program calls it
 * @param value what it is
 * @param lower its lower limit
 * @param upper its upper limit
 * @param weight how strongly it binds: negative at a lower limit, positive at an upper one, about one where it is exceeded;
 *     zero where unknown
 */
public record Violation(String name, double value, double lower, double upper, double weight) {
    /** By how much the limit is exceeded; zero if it is kept. */
    public double amount() {
        return Math.max(0, Math.max(lower - value, value - upper));
    }

    @Override
    public String toString() {
        String limit = lower == upper
                ? "must be " + lower
                : value < lower || (value <= upper && weight < 0) ? "lower limit " + lower : "upper limit " + upper;
        return name + " is " + value + " (" + limit + ")";
    }
}
