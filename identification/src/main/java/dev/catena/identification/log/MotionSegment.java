package dev.catena.identification.log;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a log without gaps, sampled at equal intervals. Signals are by joint, then by sample; callers must not
 * change them.
 */
public final class MotionSegment {
    private final double start;
    private final double interval;
    private final double[][] position;
    private final double @Nullable [][] velocity;
    private final double @Nullable [][] acceleration;
    private final double[][] effort;

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
        if (!(interval > 0) || Double.isInfinite(interval) || !Double.isFinite(start)) {
            throw new IllegalArgumentException(
                    "samples start at %s s with interval %s s, but the interval must be positive and finite"
                            .formatted(start, interval));
        }
        int length = position.length == 0 ? 0 : position[0].length;
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

    private static void check(String name, double[][] signal, int joints, int length) {
        if (signal.length != joints || joints == 0) {
            throw new IllegalArgumentException(
                    "%s has %s joints, but position has %s".formatted(name, signal.length, joints));
        }
        for (int j = 0; j < joints; j++) {
            if (signal[j].length != length) {
                throw new IllegalArgumentException("%s of joint %s has %s samples, but position of the first has %s"
                        .formatted(name, j, signal[j].length, length));
            }
            for (int k = 0; k < length; k++) {
                if (!Double.isFinite(signal[j][k])) {
                    throw new IllegalArgumentException("%s of joint %s is %s at sample %s, but must be finite"
                            .formatted(name, j, signal[j][k], k));
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
        return position[0].length;
    }

    public int joints() {
        return position.length;
    }

    public double[][] position() {
        return position;
    }

    public Optional<double[][]> velocity() {
        return Optional.ofNullable(velocity);
    }

    public Optional<double[][]> acceleration() {
        return Optional.ofNullable(acceleration);
    }

    public double[][] effort() {
        return effort;
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

    private static double[][] part(double[][] signal, int from, int to) {
        double[][] part = new double[signal.length][];
        for (int j = 0; j < signal.length; j++) {
            part[j] = Arrays.copyOfRange(signal[j], from, to);
        }
        return part;
    }
}
