package dev.catena.testkit;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;

/** The two manipulators for which [Barman] plans motions, in a plane in which gravity does not act. */
public final class ThesisRobots {
    private ThesisRobots() {}

    /** Two revolute joints in a horizontal plane. */
    public static RobotModel twoRevolute() {
        return RobotModel.builder("two revolute")
                .gravity(Vector3.ZERO)
                .link(
                        link(JointKind.REVOLUTE, 1, JointGeometry.standardDenavitHartenberg(0, 0, 0.4, 0)),
                        inertia(-0.2, 0))
                .link(
                        link(JointKind.REVOLUTE, 2, JointGeometry.standardDenavitHartenberg(0, 0, 0.4, 0)),
                        inertia(-0.2, 0))
                .build();
    }

    /** A prismatic and a revolute joint; the second angle is an offset and q₂. */
    public static RobotModel slideAndTurn(double offset) {
        return RobotModel.builder("slide and turn")
                .gravity(Vector3.ZERO)
                .link(
                        link(
                                JointKind.PRISMATIC,
                                1,
                                JointGeometry.standardDenavitHartenberg(Math.PI / 2, 0.4, 0, Math.PI / 2)),
                        inertia(0, -0.2))
                .link(
                        link(JointKind.REVOLUTE, 2, JointGeometry.standardDenavitHartenberg(offset, 0, 0.4, 0)),
                        inertia(-0.2, 0))
                .build();
    }

    private static Joint link(JointKind kind, int number, JointGeometry geometry) {
        return Joint.of(kind, "joint" + number, number == 1 ? "base" : "link1", "link" + number)
                .with(geometry);
    }

    private static SpatialInertia inertia(double x, double y) {
        return SpatialInertia.aboutCenterOfMass(0.5, new Vector3(x, y, 0), new InertiaTensor(0.1, 0, 0, 0.1, 0, 0.1));
    }
}
