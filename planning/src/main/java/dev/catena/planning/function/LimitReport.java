package dev.catena.planning.function;

import java.util.Locale;

/**
 * How near a motion comes to a limit.
 *
 * @param name of the quantity
 * @param value where it is nearest to its limit or most beyond it; NaN where it has none
 * @param lower bound; infinite for none
 * @param upper bound; infinite for none
 * @param time when, in seconds
 * @param excess by how much it is exceeded, as a fraction of the limit (of its square, for forces and distances); negative
 *     inside
 */
public record LimitReport(String name, double value, double lower, double upper, double time, double excess) {
    @Override
    public String toString() {
        if (Double.isNaN(value)) {
            return String.format(Locale.ROOT, "%s has no value at %.4g s", name, time);
        }
        String limit = value < lower
                ? String.format(Locale.ROOT, "lower limit %.6g", lower)
                : value > upper
                        ? String.format(Locale.ROOT, "upper limit %.6g", upper)
                        : String.format(Locale.ROOT, "within %.6g and %.6g", lower, upper);
        return String.format(Locale.ROOT, "%s is %.6g at %.4g s, %s", name, value, time, limit);
    }
}
