package dev.catena.motion;

import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of consecutive samples where a joint exceeds a limit.
 *
 * @param kind what is exceeded
 * @param from first sample
 * @param to last sample
 * @param worst sample that is farthest beyond the limit
 * @param value at the worst sample
 */
public record LimitViolation(String joint, Kind kind, int from, int to, int worst, double value, double limit) {
    /** What a joint may exceed. */
    public enum Kind {
        LOWER_POSITION("position below lower limit"),
        UPPER_POSITION("position above upper limit"),
        VELOCITY("velocity"),
        EFFORT("effort"),
        EFFORT_RATE("effort rate");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        private boolean isPosition() {
            return this == LOWER_POSITION || this == UPPER_POSITION;
        }

        /** By how much a limit may be exceeded; see {@link #find}. */
        double allowed(double limit, double tolerance) {
            return Double.isInfinite(limit)
                    ? 0
                    : tolerance * (isPosition() ? Math.max(1, Math.abs(limit)) : Math.abs(limit));
        }

        /** By how much a value exceeds a limit; negative within. */
        double excess(double value, double limit) {
            return switch (this) {
                case LOWER_POSITION -> limit - value;
                case UPPER_POSITION -> value - limit;
                case VELOCITY, EFFORT, EFFORT_RATE -> Math.abs(value) - limit;
            };
        }

        public String words() {
            return words;
        }
    }

    /**
     * All stretches of one joint and kind.
     *
     * @param values by sample
     * @param limit the bound of |value|, or of the value itself for positions
     * @param tolerance share of the limit that is not counted; of positions at least as much of a radian or a meter
     */
    static List<LimitViolation> find(String joint, Kind kind, double[] values, double limit, double tolerance) {
        double allowed = kind.allowed(limit, tolerance);
        List<LimitViolation> found = new ArrayList<>();
        int k = 0;
        while (k < values.length) {
            if (!(kind.excess(values[k], limit) > allowed)) {
                k++;
                continue;
            }
            int from = k;
            int worst = k;
            while (k < values.length && kind.excess(values[k], limit) > allowed) {
                worst = kind.excess(values[k], limit) > kind.excess(values[worst], limit) ? k : worst;
                k++;
            }
            found.add(new LimitViolation(joint, kind, from, k - 1, worst, values[worst], limit));
        }
        return found;
    }
}
