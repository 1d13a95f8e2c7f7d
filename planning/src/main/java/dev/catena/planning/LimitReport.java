package dev.catena.planning;

/**
 * How near a motion comes to a limit.
 *
 * @param name of the quantity
 * @param value where it is nearest to its limit or most beyond it
 * @param lower bound; infinite for none
 * @param upper bound; infinite for none
 * @param time when, in seconds
 * @param excess by how much it is exceeded, as a fraction of the limit (of its square, for forces and distances); negative
 *     inside
 */
public record LimitReport(String name, double value, double lower, double upper, double time, double excess) {
    @Override
    public String toString() {
        String limit = value < lower
                ? "lower limit %.6g".formatted(lower)
                : value > upper ? "upper limit %.6g".formatted(upper) : "within %.6g and %.6g".formatted(lower, upper);
        return "%s is %.6g at %.4g s, %s".formatted(name, value, time, limit);
    }
}
