package dev.catena.sweep.reduce;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Ranges of equal width between two limits: a number belongs to the one whose limits, as tables have them, it lies between. */
public final class EqualRanges {
    private final double from;
    private final double to;
    private final int count;
    private final double scale;

    /** @throws IllegalArgumentException unless limits go up, with a finite number between them */
    public EqualRanges(double from, double to, int count) {
        this.from = from;
        this.to = to;
        this.count = count;
        scale = count / (to - from);
        if (!(from < to) || !(to - from <= Double.MAX_VALUE) || !(scale <= Double.MAX_VALUE) || count < 1) {
            throw new IllegalArgumentException(
                    "%s ranges from %s to %s, but they must go up between finite numbers".formatted(count, from, to));
        }
    }

    /** The lower limit of a range, or the upper one of the range before. */
    public double limit(int range) {
        return range == count ? to : from + (to - from) * range / count;
    }

    /** The range of a number that is not outside of all; the upper end belongs to the last. */
    public int of(double number) {
        int range = Math.min(count - 1, (int) ((number - from) * scale));
        // the product is rounded, and so are limits
        if (number < limit(range)) {
            return Math.max(0, range - 1);
        }
        return range + 1 < count && number >= limit(range + 1) ? range + 1 : range;
    }

    /** A limit in as many digits as its ranges need. */
    String limitText(int range) {
        int digits = 6 - (int) Math.floor(Math.log10((to - from) / count));
        double rounded = new BigDecimal(limit(range))
                .setScale(digits, RoundingMode.HALF_EVEN)
                .doubleValue();
        return Double.toString(rounded == 0 ? 0 : rounded);
    }
}
