package dev.catena.identification.observation;

import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import java.util.List;

/**
 * How far joints go in random states that tell parameters apart: one rad, or the robot's length, so that what is found does not
 * depend on the unit of length. Equations of efforts count times the same, which makes energies of all of them.
 */
public final class SampleScales {
    private SampleScales() {}

    /** The largest offset of joints and cut frames; one for a robot without any. */
    public static double length(RobotModel model) {
        double largest = 0;
        for (Joint joint : model.joints()) {
            JointGeometry geometry = joint.geometry();
            largest = Math.max(largest, geometry.parentFromJoint().position().norm());
            largest = Math.max(largest, geometry.jointFromBody().position().norm());
        }
        for (CutJoint cut : model.loops().cutJoints()) {
            largest = Math.max(largest, cut.firstFromJoint().position().norm());
            largest = Math.max(largest, cut.secondFromJoint().position().norm());
        }
        return largest == 0 ? 1 : largest;
    }

    /** By joint. */
    public static double[] of(RobotModel model, List<Joint> joints) {
        double length = length(model);
        return joints.stream()
                .mapToDouble(joint -> joint.kind() == JointKind.PRISMATIC ? length : 1)
                .toArray();
    }
}
