package dev.catena.control;

import dev.catena.simulation.Controller;
import dev.catena.simulation.State;
import java.util.Arrays;

/**
 * Torques from a table of times; before its first and after its last time, those of the first and the last row. It keeps no
 * buffers, and any number of threads may ask it.
 */
public final class TorqueTable implements Controller {
    /** What holds between two rows. */
    public enum Between {
        /** The row before. */
        HOLD,
        /** The straight line from row to row. */
        LINEAR
    }

    private final double[] times;
    private final double[][] torques;
    private final Between between;

    /**
     * @param times rising
     * @param torques a row per time, each with a number per joint
     */
    public TorqueTable(double[] times, double[][] torques, Between between) {
        if (times.length == 0 || times.length != torques.length) {
            throw new IllegalArgumentException("a torque table needs a row of torques for each time, but has %s and %s"
                    .formatted(torques.length, times.length));
        }
        for (int k = 0; k < times.length; k++) {
            if (k > 0 && !(times[k] > times[k - 1])) {
                throw new IllegalArgumentException("the times of a torque table must rise, but %s follows %s in row %s"
                        .formatted(times[k], times[k - 1], k + 1));
            }
            if (torques[k].length != torques[0].length) {
                throw new IllegalArgumentException("row %s of the torque table has %s torques, the first has %s"
                        .formatted(k + 1, torques[k].length, torques[0].length));
            }
            for (double torque : torques[k]) {
                if (!Double.isFinite(torque) || !Double.isFinite(times[k])) {
                    throw new IllegalArgumentException(
                            "row %s of the torque table has a number that is not finite".formatted(k + 1));
                }
            }
        }
        this.times = times.clone();
        this.torques = Arrays.stream(torques).map(double[]::clone).toArray(double[][]::new);
        this.between = between;
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        if (!Double.isFinite(time)) {
            throw new IllegalArgumentException("time is %s, but a torque table needs a finite one".formatted(time));
        }
        if (torqueOut.length != torques[0].length) {
            throw new IllegalArgumentException("the torque table has %s torques per row, but the robot has %s joints"
                    .formatted(torques[0].length, torqueOut.length));
        }
        int row = rowAt(time);
        double[] before = torques[Math.max(0, row)];
        if (between == Between.HOLD || row < 0 || row == times.length - 1) {
            System.arraycopy(before, 0, torqueOut, 0, torqueOut.length);
        } else {
            double part = (time - times[row]) / (times[row + 1] - times[row]);
            double[] after = torques[row + 1];
            for (int i = 0; i < torqueOut.length; i++) {
                torqueOut[i] = before[i] + part * (after[i] - before[i]);
            }
        }
    }

    /** The time of the first row. */
    public double begin() {
        return times[0];
    }

    /** The time of the last row. */
    public double end() {
        return times[times.length - 1];
    }

    /** The times of the rows. */
    @Override
    public double nextSwitch(double time) {
        int row = rowAt(time) + 1;
        return row < times.length ? times[row] : Double.POSITIVE_INFINITY;
    }

    /** The last row at or before a time, −1 before the first. */
    private int rowAt(double time) {
        int found = Arrays.binarySearch(times, time);
        return found >= 0 ? found : -found - 2;
    }
}
