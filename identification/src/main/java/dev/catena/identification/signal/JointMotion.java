package dev.catena.identification.signal;

import dev.catena.identification.log.MotionSegment;
import java.util.Arrays;

/**
 * Positions, velocities, accelerations and efforts of a stretch of a log, by joint, then by sample.
 *
 * <p>What was measured is filtered, what was not is the central difference of what was. Accelerations that are given are
 * known: then nothing is filtered.
 */
public final class JointMotion {
    private final double start;
    private final double interval;
    private final double[][] position;
    private final double[][] velocity;
    private final double[][] acceleration;
    private final double[][] effort;

    private JointMotion(
            double start,
            double interval,
            double[][] position,
            double[][] velocity,
            double[][] acceleration,
            double[][] effort) {
        this.start = start;
        this.interval = interval;
        this.position = position;
        this.velocity = velocity;
        this.acceleration = acceleration;
        this.effort = effort;
    }

    /** The motion of a stretch that is long enough for the options. */
    public static JointMotion of(MotionSegment segment, SignalOptions options) {
        double h = segment.interval();
        int n = segment.length();
        boolean filtered = options.filters(h) && segment.acceleration().isEmpty();
        double[][] q = new double[segment.joints()][];
        double[][] qd = new double[segment.joints()][];
        double[][] qdd = new double[segment.joints()][];
        for (int j = 0; j < segment.joints(); j++) {
            q[j] = smooth(segment.position()[j], options, h, filtered);
            if (segment.velocity().isPresent()) {
                qd[j] = smooth(segment.velocity().get()[j], options, h, filtered);
            } else {
                qd[j] = new double[n];
                CentralDifferences.apply(q[j], h, qd[j]);
            }
            if (segment.acceleration().isPresent()) {
                qdd[j] = segment.acceleration().get()[j];
            } else {
                qdd[j] = new double[n];
                CentralDifferences.apply(qd[j], h, qdd[j]);
            }
        }
        int edge = options.edge();
        return new JointMotion(
                segment.start() + edge * h,
                h,
                cut(q, edge),
                cut(qd, edge),
                cut(qdd, edge),
                cut(segment.effort(), edge));
    }

    /** A motion that is known, at the times and with the efforts of a stretch. */
    static JointMotion exact(MotionSegment segment, double[][] q, double[][] qd, double[][] qdd) {
        return new JointMotion(segment.start(), segment.interval(), q, qd, qdd, segment.effort());
    }

    /** The same with some joints held at their mean positions. */
    public JointMotion withStill(boolean[] still) {
        double[][] q = position.clone();
        double[][] qd = velocity.clone();
        double[][] qdd = acceleration.clone();
        for (int j = 0; j < still.length; j++) {
            if (still[j]) {
                double mean = Arrays.stream(q[j]).average().orElse(0);
                q[j] = new double[q[j].length];
                Arrays.fill(q[j], mean);
                qd[j] = new double[q[j].length];
                qdd[j] = new double[q[j].length];
            }
        }
        return new JointMotion(start, interval, q, qd, qdd, effort);
    }

    private static double[] smooth(double[] signal, SignalOptions options, double interval, boolean filtered) {
        if (!filtered) {
            return signal;
        }
        double[] smooth = new double[signal.length];
        options.filter(interval).apply(signal, smooth);
        return smooth;
    }

    private static double[][] cut(double[][] signal, int edge) {
        double[][] inner = new double[signal.length][];
        for (int j = 0; j < signal.length; j++) {
            inner[j] = edge == 0 ? signal[j] : Arrays.copyOfRange(signal[j], edge, signal[j].length - edge);
        }
        return inner;
    }

    public int length() {
        return position[0].length;
    }

    /** Time of a sample, s. */
    public double time(int sample) {
        return start + sample * interval;
    }

    /** Position, velocity, acceleration and effort of all joints at a sample. */
    public void state(int sample, double[][] stateOut) {
        for (int j = 0; j < position.length; j++) {
            stateOut[0][j] = position[j][sample];
            stateOut[1][j] = velocity[j][sample];
            stateOut[2][j] = acceleration[j][sample];
            stateOut[3][j] = effort[j][sample];
        }
    }

    public double interval() {
        return interval;
    }

    public double[][] position() {
        return position;
    }

    public double[][] velocity() {
        return velocity;
    }

    public double[][] acceleration() {
        return acceleration;
    }

    public double[][] effort() {
        return effort;
    }
}
