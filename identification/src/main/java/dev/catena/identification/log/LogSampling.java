package dev.catena.identification.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * From rows as they were written to stretches with a uniform clock: rows that repeat a time or lack a number are left out,
 * gaps longer than three intervals split the log, and samples off the clock are interpolated. Nothing is ever interpolated
 * or filtered across a gap.
 */
public final class LogSampling {
    /** A gap is longer than so many intervals. */
    private static final double GAP = 3;

    /** Samples that are no farther off the clock, in intervals, count as on it. */
    private static final double ON_CLOCK = 0.02;

    private final String name;
    private final List<String> notes = new ArrayList<>();

    private LogSampling(String name) {
        this.name = name;
    }

    /**
     * A log from its rows.
     *
     * @param times of the rows, s
     * @param signals by row: positions of all joints, velocities if {@code hasVelocity}, accelerations if {@code
     *     hasAcceleration}, efforts
     */
    public static MotionLog of(
            String name, double[] times, double[][] signals, int joints, boolean hasVelocity, boolean hasAcceleration) {
        return new LogSampling(name).sample(times, signals, joints, hasVelocity, hasAcceleration);
    }

    private MotionLog sample(
            double[] times, double[][] signals, int joints, boolean hasVelocity, boolean hasAcceleration) {
        if (times.length != signals.length) {
            throw new IllegalArgumentException(
                    "log \"%s\" has %s times, but %s rows".formatted(name, times.length, signals.length));
        }
        int width = joints * (2 + (hasVelocity ? 1 : 0) + (hasAcceleration ? 1 : 0));
        for (int k = 0; k < signals.length; k++) {
            if (signals[k].length != width) {
                throw new IllegalArgumentException("row %s of log \"%s\" has %s numbers, but %s are needed"
                        .formatted(k + 1, name, signals[k].length, width));
            }
        }
        int[] kept = usable(times, signals);
        double interval = interval(times, kept);
        List<MotionSegment> segments = new ArrayList<>();
        int first = 0;
        int gaps = 0;
        for (int k = 1; k <= kept.length; k++) {
            boolean ends = k == kept.length || isGap(times[kept[k]] - times[kept[k - 1]], interval);
            if (ends) {
                if (k < kept.length) {
                    gaps++;
                    if (gaps <= 3) {
                        notes.add(String.format(
                                Locale.ROOT,
                                "gap from %.6g to %.6g s: the log is split there",
                                times[kept[k - 1]],
                                times[kept[k]]));
                    }
                }
                int[] rows = Arrays.copyOfRange(kept, first, k);
                if (rows.length >= 2) {
                    segments.add(segment(times, signals, rows, interval, joints, hasVelocity, hasAcceleration));
                }
                first = k;
            }
        }
        if (gaps > 3) {
            notes.add("%s more gaps".formatted(gaps - 3));
        }
        return new MotionLog(name, segments, notes);
    }

    private static boolean isGap(double step, double interval) {
        return step > GAP * interval || step < 0;
    }

    /** Rows with all numbers, whose time is not that of the row before. */
    private int[] usable(double[] times, double[][] signals) {
        int[] kept = new int[times.length];
        int count = 0;
        int repeated = 0;
        int incomplete = 0;
        for (int k = 0; k < times.length; k++) {
            boolean complete =
                    Double.isFinite(times[k]) && Arrays.stream(signals[k]).allMatch(Double::isFinite);
            if (!complete) {
                incomplete++;
            } else if (count > 0 && times[k] == times[kept[count - 1]]) {
                repeated++;
            } else {
                kept[count++] = k;
            }
        }
        if (repeated > 0) {
            notes.add("%s rows repeat the time of the row before and are left out".formatted(repeated));
        }
        if (incomplete > 0) {
            notes.add("%s rows lack a number and are left out".formatted(incomplete));
        }
        if (count < 2) {
            throw new IllegalArgumentException(
                    "log \"%s\" has %s usable rows of %s, but needs two at least".formatted(name, count, times.length));
        }
        return Arrays.copyOf(kept, count);
    }

    /** The median step, made exact over the longest stretch that keeps to it. */
    private double interval(double[] times, int[] kept) {
        double[] steps = new double[kept.length - 1];
        for (int k = 0; k < steps.length; k++) {
            steps[k] = times[kept[k + 1]] - times[kept[k]];
        }
        double[] sorted = steps.clone();
        Arrays.sort(sorted);
        double median = sorted[sorted.length / 2];
        if (!(median > 0)) {
            throw new IllegalArgumentException(
                    "the times of log \"%s\" do not increase: the median step is %s s".formatted(name, median));
        }
        double covered = 0;
        long intervals = 0;
        for (double step : steps) {
            if (!isGap(step, median)) {
                covered += step;
                intervals += Math.max(1, Math.round(step / median));
            }
        }
        return covered / intervals;
    }

    private MotionSegment segment(
            double[] times,
            double[][] signals,
            int[] rows,
            double interval,
            int joints,
            boolean hasVelocity,
            boolean hasAcceleration) {
        double start = times[rows[0]];
        boolean onClock = true;
        for (int k = 0; k < rows.length; k++) {
            onClock &= Math.abs(times[rows[k]] - start - k * interval) <= ON_CLOCK * interval;
        }
        int length =
                onClock ? rows.length : (int) Math.floor((times[rows[rows.length - 1]] - start) / interval + 1e-9) + 1;
        if (!onClock) {
            notes.add(String.format(
                    Locale.ROOT,
                    "samples from %.6g s on are not equally spaced and were interpolated to every %.6g s",
                    start,
                    interval));
        }
        double[][] all = new double[signals[rows[0]].length][length];
        int near = 0;
        for (int k = 0; k < length; k++) {
            double t = start + k * interval;
            while (!onClock && near < rows.length - 2 && times[rows[near + 1]] <= t) {
                near++;
            }
            for (int c = 0; c < all.length; c++) {
                all[c][k] = onClock ? signals[rows[k]][c] : interpolated(times, signals, rows, near, c, t);
            }
        }
        int next = joints;
        double[][] velocity = hasVelocity ? Arrays.copyOfRange(all, next, next + joints) : null;
        next += hasVelocity ? joints : 0;
        double[][] acceleration = hasAcceleration ? Arrays.copyOfRange(all, next, next + joints) : null;
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
    private static double interpolated(double[] times, double[][] signals, int[] rows, int near, int column, double t) {
        int from = Math.max(0, near - 1);
        int to = Math.min(rows.length, near + 3);
        double sum = 0;
        for (int i = from; i < to; i++) {
            double weight = 1;
            for (int j = from; j < to; j++) {
                if (j != i) {
                    weight *= (t - times[rows[j]]) / (times[rows[i]] - times[rows[j]]);
                }
            }
            sum += weight * signals[rows[i]][column];
        }
        return sum;
    }
}
