package dev.catena.identification.observation;

import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import java.util.List;

/**
 * How far joints go in random states that tell parameters apart: one rad, or the robot's length, so that what is found does not
 * depend on the unit of length. Equations of efforts count times the same, which makes energies of all of them.
 */
public final class SampleScales {
    private SampleScales() {}

    /** By joint. */
    public static double[] of(RobotModel model, List<Joint> joints) {
        double length = Extent.of(model).length();
        return joints.stream()
                .mapToDouble(joint -> joint.kind() == JointKind.PRISMATIC ? length : 1)
                .toArray();
    }
}
