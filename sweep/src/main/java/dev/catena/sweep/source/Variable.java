package dev.catena.sweep.source;

/**
 * What a sweep varies: {@code q_joint1}, {@code payload}, {@code mass_link3}.
 *
 * @param steps how many values a grid has of it, both ends included; 1 is the lower end alone
 */
public record Variable(String name, double from, double to, int steps) {
    public Variable {
        if (!(Math.abs(from) <= Double.MAX_VALUE && Math.abs(to) <= Double.MAX_VALUE && from <= to)) {
            throw new IllegalArgumentException(
                    "%s goes from %s to %s, but must go from a finite number to one that is not smaller"
                            .formatted(name, from, to));
        }
        if (!(to - from <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("%s from %s to %s is too wide".formatted(name, from, to));
        }
        if (steps < 1) {
            throw new IllegalArgumentException("%s has %s steps, but at least 1 is needed".formatted(name, steps));
        }
    }

    /** A range without steps. */
    public static Variable of(String name, double from, double to) {
        return new Variable(name, from, to, 1);
    }

    /** A number that stays. */
    public static Variable constant(String name, double value) {
        return new Variable(name, value, value, 1);
    }

    double width() {
        return to - from;
    }

    /** The value at one of the steps. */
    double at(long step) {
        return step == 0 ? from : step == steps - 1 ? to : from + width() * step / (steps - 1);
    }
}
