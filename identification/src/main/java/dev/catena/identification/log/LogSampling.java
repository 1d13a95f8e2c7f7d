package dev.catena.identification.log;

import dev.catena.algebra.FullTurns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * From rows as they were written to stretches with a uniform clock: rows that repeat a time or lack a number are left out,
 * gaps longer than three intervals split the log, and samples off the clock are interpolated. Nothing is ever interpolated
 * or filtered across a gap. Angles that are told within one turn become continuous.
 *
 * <p>Rows come one by one, and what does not fit into memory is in temporary files:
 *
 * <pre>{@code
 * LogSampling sampling = new LogSampling("log.csv", joints, true, false);
 * sampling.add(time, row);
 * MotionLog log = sampling.finish();
 * }</pre>
 */
public final class LogSampling {
    /** A gap is longer than so many intervals. */
    private static final double GAP = 3;

    /** Samples that are no farther off the clock, in intervals, count as on it. */
    private static final double ON_CLOCK = 0.02;

    private final String name;
    private final int joints;
    private final boolean hasVelocity;
    private final boolean hasAcceleration;
    private final int width;
    private final List<String> notes = new ArrayList<>();

    /** Rows with all numbers whose time is not that of the row before: the time, then the signals. */
    private final RecordedRows kept;

    private boolean[] turning;
    private long rows;
    private long repeated;

    /** Of these, rows with other numbers than the row before. */
    private long other;

    private long incomplete;

    /**
     * Begins a log.
     *
     * @param hasVelocity whether rows have velocities
     * @param hasAcceleration whether rows have accelerations
     */
    public LogSampling(String name, int joints, boolean hasVelocity, boolean hasAcceleration) {
        this.name = name;
        this.joints = joints;
        this.hasVelocity = hasVelocity;
        this.hasAcceleration = hasAcceleration;
        width = joints * (2 + (hasVelocity ? 1 : 0) + (hasAcceleration ? 1 : 0));
        kept = new RecordedRows(1 + width);
        turning = new boolean[joints];
    }

    /**
     * Says which positions are angles, rad. Where all of a joint's are within one turn and step by nearly a full one, a sensor
     * tells no more than that, and these steps are left out.
     */
    public LogSampling turning(boolean... joints) {
        if (joints.length != this.joints) {
            throw new IllegalArgumentException(
                    "log \"%s\" has %s joints, but %s were told".formatted(name, this.joints, joints.length));
        }
        turning = joints.clone();
        return this;
    }

    /**
     * A log from its rows.
     *
     * @param times of the rows, s
     * @param signals by row, as for {@link #add}
     */
    public static MotionLog of(
            String name, double[] times, double[][] signals, int joints, boolean hasVelocity, boolean hasAcceleration) {
        if (times.length != signals.length) {
            throw new IllegalArgumentException(
                    "log \"%s\" has %s times, but %s rows".formatted(name, times.length, signals.length));
        }
        LogSampling sampling = new LogSampling(name, joints, hasVelocity, hasAcceleration);
        for (int k = 0; k < times.length; k++) {
            sampling.add(times[k], signals[k]);
        }
        return sampling.finish();
    }

    /**
     * The next row.
     *
     * @param time s
     * @param signals positions of all joints, velocities and accelerations if there are any, efforts; what is missing is NaN
     */
    public void add(double time, double[] signals) {
        rows++;
        if (signals.length != width) {
            throw new IllegalArgumentException("row %s of log \"%s\" has %s numbers, but %s are needed"
                    .formatted(rows, name, signals.length, width));
        }
        boolean complete = Double.isFinite(time);
        for (double number : signals) {
            complete &= Double.isFinite(number);
        }
        if (!complete) {
            incomplete++;
        } else if (kept.count() > 0 && time == time(kept.count() - 1)) {
            repeated++;
            other += repeats(signals) ? 0 : 1;
        } else if (kept.count() == Integer.MAX_VALUE) {
            throw new IllegalArgumentException("log \"%s\" has more than %s rows".formatted(name, kept.count()));
        } else {
            kept.add(time, signals);
        }
    }

    private boolean repeats(double[] signals) {
        for (int c = 0; c < width; c++) {
            if (signals[c] != kept.get(kept.count() - 1, 1 + c)) {
                return false;
            }
        }
        return true;
    }

    private double time(int row) {
        return kept.get(row, 0);
    }

    /** The log of all rows. */
    public MotionLog finish() {
        if (repeated > 0) {
            notes.add("%s rows repeat the time of the row before and are left out".formatted(repeated)
                    + (other > 0
                            ? ", %s of them with other numbers: are times told to enough digits?".formatted(other)
                            : ""));
        }
        if (incomplete > 0) {
            notes.add("%s rows lack a number and are left out".formatted(incomplete));
        }
        int count = kept.count();
        if (count < 2) {
            throw new IllegalArgumentException(
                    "log \"%s\" has %s usable rows of %s, but needs two at least".formatted(name, count, rows));
        }
        for (int j = 0; j < joints; j++) {
            if (turning[j]) {
                leaveOutFullTurns(j);
            }
        }
        double interval = interval();
        List<MotionSegment> segments = new ArrayList<>();
        int first = 0;
        int gaps = 0;
        for (int k = 1; k <= count; k++) {
            boolean ends = k == count || isGap(time(k) - time(k - 1), interval);
            if (ends) {
                if (k < count) {
                    gaps++;
                    if (gaps <= 3) {
                        notes.add(String.format(
                                Locale.ROOT, "gap from %.6g to %.6g s: the log is split there", time(k - 1), time(k)));
                    }
                }
                if (k - first >= 2) {
                    segments.add(segment(first, k, interval));
                }
                first = k;
            }
        }
        if (gaps > 3) {
            notes.add("%s more gaps".formatted(gaps - 3));
        }
        return new MotionLog(name, segments, notes);
    }

    private void leaveOutFullTurns(int joint) {
        long steps = FullTurns.leaveOut(
                kept.count(), k -> kept.get(k, 1 + joint), (k, angle) -> kept.set(k, 1 + joint, angle));
        if (steps > 0) {
            notes.add("the angle of joint %s steps by full turns %s times: these are left out"
                    .formatted(joint + 1, steps));
        }
    }

    private static boolean isGap(double step, double interval) {
        return step > GAP * interval || step < 0;
    }

    /** The median step, made exact over the longest stretch that keeps to it. */
    private double interval() {
        int steps = kept.count() - 1;
        double median = Median.of(steps, k -> time(k + 1) - time(k));
        if (!(median > 0)) {
            throw new IllegalArgumentException(
                    "the times of log \"%s\" do not increase: the median step is %s s".formatted(name, median));
        }
        double covered = 0;
        long intervals = 0;
        for (int k = 0; k < steps; k++) {
            double step = time(k + 1) - time(k);
            if (!isGap(step, median)) {
                covered += step;
                intervals += Math.max(1, Math.round(step / median));
            }
        }
        return covered / intervals;
    }

    /** The rows from one to another, the last not included. */
    private MotionSegment segment(int first, int end, double interval) {
        double start = time(first);
        boolean onClock = true;
        for (int k = first; k < end; k++) {
            onClock &= Math.abs(time(k) - start - (k - first) * interval) <= ON_CLOCK * interval;
        }
        int length = onClock ? end - first : (int) Math.floor((time(end - 1) - start) / interval + 1e-9) + 1;
        if (!onClock) {
            notes.add(String.format(
                    Locale.ROOT,
                    "samples from %.6g s on are not equally spaced and were interpolated to every %.6g s",
                    start,
                    interval));
        }
        Samples[] all = Samples.zeros(width, length);
        int near = first;
        for (int k = 0; k < length; k++) {
            double t = start + k * interval;
            while (!onClock && near < end - 2 && time(near + 1) <= t) {
                near++;
            }
            for (int c = 0; c < width; c++) {
                all[c].set(k, onClock ? kept.get(first + k, 1 + c) : interpolated(first, end, near, c, t));
            }
        }
        int next = joints;
        Samples[] velocity = hasVelocity ? Arrays.copyOfRange(all, next, next + joints) : null;
        next += hasVelocity ? joints : 0;
        Samples[] acceleration = hasAcceleration ? Arrays.copyOfRange(all, next, next + joints) : null;
        next += hasAcceleration ? joints : 0;
        return new MotionSegment(
                start,
                interval,
                Arrays.copyOf(all, joints),
                velocity,
                acceleration,
                Arrays.copyOfRange(all, next, next + joints));
    }

    /** The cubic through the two samples before and the two after a time; fewer at the ends. */
    private double interpolated(int first, int end, int near, int column, double t) {
        int from = Math.max(first, near - 1);
        int to = Math.min(end, near + 3);
        double sum = 0;
        for (int i = from; i < to; i++) {
            double weight = 1;
            for (int j = from; j < to; j++) {
                if (j != i) {
                    weight *= (t - time(j)) / (time(i) - time(j));
                }
            }
            sum += weight * kept.get(i, 1 + column);
        }
        return sum;
    }
}
