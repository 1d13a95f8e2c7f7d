package dev.catena.simulation;

import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;

/** What positions of joints count in. */
final class JointUnits {
    private JointUnits() {}

    /** By moving joint. */
    static double[] of(RobotModel model) {
        Extent extent = Extent.of(model);
        double[] units = new double[model.jointCount()];
        for (Joint joint : model.movingJoints()) {
            units[model.coordinate(joint.name())] = extent.unit(joint);
        }
        return units;
    }
}
