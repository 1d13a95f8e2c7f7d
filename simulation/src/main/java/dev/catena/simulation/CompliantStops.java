package dev.catena.simulation;

import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;

/** The forces of {@link JointStops.Compliant} on a robot. */
final class CompliantStops {
    private final double[] lower;
    private final double[] upper;

    /** H, of the start. */
    final double[] inertia;

    final JointStops.Compliant law;
    private final double[] stiffness;
    private final double[] damping;

    /** Which joints were beyond since this was last asked for. */
    private final boolean[] pressed;

    CompliantStops(RobotModel model, JointStops.Compliant stops, Mobility mobility) {
        int n = model.jointCount();
        lower = new double[n];
        upper = new double[n];
        stiffness = new double[n];
        damping = new double[n];
        inertia = new double[n];
        pressed = new boolean[n];
        law = stops;
        for (Joint joint : model.movingJoints()) {
            int i = model.coordinate(joint.name());
            JointLimits limits = joint.limits();
            lower[i] = limits.lower();
            upper[i] = limits.upper();
            inertia[i] = mobility.inertia(i);
            if (isAnywhere(limits) && model.hasLoops() && mobility.isStill(i)) {
                throw new SimulationFailure(
                        "joint \"%s\" of robot \"%s\" is at a dead point in the start, where no inertia can be told by which"
                                + " its compliant stops would be scaled; take rigid stops, or start elsewhere",
                        joint.name(), model.name());
            }
            stiffness[i] = inertia[i] * stops.frequency() * stops.frequency();
            damping[i] = 2 * inertia[i] * stops.dampingRatio() * stops.frequency();
        }
    }

    private static boolean isAnywhere(JointLimits limits) {
        return limits.lower() > Double.NEGATIVE_INFINITY || limits.upper() < Double.POSITIVE_INFINITY;
    }

    void addTo(double[] effort, double[] q, double[] qd) {
        for (int i = 0; i < effort.length; i++) {
            if (q[i] > upper[i]) {
                pressed[i] = true;
                effort[i] -= Math.max(0, stiffness[i] * (q[i] - upper[i]) + damping[i] * qd[i]);
            } else if (q[i] < lower[i]) {
                pressed[i] = true;
                effort[i] += Math.max(0, stiffness[i] * (lower[i] - q[i]) - damping[i] * qd[i]);
            }
        }
    }

    /** Which joints were beyond since this was last asked for; true if they are others than before. */
    boolean takePressed(boolean[] inOut) {
        boolean changed = false;
        for (int i = 0; i < pressed.length; i++) {
            changed |= pressed[i] != inOut[i];
            inOut[i] = pressed[i];
            pressed[i] = false;
        }
        return changed;
    }
}
