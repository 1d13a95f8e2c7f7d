package dev.catena.studio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A motion to be looked at: samples of all joints, one after the other.
 *
 * @param title what it is, as in "reach.csv"
 * @param times seconds, increasing
 * @param q positions, sample by sample in the order of joint vectors
 * @param qd velocities alike
 * @param qdd accelerations alike
 * @param qddd jerks alike
 * @param more what the page shall take as it is instead of computing it, by name; see the methods that add it
 * @param loaded whether forces act that the page does not know, so that it has no wrenches in joints
 */
@SuppressWarnings("ArrayRecordComponent")
public record StudioMotion(
        String title,
        double[] times,
        double[] q,
        double[] qd,
        double[] qdd,
        double[] qddd,
        Map<String, double[]> more,
        boolean loaded) {
    /** A rotation by rows, a position, and linear and angular velocity in base axes. */
    private static final int BASE = 18;

    public StudioMotion {
        for (double[] series : new double[][] {qd, qdd, qddd}) {
            if (series.length != q.length) {
                throw new IllegalArgumentException(
                        "series of %s and %s numbers in one motion".formatted(q.length, series.length));
            }
        }
        if (times.length == 0 || q.length % times.length != 0) {
            throw new IllegalArgumentException(
                    "%s numbers for %s samples of a motion".formatted(q.length, times.length));
        }
        more = Collections.unmodifiableMap(new LinkedHashMap<>(more));
        for (Map.Entry<String, double[]> entry : more.entrySet()) {
            if (entry.getValue().length % times.length != 0) {
                throw new IllegalArgumentException("%s numbers of %s for %s samples of a motion"
                        .formatted(entry.getValue().length, entry.getKey(), times.length));
            }
        }
    }

    /** A motion whose torques the page computes. */
    public StudioMotion(String title, double[] times, double[] q, double[] qd, double[] qdd, double[] qddd) {
        this(title, times, q, qd, qdd, qddd, Map.of(), false);
    }

    /** With torques and their rates, sample by sample as the joints. */
    public StudioMotion withEfforts(double[] tau, double[] tauRate) {
        return with("tau", tau).with("tauRate", tauRate);
    }

    /** With torques of a motion under forces that the page does not know. */
    public StudioMotion underLoads(double[] tau, double[] tauRate) {
        StudioMotion told = withEfforts(tau, tauRate);
        return new StudioMotion(title, times, q, qd, qdd, qddd, told.more, true);
    }

    /** With angles of the motors of elastic joints. */
    public StudioMotion withMotors(double[] theta) {
        return with("theta", theta);
    }

    /** With a base that moves: rotation by rows, position, linear and angular velocity in base axes, 18 numbers a sample. */
    public StudioMotion withBase(double[] base) {
        if (base.length != BASE * times.length) {
            throw new IllegalArgumentException(
                    "%s numbers of a base for %s samples, of %s each".formatted(base.length, times.length, BASE));
        }
        return with("base", base);
    }

    private StudioMotion with(String name, double[] values) {
        Map<String, double[]> all = new LinkedHashMap<>(more);
        all.put(name, values);
        return new StudioMotion(title, times, q, qd, qdd, qddd, all, loaded);
    }

    /** The same beside other joints. */
    StudioMotion withJoints(double[][] series) {
        return new StudioMotion(title, times, series[0], series[1], series[2], series[3], more, loaded);
    }

    /** How many joints it has. */
    public int joints() {
        return q.length / times.length;
    }

    /** The same motion with fewer samples, evenly left out; the last one stays. */
    public StudioMotion thinned(int most) {
        if (times.length <= most) {
            return this;
        }
        Map<String, double[]> fewer = new LinkedHashMap<>();
        more.forEach((name, values) -> fewer.put(name, thinned(values, most)));
        return new StudioMotion(
                title,
                thinned(times, most),
                thinned(q, most),
                thinned(qd, most),
                thinned(qdd, most),
                thinned(qddd, most),
                fewer,
                loaded);
    }

    private double[] thinned(double[] values, int most) {
        int width = values.length / times.length;
        double[] few = new double[most * width];
        for (int k = 0; k < most; k++) {
            int sample = (int) ((long) k * (times.length - 1) / (most - 1));
            System.arraycopy(values, sample * width, few, k * width, width);
        }
        return few;
    }

    /** What follows the joints in {@link #bytes}: names and numbers per sample, and whether there are loads. */
    String layout() {
        String parts = more.entrySet().stream()
                .map(entry -> "%s:%s".formatted(entry.getKey(), entry.getValue().length / times.length))
                .collect(Collectors.joining(","));
        return loaded ? parts + ",loaded:0" : parts;
    }

    /** The numbers as a page reads them: times, the four series, then what is told, little end first. */
    byte[] bytes() {
        int told = more.values().stream().mapToInt(values -> values.length).sum();
        ByteBuffer buffer = ByteBuffer.allocate(Double.BYTES * (times.length + 4 * q.length + told))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (double[] series : new double[][] {times, q, qd, qdd, qddd}) {
            put(buffer, series);
        }
        more.values().forEach(values -> put(buffer, values));
        return buffer.array();
    }

    private static void put(ByteBuffer buffer, double[] series) {
        buffer.asDoubleBuffer().put(series);
        buffer.position(buffer.position() + Double.BYTES * series.length);
    }
}
