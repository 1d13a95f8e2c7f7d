package dev.catena.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds events within steps of fixed length, by shorter steps from the same start. */
final class EventSearch {
    private static final int MOST_ITERATIONS = 200;

    private record Found(Event event, double after, boolean rising) {}

    private final Event[] events;
    private final double[] sign;
    private final Stepper stepper;
    private final State probe;
    private final List<Found> found = new ArrayList<>();

    EventSearch(List<Event> events, Stepper stepper, State start) {
        this.events = events.toArray(Event[]::new);
        this.stepper = stepper;
        probe = start.copy();
        sign = new double[this.events.length];
        for (int e = 0; e < sign.length; e++) {
            sign[e] = Math.signum(value(this.events[e], start));
        }
    }

    /**
     * Reports the events between two states. If one of them ends the run, the state after becomes the state there.
     *
     * @return whether the run ends
     */
    boolean search(State before, State after, double length, Recorder recorder) {
        found.clear();
        for (int e = 0; e < events.length; e++) {
            double now = Math.signum(value(events[e], after));
            if (now != sign[e]) {
                boolean rising = sign[e] < 0;
                if (sign[e] != 0 && events[e].direction().matches(rising)) {
                    found.add(new Found(events[e], locate(events[e], before, length, now), rising));
                }
                // a zero at the very end of a step is a crossing; the next step starts beyond it
                sign[e] = now == 0 ? -sign[e] : now;
            }
        }
        if (found.isEmpty()) {
            return false;
        }
        found.sort(Comparator.comparingDouble(Found::after));
        for (Found one : found) {
            recorder.occurred(one.event(), before.time() + one.after(), one.rising());
            if (one.event().stops()) {
                double time = before.time() + one.after();
                after.set(before);
                stepper.step(after, one.after());
                after.time(time);
                return true;
            }
        }
        return false;
    }

    private static double value(Event event, State state) {
        double value = event.function().applyAsDouble(state);
        if (Double.isNaN(value)) {
            throw new SimulationFailure(String.format(
                    Locale.ROOT, "the event \"%s\" is not a number at %.9g s", event.name(), state.time()));
        }
        return value;
    }

    /** Time after the start of the step at which the sign has just changed: secants, and bisection every third time. */
    private double locate(Event event, State before, double length, double signAfter) {
        double a = 0;
        double b = length;
        double fa = value(event, before);
        double fb = valueAfter(event, before, b);
        for (int k = 1; k <= MOST_ITERATIONS && b - a > Event.ACCURACY; k++) {
            double m = a - fa * (b - a) / (fb - fa);
            if (k % 3 == 0 || !(m > a && m < b)) {
                m = 0.5 * (a + b);
            }
            double fm = valueAfter(event, before, m);
            if (fm == 0 || Math.signum(fm) == signAfter) {
                b = m;
                fb = fm;
            } else {
                a = m;
                fa = fm;
            }
        }
        return b;
    }

    private double valueAfter(Event event, State before, double length) {
        probe.set(before);
        stepper.step(probe, length);
        return value(event, probe);
    }
}
