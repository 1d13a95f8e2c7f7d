package dev.catena.identification.signal;

import dev.catena.identification.log.MotionSegment;
import dev.catena.identification.log.Samples;
import java.util.stream.IntStream;

/**
 * Positions, velocities, accelerations and efforts of a stretch of a log, by joint, then by sample. Long ones are not in memory.
 *
 * <p>What was measured is filtered, what was not is the central difference of what was. Accelerations that are given are
 * known: then nothing is filtered.
 */
public final class JointMotion {
    private final double start;
    private final double interval;
    private final Samples[] position;
    private final Samples[] velocity;
    private final Samples[] acceleration;
    private final Samples[] effort;

    private JointMotion(
            double start,
            double interval,
            Samples[] position,
            Samples[] velocity,
            Samples[] acceleration,
            Samples[] effort) {
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
        int n = segment.joints();
        int length = segment.length();
        boolean filtered = options.filters(h) && !segment.hasAcceleration();
        Samples[] q = new Samples[n];
        Samples[] qd = new Samples[n];
        Samples[] qdd = new Samples[n];
        Samples[] effort = new Samples[n];
        int computed =
                (filtered ? 1 : 0) + (filtered || !segment.hasVelocity() ? 1 : 0) + (segment.hasAcceleration() ? 0 : 1);
        Samples[] room = Samples.zeros(computed * n, length);
        int next = 0;
        int edge = options.edge();
        for (int j = 0; j < n; j++) {
            Samples position = segment.positionOf(j);
            if (filtered) {
                options.filter(h).apply(position, room[next]);
                position = room[next++];
            }
            Samples velocity = segment.velocityOf(j).orElse(null);
            if (velocity == null) {
                CentralDifferences.apply(position, h, room[next]);
                velocity = room[next++];
            } else if (filtered) {
                options.filter(h).apply(velocity, room[next]);
                velocity = room[next++];
            }
            Samples acceleration = segment.accelerationOf(j).orElse(null);
            if (acceleration == null) {
                CentralDifferences.apply(velocity, h, room[next]);
                acceleration = room[next++];
            }
            q[j] = cut(position, edge);
            qd[j] = cut(velocity, edge);
            qdd[j] = cut(acceleration, edge);
            effort[j] = cut(segment.effortOf(j), edge);
        }
        return new JointMotion(segment.start() + edge * h, h, q, qd, qdd, effort);
    }

    /** A motion that is known, at the times and with the efforts of a stretch. */
    static JointMotion exact(MotionSegment segment, double[][] q, double[][] qd, double[][] qdd) {
        int n = segment.joints();
        Samples[][] known = new Samples[3][n];
        Samples[] effort = new Samples[n];
        for (int j = 0; j < n; j++) {
            known[0][j] = Samples.of(q[j]);
            known[1][j] = Samples.of(qd[j]);
            known[2][j] = Samples.of(qdd[j]);
            effort[j] = segment.effortOf(j);
        }
        return new JointMotion(segment.start(), segment.interval(), known[0], known[1], known[2], effort);
    }

    /** The same with some joints held at their mean positions. */
    public JointMotion withStill(boolean[] still) {
        Samples[] q = position.clone();
        Samples[] qd = velocity.clone();
        Samples[] qdd = acceleration.clone();
        for (int j = 0; j < still.length; j++) {
            if (still[j]) {
                Samples measured = position[j];
                double mean = IntStream.range(0, length())
                        .mapToDouble(measured::get)
                        .average()
                        .orElse(0);
                Samples[] held = Samples.zeros(3, length());
                for (int k = 0; k < length(); k++) {
                    held[0].set(k, mean);
                }
                q[j] = held[0];
                qd[j] = held[1];
                qdd[j] = held[2];
            }
        }
        return new JointMotion(start, interval, q, qd, qdd, effort);
    }

    private static Samples cut(Samples signal, int edge) {
        return edge == 0 ? signal : signal.part(edge, signal.length() - edge);
    }

    public int length() {
        return position[0].length();
    }

    /** Time of a sample, s. */
    public double time(int sample) {
        return start + sample * interval;
    }

    /** Position, velocity, acceleration and effort of all joints at a sample. */
    public void state(int sample, double[][] stateOut) {
        for (int j = 0; j < position.length; j++) {
            stateOut[0][j] = position[j].get(sample);
            stateOut[1][j] = velocity[j].get(sample);
            stateOut[2][j] = acceleration[j].get(sample);
            stateOut[3][j] = effort[j].get(sample);
        }
    }

    public double interval() {
        return interval;
    }

    public Samples positionOf(int joint) {
        return position[joint];
    }

    public Samples velocityOf(int joint) {
        return velocity[joint];
    }

    /** All in memory, as the other signals below. */
    public double[][] position() {
        return arrays(position);
    }

    public double[][] velocity() {
        return arrays(velocity);
    }

    public double[][] acceleration() {
        return arrays(acceleration);
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
}
