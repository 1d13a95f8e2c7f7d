package dev.catena.planning;

/**
 * What is known about the duration T of a motion: fixed, or free within bounds, which may be those that hold unless others
 * are given. Immutable.
 *
 * @param fixed T, or NaN if it is free
 * @param least lower bound of a free T
 * @param most upper bound of a free T
 * @param isBounded whether these bounds were given
 * @param guess a T to start from, or NaN if one is to be found
 */
record MotionDuration(double fixed, double least, double most, boolean isBounded, double guess) {
    static final MotionDuration FREE = new MotionDuration(Double.NaN, 1e-3, 1e3, false, Double.NaN);

    MotionDuration fixedTo(double seconds) {
        return new MotionDuration(positive(seconds), least, most, isBounded, guess);
    }

    MotionDuration between(double newLeast, double newMost) {
        if (positive(newLeast) > positive(newMost)) {
            throw new IllegalArgumentException("no duration is between %s s and %s s".formatted(newLeast, newMost));
        }
        return new MotionDuration(fixed, newLeast, newMost, true, guess);
    }

    MotionDuration guessed(double seconds) {
        return new MotionDuration(fixed, least, most, isBounded, positive(seconds));
    }

    private static double positive(double seconds) {
        if (!(seconds > 0) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException(
                    "a duration is %s s, but must be positive and finite".formatted(seconds));
        }
        return seconds;
    }

    boolean isFixed() {
        return !Double.isNaN(fixed);
    }

    /** Complains about durations that contradict each other. */
    void check() {
        if (isFixed() && isBounded && (fixed < least || fixed > most)) {
            throw new IllegalArgumentException(
                    "the duration is given as %s s, which is not between %s s and %s s".formatted(fixed, least, most));
        }
        if (!isFixed() && (guess < least || guess > most)) {
            throw new IllegalArgumentException("the guess of the duration is %s s, which is not between %s s and %s s"
                    .formatted(guess, least, most));
        }
    }

    /** A T to start from, or NaN if one is to be found. */
    double start() {
        return isFixed() ? fixed : guess;
    }
}
