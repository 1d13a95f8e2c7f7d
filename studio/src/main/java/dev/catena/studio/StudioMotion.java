package dev.catena.studio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A motion to be looked at: samples of all joints, one after the other.
 *
 * @param title what it is, as in "reach.csv"
 * @param times seconds, increasing
 * @param q positions, sample by sample in the order of joint vectors
 * @param qd velocities alike
 * @param qdd accelerations alike
 * @param qddd jerks alike
 */
@SuppressWarnings("ArrayRecordComponent")
public record StudioMotion(String title, double[] times, double[] q, double[] qd, double[] qdd, double[] qddd) {
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
    }

    /** How many joints it has. */
    public int joints() {
        return q.length / times.length;
    }

    /** The same motion with fewer samples, evenly left out; the last one stays. */
    public StudioMotion thinned(int most) {
        int count = times.length;
        if (count <= most) {
            return this;
        }
        int n = joints();
        double[][] from = {times, q, qd, qdd, qddd};
        double[][] to = new double[from.length][];
        for (int s = 0; s < from.length; s++) {
            int width = s == 0 ? 1 : n;
            to[s] = new double[most * width];
            for (int k = 0; k < most; k++) {
                int sample = (int) ((long) k * (count - 1) / (most - 1));
                System.arraycopy(from[s], sample * width, to[s], k * width, width);
            }
        }
        return new StudioMotion(title, to[0], to[1], to[2], to[3], to[4]);
    }

    /** The numbers as a page reads them: times, then the four series, little end first. */
    byte[] bytes() {
        ByteBuffer buffer = ByteBuffer.allocate(Double.BYTES * (times.length + 4 * q.length))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (double[] series : new double[][] {times, q, qd, qdd, qddd}) {
            buffer.asDoubleBuffer().put(series);
            buffer.position(buffer.position() + Double.BYTES * series.length);
        }
        return buffer.array();
    }
}
