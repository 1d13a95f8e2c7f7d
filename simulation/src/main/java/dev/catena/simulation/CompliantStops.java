package dev.catena.simulation;

import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;

/** The forces of {@link JointStops.Compliant} on a robot. */
final class CompliantStops {
    private final double[] lower;
    private final double[] upper;
    private final double[] stiffness;
    private final double[] damping;

    CompliantStops(RobotModel model, JointStops.Compliant stops, Mobility mobility) {
        int n = model.jointCount();
        lower = new double[n];
        upper = new double[n];
        stiffness = new double[n];
        damping = new double[n];
        for (Joint joint : model.movingJoints()) {
            int i = model.coordinate(joint.name());
            JointLimits limits = joint.limits();
            lower[i] = limits.lower();
            upper[i] = limits.upper();
            stiffness[i] = mobility.inertia(i) * stops.frequency() * stops.frequency();
            damping[i] = 2 * mobility.inertia(i) * stops.dampingRatio() * stops.frequency();
        }
    }

    void addTo(double[] effort, double[] q, double[] qd) {
        for (int i = 0; i < effort.length; i++) {
            if (q[i] > upper[i]) {
                effort[i] -= Math.max(0, stiffness[i] * (q[i] - upper[i]) + damping[i] * qd[i]);
            } else if (q[i] < lower[i]) {
                effort[i] += Math.max(0, stiffness[i] * (lower[i] - q[i]) - damping[i] * qd[i]);
            }
        }
    }
}
