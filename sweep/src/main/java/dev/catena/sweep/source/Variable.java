package dev.catena.sweep.source;

import java.util.List;

/**
 * What a sweep varies: {@code q_joint1}, {@code payload}, {@code mass_link3}. Masses and friction are never negative.
 *
 * @param steps how many values a grid has of it, both ends included; a grid of what does not stay needs two
 */
public record Variable(String name, double from, double to, int steps) {
    private static final List<String> SIGNLESS = List.of("mass_", "coulomb_", "viscous_");

    public Variable {
        if (!(Math.abs(from) <= Double.MAX_VALUE && Math.abs(to) <= Double.MAX_VALUE && from <= to)) {
            throw new IllegalArgumentException(
                    "%s goes from %s to %s, but must go from a finite number to one that is not smaller"
                            .formatted(name, from, to));
        }
        if (!(to - from <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("%s from %s to %s is too wide".formatted(name, from, to));
        }
        checkSign(name, from);
        if (steps < 1) {
            throw new IllegalArgumentException("%s has %s steps, but at least 1 is needed".formatted(name, steps));
        }
    }

    /** Refuses masses and friction that no body and no joint can have. */
    static void checkSign(String name, double value) {
        boolean hasSign = !name.equals("payload") && SIGNLESS.stream().noneMatch(name::startsWith);
        if (!hasSign && !(value >= 0)) {
            throw new IllegalArgumentException(
                    "%s is %s, but masses and friction cannot be negative".formatted(name, value));
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
