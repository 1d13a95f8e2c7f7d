package dev.catena.motion;

import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.motion.LimitViolation.Kind;
import java.util.ArrayList;
import java.util.Arrays;
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
    private int count;

    /** Collects the torques sample by sample: call {@link #add} for each, in order. */
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

    /**
     * The next sample.
     *
     * @throws IllegalArgumentException if a torque is not finite, or for more samples than said
     */
    public void add(
            double time,
            double[] position,
            double[] velocity,
            double[] acceleration,
            double[] jerk,
            double[] torque,
            double[] torqueRate) {
        if (count == times.length) {
            throw new IllegalArgumentException("sample %s of %s".formatted(count + 1, times.length));
        }
        for (int j = 0; j < robot.jointCount(); j++) {
            if (!Double.isFinite(torque[j]) || !Double.isFinite(torqueRate[j])) {
                throw new IllegalArgumentException("the torque of %s at sample %s (%s s) is not finite: %s, rate %s"
                        .formatted(robot.jointNames().get(j), count, time, torque[j], torqueRate[j]));
            }
        }
        times[count] = time;
        store(q, position);
        store(qd, velocity);
        store(qdd, acceleration);
        store(qddd, jerk);
        store(tau, torque);
        store(tauRate, torqueRate);
        count++;
    }

    private void store(double[][] series, double[] values) {
        for (int j = 0; j < series.length; j++) {
            series[j][count] = values[j];
        }
    }

    /** Where limits of the robot are exceeded at all, joint by joint. */
    public List<LimitViolation> violations() {
        return violations(0);
    }

    /**
     * Where limits of the robot are exceeded by more than a share of them.
     *
     * @param tolerance such as 1e-3; of positions at least that much of a radian or a meter is allowed
     */
    public List<LimitViolation> violations(double tolerance) {
        if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
            throw new IllegalArgumentException(
                    "tolerance is %s, but must be finite and not negative".formatted(tolerance));
        }
        List<LimitViolation> found = new ArrayList<>();
        for (int j = 0; j < robot.jointCount(); j++) {
            Joint joint = robot.movingJoints().get(j);
            JointLimits limits = joint.limits();
            found.addAll(
                    LimitViolation.find(joint.name(), Kind.LOWER_POSITION, position(j), limits.lower(), tolerance));
            found.addAll(
                    LimitViolation.find(joint.name(), Kind.UPPER_POSITION, position(j), limits.upper(), tolerance));
            found.addAll(LimitViolation.find(joint.name(), Kind.VELOCITY, velocity(j), limits.velocity(), tolerance));
            found.addAll(LimitViolation.find(joint.name(), Kind.EFFORT, torque(j), limits.effort(), tolerance));
            found.addAll(
                    LimitViolation.find(joint.name(), Kind.EFFORT_RATE, torqueRate(j), limits.effortRate(), tolerance));
        }
        return found;
    }

    public RobotModel robot() {
        return robot;
    }

    public double[] times() {
        return Arrays.copyOf(times, count);
    }

    /** Over time, for one joint. */
    public double[] position(int joint) {
        return Arrays.copyOf(q[joint], count);
    }

    public double[] velocity(int joint) {
        return Arrays.copyOf(qd[joint], count);
    }

    public double[] acceleration(int joint) {
        return Arrays.copyOf(qdd[joint], count);
    }

    public double[] jerk(int joint) {
        return Arrays.copyOf(qddd[joint], count);
    }

    public double[] torque(int joint) {
        return Arrays.copyOf(tau[joint], count);
    }

    public double[] torqueRate(int joint) {
        return Arrays.copyOf(tauRate[joint], count);
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
