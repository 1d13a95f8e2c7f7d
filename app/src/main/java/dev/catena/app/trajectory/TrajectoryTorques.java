package dev.catena.app.trajectory;

import dev.catena.app.console.UserError;
import dev.catena.app.eval.Evaluation;
import dev.catena.app.trajectory.Violation.Kind;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;

/** What a trajectory asks of a robot: torques and rates at every sample, and where limits are exceeded. */
public final class TrajectoryTorques {
    private final RobotModel robot;
    private final double[] times;
    private final double[][] q;
    private final double[][] qd;
    private final double[][] qdd;
    private final double[][] qddd;
    private final double[][] tau;
    private final double[][] tauRate;
    private final List<Violation> violations = new ArrayList<>();

    /** Collects the torques sample by sample: call {@link #compute} for each, then {@link #findViolations}. */
    public TrajectoryTorques(RobotModel robot, int samples) {
        this.robot = robot;
        int n = robot.jointCount();
        times = new double[samples];
        q = new double[n][samples];
        qd = new double[n][samples];
        qdd = new double[n][samples];
        qddd = new double[n][samples];
        tau = new double[n][samples];
        tauRate = new double[n][samples];
    }

    public void compute(Evaluation evaluation, StateTable table, int k) {
        int n = robot.jointCount();
        double[] torque = new double[n];
        double[] rate = new double[n];
        evaluation.set(table, k);
        evaluation.torqueAndRate(torque, rate);
        times[k] = table.states().get(k).time().orElseThrow();
        store(q, k, table.values(k, Series.POSITION));
        store(qd, k, table.values(k, Series.VELOCITY));
        store(qdd, k, table.values(k, Series.ACCELERATION));
        store(qddd, k, table.values(k, Series.JERK));
        store(tau, k, torque);
        store(tauRate, k, rate);
        for (int j = 0; j < n; j++) {
            if (!Double.isFinite(torque[j]) || !Double.isFinite(rate[j])) {
                throw new UserError("the torque of %s at sample %s (%s s) is not finite: %s, rate %s"
                        .formatted(robot.jointNames().get(j), k, times[k], torque[j], rate[j]));
            }
        }
    }

    private static void store(double[][] series, int k, double[] values) {
        for (int j = 0; j < values.length; j++) {
            series[j][k] = values[j];
        }
    }

    public void findViolations() {
        for (int j = 0; j < robot.jointCount(); j++) {
            Joint joint = robot.movingJoints().get(j);
            JointLimits limits = joint.limits();
            violations.addAll(Violation.find(joint.name(), Kind.LOWER_POSITION, q[j], limits.lower()));
            violations.addAll(Violation.find(joint.name(), Kind.UPPER_POSITION, q[j], limits.upper()));
            violations.addAll(Violation.find(joint.name(), Kind.VELOCITY, qd[j], limits.velocity()));
            violations.addAll(Violation.find(joint.name(), Kind.EFFORT, tau[j], limits.effort()));
            violations.addAll(Violation.find(joint.name(), Kind.EFFORT_RATE, tauRate[j], limits.effortRate()));
        }
    }

    public RobotModel robot() {
        return robot;
    }

    public List<Violation> violations() {
        return List.copyOf(violations);
    }

    public double[] times() {
        return times;
    }

    /** Over time, for one joint. */
    public double[] position(int joint) {
        return q[joint];
    }

    public double[] velocity(int joint) {
        return qd[joint];
    }

    public double[] acceleration(int joint) {
        return qdd[joint];
    }

    public double[] jerk(int joint) {
        return qddd[joint];
    }

    public double[] torque(int joint) {
        return tau[joint];
    }

    public double[] torqueRate(int joint) {
        return tauRate[joint];
    }

    /** The sample where a series is largest in size. */
    public static int peak(double[] series) {
        int peak = 0;
        for (int k = 1; k < series.length; k++) {
            peak = Math.abs(series[k]) > Math.abs(series[peak]) ? k : peak;
        }
        return peak;
    }
}
