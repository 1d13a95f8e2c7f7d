package dev.catena.app.demo;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;

/** The two manipulators of [Barman], tables 4.1 to 4.4. They move in a plane in which gravity does not act. */
final class ThesisRobots {
    private static final double LENGTH = 0.4;
    private static final double MASS = 0.5;

    /** About the mass center and the axis of turning; that about other axes does not act. */
    private static final double INERTIA = 0.1;

    private ThesisRobots() {}

    static RobotModel twoRevolute() {
        JointGeometry link = JointGeometry.standardDenavitHartenberg(0, 0, LENGTH, 0);
        return RobotModel.builder("two-revolute")
                .gravity(Vector3.ZERO)
                .link(Joint.revolute("joint1", "base", "link1").with(link), inertia(-LENGTH / 2, 0))
                .link(Joint.revolute("joint2", "link1", "link2").with(link), inertia(-LENGTH / 2, 0))
                .build();
    }

    /** @param angleAtZero the second joint's angle where q₂ = 0, on which the thesis can be read in two ways */
    static RobotModel slideAndTurn(double angleAtZero) {
        return RobotModel.builder("slide-and-turn")
                .gravity(Vector3.ZERO)
                .link(
                        Joint.of(JointKind.PRISMATIC, "joint1", "base", "link1")
                                .with(JointGeometry.standardDenavitHartenberg(Math.PI / 2, LENGTH, 0, Math.PI / 2)),
                        inertia(0, -LENGTH / 2))
                .link(
                        Joint.revolute("joint2", "link1", "link2")
                                .with(JointGeometry.standardDenavitHartenberg(angleAtZero, 0, LENGTH, 0)),
                        inertia(-LENGTH / 2, 0))
                .build();
    }

    private static SpatialInertia inertia(double x, double y) {
        return SpatialInertia.aboutCenterOfMass(
                MASS, new Vector3(x, y, 0), InertiaTensor.diagonal(INERTIA, INERTIA, INERTIA));
    }
}
