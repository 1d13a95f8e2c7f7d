package dev.catena.planning;

import dev.catena.planning.function.StateFunction;

/** A function within bounds from a moment to another, which may be the same, or at some moments alone. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Bound(StateFunction function, double[] lower, double[] upper, double from, double to, double... only) {
    /** With copies of what users hold. */
    static Bound checked(
            StateFunction function, double[] lower, double[] upper, double from, double to, double[] only) {
        if (lower.length != function.rows() || upper.length != function.rows()) {
            throw new IllegalArgumentException("%s, …: %s lower and %s upper bounds, but %s are needed"
                    .formatted(function.name(0), lower.length, upper.length, function.rows()));
        }
        for (int row = 0; row < lower.length; row++) {
            requireRange(function.name(row), lower[row], upper[row]);
        }
        if (!(from >= 0 && from <= to && to <= 1)) {
            throw new IllegalArgumentException(
                    "%s, …: the time from %s to %s is not within 0 and 1".formatted(function.name(0), from, to));
        }
        return new Bound(function.copy(), lower.clone(), upper.clone(), from, to, only);
    }

    /** Whether it holds between moments too. */
    boolean isThroughout() {
        return only.length == 0 && from < to;
    }

    static void requireRange(String what, double lower, double upper) {
        // written so that NaN is refused as well
        if (!(lower <= upper) || lower == Double.POSITIVE_INFINITY || upper == Double.NEGATIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "%s: the lower bound %s is not below the upper bound %s".formatted(what, lower, upper));
        }
    }
}
