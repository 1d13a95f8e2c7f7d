package dev.catena.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds events within steps of fixed length, by shorter steps from the same start. */
final class EventSearch {
    private record Found(EventWatch watch, double after) {}

    private final List<EventWatch> watches;
    private final double[] values;

    /** By event: when its function was on zero at a stop, after the beginning of the step; else not a number. */
    private final double[] atStop;

    private final Stepping stepper;
    private final State probe;
    private final List<Found> found = new ArrayList<>();

    EventSearch(List<Event> events, Stepping stepper, State start) {
        watches = events.stream().map(EventWatch::new).toList();
        values = new double[watches.size()];
        atStop = new double[watches.size()];
        this.stepper = stepper;
        probe = start.copy();
        watches.forEach(watch -> watch.see(watch.value(start)));
    }

    /**
     * Reports the events between two states. If one of them ends the run, the state after becomes the state there.
     *
     * @return whether the run ends
     */
    boolean search(State before, State after, double length, Recorder recorder) {
        found.clear();
        findStops(before);
        for (int e = 0; e < values.length; e++) {
            EventWatch watch = watches.get(e);
            values[e] = watch.value(after);
            if (!Double.isNaN(atStop[e]) && !watch.hasComeToZero(values[e]) && watch.counts()) {
                found.add(new Found(watch, atStop[e]));
            }
            if (watch.hasComeToZero(values[e]) && watch.counts()) {
                found.add(new Found(watch, watch.locate(0, length, time -> valueAfter(watch, before, time))));
            }
        }
        found.sort(Comparator.comparingDouble(Found::after));
        for (Found one : found) {
            recorder.occurred(
                    one.watch().event, before.time() + one.after(), one.watch().isRising());
            if (one.watch().event.stops()) {
                double time = before.time() + one.after();
                after.set(before);
                stepper.step(after, one.after());
                after.time(time);
                return true;
            }
        }
        for (int e = 0; e < values.length; e++) {
            watches.get(e).see(values[e]);
        }
        return false;
    }

    /** Where joints met stops and functions came to zero, which may have left it by the end of the step. */
    private void findStops(State before) {
        for (int e = 0; e < values.length; e++) {
            atStop[e] = Double.NaN;
            for (int k = stepper.stopCount() - 1; k >= 0; k--) {
                if (watches.get(e).hasComeToZero(watches.get(e).value(stepper.stop(k)))) {
                    atStop[e] = stepper.stop(k).time() - before.time();
                }
            }
        }
    }

    private double valueAfter(EventWatch watch, State before, double length) {
        probe.set(before);
        if (length > 0) {
            stepper.step(probe, length);
        }
        return watch.value(probe);
    }
}
