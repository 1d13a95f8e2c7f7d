package dev.catena.simulation;

import java.util.function.DoubleUnaryOperator;

/**
 * On which side of zero an event's function is in the course of a run. A function that has come to zero is on neither
 * side until it has left it by {@link #ON_ZERO}: one that stays there, or trembles there by rounding, does not occur again
 * and again.
 */
class EventWatch {
    /** Less than this from zero is on it, in the function's own unit. */
    static final double ON_ZERO = 1e-9;

    private static final int MOST_ITERATIONS = 200;

    final Event event;

    /** −1 or 1; 0 on zero. */
    private double side;

    EventWatch(Event event) {
        this.event = event;
    }

    double value(State state) {
        double value = event.function().applyAsDouble(state);
        if (Double.isNaN(value)) {
            throw new SimulationFailure("the event \"%s\" is not a number at %.9g s", event.name(), state.time());
        }
        return value;
    }

    /** Whether a function that was seen away from zero has come to it, or is beyond. */
    boolean hasComeToZero(double value) {
        return side != 0 && side * value <= 0;
    }

    /** Whether the function was seen away from zero since it was on it. */
    boolean wasAway() {
        return side != 0;
    }

    /** Whether it came, or will come, from below. */
    boolean isRising() {
        return side < 0;
    }

    /** Whether its coming to zero counts. */
    boolean counts() {
        return event.direction().matches(isRising());
    }

    /** Takes notice of a value. */
    void see(double value) {
        if (Math.abs(value) > ON_ZERO) {
            side = Math.signum(value);
        } else if (hasComeToZero(value)) {
            side = 0;
        }
    }

    /**
     * When the function has just come to zero, within {@link Event#ACCURACY} where time has that many digits: secants, and
     * bisection every third time.
     *
     * @param from where it has not
     * @param to where it has
     */
    double locate(double from, double to, DoubleUnaryOperator value) {
        double a = from;
        double b = to;
        double fa = value.applyAsDouble(a);
        double fb = value.applyAsDouble(b);
        for (int k = 1; k <= MOST_ITERATIONS && b - a > Event.ACCURACY; k++) {
            double m = a - fa * (b - a) / (fb - fa);
            if (k % 3 == 0 || !(m > a && m < b)) {
                m = 0.5 * (a + b);
            }
            double fm = value.applyAsDouble(m);
            if (hasComeToZero(fm)) {
                b = m;
                fb = fm;
            } else {
                a = m;
                fa = fm;
            }
        }
        return b;
    }
}
