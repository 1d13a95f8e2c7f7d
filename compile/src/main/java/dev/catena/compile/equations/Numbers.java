package dev.catena.compile.equations;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as people write them. */
final class Numbers {
    private Numbers() {}

    /** The shortest text that gives back the number to fifteen digits; whole numbers without a point. */
    static String text(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        for (int digits = 1; digits <= 15; digits++) {
            double rounded =
                    new BigDecimal(value).round(new MathContext(digits)).doubleValue();
            if (Math.abs(rounded - value) <= 4e-16 * Math.abs(value)) {
                return Double.toString(rounded);
            }
        }
        return Double.toString(value);
    }
}
