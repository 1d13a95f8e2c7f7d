package dev.catena.model;

/**
 * What a joint may do; infinite where nothing is said.
 *
 * @param lower least coordinate, rad or m
 * @param upper largest coordinate, rad or m
 * @param velocity largest speed, rad/s or m/s
 * @param effort largest torque or force, Nm or N
 * @param effortRate largest rate of torque or force, Nm/s or N/s
 */
public record JointLimits(double lower, double upper, double velocity, double effort, double effortRate) {
    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    public static final JointLimits NONE = new JointLimits(-NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT);

    public static JointLimits position(double lower, double upper) {
        return new JointLimits(lower, upper, NO_LIMIT, NO_LIMIT, NO_LIMIT);
    }

    public JointLimits withVelocity(double limit) {
        return new JointLimits(lower, upper, limit, effort, effortRate);
    }

    public JointLimits withEffort(double limit) {
        return new JointLimits(lower, upper, velocity, limit, effortRate);
    }

    public JointLimits withEffortRate(double limit) {
        return new JointLimits(lower, upper, velocity, effort, limit);
    }

    public boolean boundsPosition() {
        return lower != -NO_LIMIT || upper != NO_LIMIT;
    }
}
