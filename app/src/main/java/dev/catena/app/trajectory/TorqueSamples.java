package dev.catena.app.trajectory;

import dev.catena.app.report.ThinnedCurve;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableSink;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.motion.LimitWatch;
import dev.catena.studio.StudioMotion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The torques of a trajectory, sample by sample: written as they come, and of the rest no more is kept than a summary, plots and a
 * moving picture need, whatever the number of samples.
 */
public final class TorqueSamples implements AutoCloseable {
    /** Series that are plotted: position, velocity, torque, torque rate. */
    static final int PLOTTED = 4;

    /** So many samples of the moving picture are kept at most, every one, every second, …. */
    private static final int MOST_MOVING = 4096;

    private static final List<String> KEYS = List.of("q", "qd", "qdd", "qddd", "tau", "tauRate");

    private final RobotModel robot;
    private final LimitWatch limits;
    private final @Nullable TableSink sink;

    /** By joint and series; none where nothing is drawn. */
    private final ThinnedCurve[][] curves;

    /** Samples of the moving picture: time, then q, q̇, q̈ and the jerk. */
    private final List<double[]> moving = new ArrayList<>();

    private double[] last = new double[0];
    private long stride = 1;

    /**
     * @param tolerance share of a limit by which it may be exceeded
     * @param out where all samples go, or null
     * @param drawn whether there will be plots
     */
    public TorqueSamples(RobotModel robot, double tolerance, @Nullable Path out, boolean drawn) {
        this.robot = robot;
        limits = new LimitWatch(robot, tolerance);
        curves = new ThinnedCurve[drawn ? robot.jointCount() : 0][PLOTTED];
        for (ThinnedCurve[] ofJoint : curves) {
            for (int s = 0; s < PLOTTED; s++) {
                ofJoint[s] = new ThinnedCurve();
            }
        }
        sink = out == null ? null : NumberTables.createUnderAnyName(out, columns(robot.movingJoints()));
    }

    private static List<TableColumn> columns(List<Joint> joints) {
        List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.number("time")));
        for (String key : KEYS) {
            joints.forEach(joint -> columns.add(TableColumn.number(key + "_" + joint.name())));
        }
        columns.add(TableColumn.text("violations"));
        return columns;
    }

    /**
     * The next sample.
     *
     * @param motion position, velocity, acceleration and jerk of all moving joints
     * @throws IllegalArgumentException if a torque is not finite
     */
    public void add(double time, double[][] motion, double[] torque, double[] rate) {
        limits.add(time, motion[0], motion[1], torque, rate);
        if (sink != null) {
            sink.number(time);
            for (double[] series : motion) {
                sink.numbers(series);
            }
            sink.numbers(torque);
            sink.numbers(rate);
            sink.text(limits.exceeded());
            sink.end();
        }
        for (int j = 0; j < curves.length; j++) {
            curves[j][0].add(time, motion[0][j]);
            curves[j][1].add(time, motion[1][j]);
            curves[j][2].add(time, torque[j]);
            curves[j][3].add(time, rate[j]);
        }
        if (curves.length > 0) {
            addMoving(time, motion);
        }
    }

    private void addMoving(double time, double[][] motion) {
        int n = robot.jointCount();
        last = new double[1 + motion.length * n];
        last[0] = time;
        for (int s = 0; s < motion.length; s++) {
            System.arraycopy(motion[s], 0, last, 1 + s * n, n);
        }
        long index = limits.samples() - 1;
        if (index % stride == 0 && moving.size() == MOST_MOVING) {
            for (int k = 0; k < MOST_MOVING / 2; k++) {
                moving.set(k, moving.get(2 * k));
            }
            moving.subList(MOST_MOVING / 2, MOST_MOVING).clear();
            stride *= 2;
        }
        if (index % stride == 0) {
            moving.add(last);
        }
    }

    /** All samples are there: what was written appears. */
    public void finish() {
        if (sink != null) {
            sink.finish();
        }
    }

    @Override
    public void close() {
        if (sink != null) {
            sink.close();
        }
    }

    RobotModel robot() {
        return robot;
    }

    /** Peaks and limits. */
    LimitWatch limits() {
        return limits;
    }

    /** Times and values of a plotted series. */
    double[][] curve(int joint, int series) {
        return curves[joint][series].points();
    }

    /** The motion to be looked at, with its first and its last sample. */
    public StudioMotion motion(String title) {
        List<double[]> samples = new ArrayList<>(moving);
        if (samples.get(samples.size() - 1)[0] < last[0]) {
            samples.add(last);
        }
        int n = robot.jointCount();
        double[] times = new double[samples.size()];
        double[][] series = new double[4][samples.size() * n];
        for (int k = 0; k < times.length; k++) {
            times[k] = samples.get(k)[0];
            for (int s = 0; s < series.length; s++) {
                System.arraycopy(samples.get(k), 1 + s * n, series[s], k * n, n);
            }
        }
        return new StudioMotion(title, times, series[0], series[1], series[2], series[3]);
    }
}
