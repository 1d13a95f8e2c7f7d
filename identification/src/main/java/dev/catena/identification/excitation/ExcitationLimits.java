package dev.catena.identification.excitation;

import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;

/**
 * What an exciting motion must keep, by joint; infinite where there is no limit. Callers must not change the arrays.
 *
 * @param lower least positions
 * @param upper largest positions
 * @param velocity largest speeds
 * @param acceleration largest accelerations
 * @param effort largest efforts
 * @param effortRate largest rates of efforts
 */
@SuppressWarnings("ArrayRecordComponent")
public record ExcitationLimits(
        double[] lower,
        double[] upper,
        double[] velocity,
        double[] acceleration,
        double[] effort,
        double[] effortRate) {

    /**
     * A joint without position limits swings so far to both sides, rad or robot's lengths; so does one that turns, whose limits are
     * wider.
     */
    private static final double FREE_SWING = Math.PI;

    /** Those of a robot; no limits of accelerations. */
    public static ExcitationLimits of(RobotModel robot) {
        int n = robot.jointCount();
        double[][] all = new double[6][n];
        double length = Extent.of(robot).length();
        for (int j = 0; j < n; j++) {
            Joint joint = robot.movingJoints().get(j);
            JointLimits limits = joint.limits();
            double width = limits.upper() - limits.lower();
            all[0][j] = limits.lower();
            all[1][j] = limits.upper();
            double swing = joint.kind() == JointKind.PRISMATIC ? FREE_SWING * length : FREE_SWING;
            if (Double.isInfinite(width) || (joint.kind() == JointKind.REVOLUTE && width > 2 * swing)) {
                double middle = Math.max(Math.min(0, limits.upper() - swing), limits.lower() + swing);
                all[0][j] = Math.max(limits.lower(), middle - swing);
                all[1][j] = Math.min(limits.upper(), middle + swing);
            }
            all[2][j] = limits.velocity();
            all[3][j] = Double.POSITIVE_INFINITY;
            all[4][j] = limits.effort();
            all[5][j] = limits.effortRate();
        }
        return new ExcitationLimits(all[0], all[1], all[2], all[3], all[4], all[5]);
    }

    /** The same with all ranges multiplied by a factor, positions about their middle. */
    public ExcitationLimits scaled(double factor) {
        int n = lower.length;
        double[] low = new double[n];
        double[] high = new double[n];
        for (int j = 0; j < n; j++) {
            double middle = 0.5 * (lower[j] + upper[j]);
            low[j] = middle + factor * (lower[j] - middle);
            high[j] = middle + factor * (upper[j] - middle);
        }
        return new ExcitationLimits(
                low,
                high,
                times(velocity, factor),
                times(acceleration, factor),
                times(effort, factor),
                times(effortRate, factor));
    }

    /** The same with limits of accelerations. */
    public ExcitationLimits withAccelerations(double... most) {
        return new ExcitationLimits(lower, upper, velocity, most.clone(), effort, effortRate);
    }

    private static double[] times(double[] values, double factor) {
        double[] scaled = values.clone();
        for (int j = 0; j < scaled.length; j++) {
            scaled[j] *= factor;
        }
        return scaled;
    }
}
