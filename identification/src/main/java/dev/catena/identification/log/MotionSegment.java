package dev.catena.identification.log;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a log without gaps, sampled at equal intervals. Signals are by joint, then by sample; callers must not
 * change them. Those of a long log are not in memory: {@link #positionOf} and the like read them sample by sample.
 */
public final class MotionSegment {
    private final double start;
    private final double interval;
    private final Samples[] position;
    private final Samples @Nullable [] velocity;
    private final Samples @Nullable [] acceleration;
    private final Samples[] effort;

    /**
     * @param start time of the first sample, s
     * @param interval between samples, s
     * @param velocity as it was measured; null where it was not
     * @param acceleration as it was measured or is known; null where it is not
     */
    public MotionSegment(
            double start,
            double interval,
            double[][] position,
            double @Nullable [][] velocity,
            double @Nullable [][] acceleration,
            double[][] effort) {
        this(
                start,
                interval,
                Samples.of(position),
                velocity == null ? null : Samples.of(velocity),
                acceleration == null ? null : Samples.of(acceleration),
                Samples.of(effort));
    }

    MotionSegment(
            double start,
            double interval,
            Samples[] position,
            Samples @Nullable [] velocity,
            Samples @Nullable [] acceleration,
            Samples[] effort) {
        if (!(interval > 0) || Double.isInfinite(interval) || !Double.isFinite(start)) {
            throw new IllegalArgumentException(
                    "samples start at %s s with interval %s s, but the interval must be positive and finite"
                            .formatted(start, interval));
        }
        if (position.length == 0) {
            throw new IllegalArgumentException("position has no joint, but a motion is of one at least");
        }
        int length = position[0].length();
        check("position", position, position.length, length);
        check("effort", effort, position.length, length);
        if (velocity != null) {
            check("velocity", velocity, position.length, length);
        }
        if (acceleration != null) {
            check("acceleration", acceleration, position.length, length);
        }
        this.start = start;
        this.interval = interval;
        this.position = position;
        this.velocity = velocity;
        this.acceleration = acceleration;
        this.effort = effort;
    }

    private static void check(String name, Samples[] signal, int joints, int length) {
        if (signal.length != joints) {
            throw new IllegalArgumentException(
                    "%s has %s joints, but position has %s".formatted(name, signal.length, joints));
        }
        for (int j = 0; j < joints; j++) {
            if (signal[j].length() != length) {
                throw new IllegalArgumentException("%s of joint %s has %s samples, but position of the first has %s"
                        .formatted(name, j, signal[j].length(), length));
            }
            for (int k = 0; k < length; k++) {
                if (!Double.isFinite(signal[j].get(k))) {
                    throw new IllegalArgumentException("%s of joint %s is %s at sample %s, but must be finite"
                            .formatted(name, j, signal[j].get(k), k));
                }
            }
        }
    }

    public double start() {
        return start;
    }

    public double interval() {
        return interval;
    }

    public int length() {
        return position[0].length();
    }

    public int joints() {
        return position.length;
    }

    public boolean hasVelocity() {
        return velocity != null;
    }

    public boolean hasAcceleration() {
        return acceleration != null;
    }

    public Samples positionOf(int joint) {
        return position[joint];
    }

    /** The velocity of a joint, where it was measured. */
    public Optional<Samples> velocityOf(int joint) {
        return velocity == null ? Optional.empty() : Optional.of(velocity[joint]);
    }

    /** The acceleration of a joint, where it is known. */
    public Optional<Samples> accelerationOf(int joint) {
        return acceleration == null ? Optional.empty() : Optional.of(acceleration[joint]);
    }

    public Samples effortOf(int joint) {
        return effort[joint];
    }

    /** All in memory, as the other signals below. */
    public double[][] position() {
        return arrays(position);
    }

    public Optional<double[][]> velocity() {
        return velocity == null ? Optional.empty() : Optional.of(arrays(velocity));
    }

    public Optional<double[][]> acceleration() {
        return acceleration == null ? Optional.empty() : Optional.of(arrays(acceleration));
    }

    public double[][] effort() {
        return arrays(effort);
    }

    private static double[][] arrays(Samples[] signals) {
        double[][] all = new double[signals.length][];
        for (int j = 0; j < all.length; j++) {
            all[j] = signals[j].toArray();
        }
        return all;
    }

    /** The samples from one to another, the last not included. */
    public MotionSegment part(int from, int to) {
        return new MotionSegment(
                start + from * interval,
                interval,
                part(position, from, to),
                velocity == null ? null : part(velocity, from, to),
                acceleration == null ? null : part(acceleration, from, to),
                part(effort, from, to));
    }

    private static Samples[] part(Samples[] signal, int from, int to) {
        Samples[] part = new Samples[signal.length];
        for (int j = 0; j < signal.length; j++) {
            part[j] = signal[j].part(from, to);
        }
        return part;
    }
}
