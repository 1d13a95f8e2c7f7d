package dev.catena.planning.function;

import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import java.util.List;

/** What positions of joints count in, so that plans are the same in any unit of length. */
public final class JointUnits {
    private JointUnits() {}

    /** By coordinate: a rad, of slides the robot's length. */
    public static double[] of(RobotModel robot) {
        double[] units = new double[robot.jointCount()];
        double length = Extent.of(robot).length();
        for (Joint joint : robot.movingJoints()) {
            units[robot.coordinate(joint.name())] = joint.kind() == JointKind.PRISMATIC ? length : 1;
        }
        return units;
    }

    /** The same of some coordinates; 1 for those that are no joint's. */
    public static double[] of(RobotModel robot, List<String> coordinates) {
        double[] ofJoints = of(robot);
        return coordinates.stream()
                .mapToDouble(name -> robot.hasCoordinate(name) ? ofJoints[robot.coordinate(name)] : 1)
                .toArray();
    }
}
