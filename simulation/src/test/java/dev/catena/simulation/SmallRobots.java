package dev.catena.simulation;

import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;

/** Robots whose motion is known on paper. */
public final class SmallRobots {
    private SmallRobots() {}

    private static SpatialInertia ball(double mass, double length) {
        return SpatialInertia.aboutCenterOfMass(
                mass, new Vector3(0, 0, -length), InertiaTensor.diagonal(1e-2, 1e-2, 1e-2));
    }

    /** A mass of 2 kg that slides along x, or along z with gravity. */
    public static RobotModel slider(boolean vertical, Friction friction, JointLimits limits) {
        return RobotModel.builder("slider")
                .link(
                        Joint.prismatic("slide", "base", "block")
                                .at(Pose.IDENTITY, vertical ? Vector3.Z : Vector3.X)
                                .with(friction)
                                .with(limits),
                        SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(0.1, 0.1, 0.1)))
                .build();
    }

    /** Two balls of 1 kg on massless rods of 1 m and 0.8 m, hanging down at zero. */
    public static RobotModel doublePendulum() {
        return RobotModel.builder("double-pendulum")
                .link(Joint.revolute("shoulder", "base", "upper").at(Pose.IDENTITY, Vector3.Y), ball(1, 1))
                .link(Joint.revolute("elbow", "upper", "lower").at(Pose.translation(0, 0, -1), Vector3.Y), ball(1, 0.8))
                .build();
    }
}
