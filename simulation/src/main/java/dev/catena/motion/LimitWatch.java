package dev.catena.motion;

import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.motion.LimitViolation.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a motion exceeds limits of a robot, and its peaks, sample by sample: what {@link TrajectoryTorques} finds without holding
 * the samples. Of stretches of one joint and kind the first {@value #MOST} are kept, and all are counted.
 */
public final class LimitWatch {
    /** So many stretches of a joint and a kind are kept. */
    public static final int MOST = 1000;

    private static final Kind[] KINDS = Kind.values();

    /** A stretch of consecutive samples where a joint exceeds a limit; as {@link LimitViolation}, with times in seconds. */
    public record Stretch(
            String joint, Kind kind, double limit, double value, double time, double fromTime, double toTime) {}

    /** The largest size of a series, with its sign, and when that was first. */
    public record Peak(double value, double time) {}

    /** One joint and one kind. */
    private static final class Series {
        private final String joint;
        private final Kind kind;
        private final double limit;
        private final double allowed;
        private final List<Stretch> stretches = new ArrayList<>();
        private long count;
        private boolean open;
        private double from;
        private double to;
        private double worst;
        private double worstTime;

        Series(String joint, Kind kind, double limit, double tolerance) {
            this.joint = joint;
            this.kind = kind;
            this.limit = limit;
            allowed = kind.allowed(limit, tolerance);
        }

        void add(double time, double value) {
            double excess = kind.excess(value, limit);
            if (!(excess > allowed)) {
                close();
                return;
            }
            if (!open || excess > kind.excess(worst, limit)) {
                worst = value;
                worstTime = time;
            }
            from = open ? from : time;
            to = time;
            open = true;
        }

        private void close() {
            if (open) {
                if (stretches.size() < MOST) {
                    stretches.add(stretch());
                }
                count++;
                open = false;
            }
        }

        private Stretch stretch() {
            return new Stretch(joint, kind, limit, worst, worstTime, from, to);
        }
    }

    private static final class Largest {
        private double value;
        private double time;

        void add(double now, double candidate, boolean first) {
            if (first || Math.abs(candidate) > Math.abs(value)) {
                value = candidate;
                time = now;
            }
        }
    }

    private final List<Joint> joints;
    private final Series[][] series;
    private final Largest[][] peaks;
    private long samples;
    private double start;
    private double end;

    /**
     * Looks at motions of a robot.
     *
     * @param tolerance share of a limit by which it may be exceeded; of positions at least as much of a radian or a meter
     */
    public LimitWatch(RobotModel robot, double tolerance) {
        if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
            throw new IllegalArgumentException(
                    "tolerance is %s, but must be finite and not negative".formatted(tolerance));
        }
        joints = robot.movingJoints();
        series = new Series[joints.size()][KINDS.length];
        peaks = new Largest[joints.size()][KINDS.length];
        for (int j = 0; j < joints.size(); j++) {
            for (Kind kind : KINDS) {
                double limit = limit(joints.get(j).limits(), kind);
                series[j][kind.ordinal()] = new Series(joints.get(j).name(), kind, limit, tolerance);
                peaks[j][kind.ordinal()] = new Largest();
            }
        }
    }

    private static double limit(JointLimits limits, Kind kind) {
        return switch (kind) {
            case LOWER_POSITION -> limits.lower();
            case UPPER_POSITION -> limits.upper();
            case VELOCITY -> limits.velocity();
            case EFFORT -> limits.effort();
            case EFFORT_RATE -> limits.effortRate();
        };
    }

    /**
     * The next sample.
     *
     * @param time later than that of the sample before
     * @throws IllegalArgumentException if a torque or its rate is not finite
     */
    public void add(double time, double[] position, double[] velocity, double[] torque, double[] torqueRate) {
        for (int j = 0; j < series.length; j++) {
            if (!Double.isFinite(torque[j]) || !Double.isFinite(torqueRate[j])) {
                throw new IllegalArgumentException("the torque of %s at sample %s (%s s) is not finite: %s, rate %s"
                        .formatted(joints.get(j).name(), samples, time, torque[j], torqueRate[j]));
            }
            for (Kind kind : KINDS) {
                double value = switch (kind) {
                    case LOWER_POSITION, UPPER_POSITION -> position[j];
                    case VELOCITY -> velocity[j];
                    case EFFORT -> torque[j];
                    case EFFORT_RATE -> torqueRate[j];
                };
                series[j][kind.ordinal()].add(time, value);
                peaks[j][kind.ordinal()].add(time, value, samples == 0);
            }
        }
        start = samples == 0 ? time : start;
        end = time;
        samples++;
    }

    public long samples() {
        return samples;
    }

    /** Time of the first sample, s. */
    public double start() {
        return start;
    }

    /** Time of the last sample, s. */
    public double end() {
        return end;
    }

    /** The peak of what is limited. */
    public Peak peak(int joint, Kind kind) {
        Largest largest = peaks[joint][kind.ordinal()];
        return new Peak(largest.value, largest.time);
    }

    /** What is exceeded at the sample that was added last, joint by joint: {@code elbow effort; wrist velocity}. */
    public String exceeded() {
        StringBuilder text = new StringBuilder();
        for (Series[] ofJoint : series) {
            for (Series one : ofJoint) {
                if (one.open) {
                    text.append(text.isEmpty() ? "" : "; ")
                            .append(one.joint)
                            .append(' ')
                            .append(one.kind.words());
                }
            }
        }
        return text.toString();
    }

    /** How many stretches there are until now. */
    public long stretchCount() {
        long count = 0;
        for (Series[] ofJoint : series) {
            for (Series one : ofJoint) {
                count += one.count + (one.open ? 1 : 0);
            }
        }
        return count;
    }

    /** The stretches that were kept, joint by joint. */
    public List<Stretch> stretches() {
        List<Stretch> all = new ArrayList<>();
        for (Series[] ofJoint : series) {
            for (Series one : ofJoint) {
                all.addAll(one.stretches);
                if (one.open && one.stretches.size() < MOST) {
                    all.add(one.stretch());
                }
            }
        }
        return all;
    }
}
