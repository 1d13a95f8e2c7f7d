package dev.catena.planning;

import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.List;

/** Lower and upper limits of one quantity by joint; NaN where none was given. */
final class JointRanges {
    final double[] lower;
    final double[] upper;

    JointRanges(int joints) {
        lower = new double[joints];
        upper = new double[joints];
        Arrays.fill(lower, Double.NaN);
        Arrays.fill(upper, Double.NaN);
    }

    void set(int joint, double low, double high) {
        lower[joint] = low;
        upper[joint] = high;
    }

    /** Limits that are not given here become those of others. */
    void fillFrom(JointRanges others) {
        for (int i = 0; i < lower.length; i++) {
            lower[i] = Double.isNaN(lower[i]) ? others.lower[i] : lower[i];
            upper[i] = Double.isNaN(upper[i]) ? others.upper[i] : upper[i];
        }
    }

    /** The tighter of these limits and others. */
    void tightenTo(JointRanges others) {
        for (int i = 0; i < lower.length; i++) {
            lower[i] = Math.max(lower[i], others.lower[i]);
            upper[i] = Math.min(upper[i], others.upper[i]);
        }
    }

    JointRanges copy() {
        JointRanges copy = new JointRanges(lower.length);
        System.arraycopy(lower, 0, copy.lower, 0, lower.length);
        System.arraycopy(upper, 0, copy.upper, 0, upper.length);
        return copy;
    }

    static JointRanges unlimited(int joints) {
        JointRanges ranges = new JointRanges(joints);
        Arrays.fill(ranges.lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(ranges.upper, Double.POSITIVE_INFINITY);
        return ranges;
    }

    /** What a robot itself allows the joints of some names; infinite where it has no limit. */
    static JointRanges of(RobotModel robot, JointQuantity quantity, List<String> names) {
        JointRanges ranges = unlimited(names.size());
        for (int row = 0; row < names.size(); row++) {
            JointLimits own =
                    robot.movingJoints().get(robot.coordinate(names.get(row))).limits();
            switch (quantity) {
                case POSITION -> ranges.set(row, own.lower(), own.upper());
                case VELOCITY -> ranges.set(row, -own.velocity(), own.velocity());
                case TORQUE -> ranges.set(row, -own.effort(), own.effort());
                case TORQUE_RATE -> ranges.set(row, -own.effortRate(), own.effortRate());
                default -> {
                    // robots have no limits of the others
                }
            }
        }
        return ranges;
    }

    boolean isLimited(int joint) {
        return Double.isFinite(lower[joint]) || Double.isFinite(upper[joint]);
    }
}
