package dev.catena.simulation;

import dev.catena.model.CutKind;
import dev.catena.model.Extent;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;

/**
 * Velocities below which Coulomb friction is smoothed.
 *
 * @param turning rad/s
 * @param sliding m/s
 */
record SmoothingWidths(double turning, double sliding) {
    /** @param velocity what was told, NaN for nothing: a slide then counts by the robot's length, whatever that is measured in */
    static SmoothingWidths of(RobotModel model, double velocity) {
        if (!Double.isNaN(velocity)) {
            return new SmoothingWidths(velocity, velocity);
        }
        double turning = Simulation.Builder.DEFAULT_SMOOTHING_VELOCITY;
        return new SmoothingWidths(turning, turning * Extent.of(model).length());
    }

    double of(JointKind kind) {
        return kind == JointKind.PRISMATIC ? sliding : turning;
    }

    double of(CutKind kind) {
        return kind == CutKind.PRISMATIC ? sliding : turning;
    }
}
