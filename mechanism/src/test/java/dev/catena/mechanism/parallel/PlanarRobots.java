package dev.catena.mechanism.parallel;

import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;

/** Platforms that move in a vertical plane on arms of three revolute joints, welded to the platform; no formula is given. */
final class PlanarRobots {
    private PlanarRobots() {}

    /** 3-RRR: as many actuators as freedoms. */
    static ParallelRobot threeArms() {
        return robot("three arms", 3);
    }

    /** 4-RRR: one actuator more than freedoms. */
    static ParallelRobot fourArms() {
        return robot("four arms", 4);
    }

    private static ParallelRobot robot(String name, int arms) {
        Vector3 gravity = new Vector3(1, -9.81, 0);
        ParallelRobot.Builder robot = ParallelRobot.builder(name)
                .gravity(gravity)
                .freedoms(PlatformFreedoms.PLANAR)
                .platform(SpatialInertia.aboutCenterOfMass(
                        1.5, new Vector3(0.02, 0.01, 0), InertiaTensor.diagonal(0.01, 0.01, 0.02)))
                .home(Pose.translation(0.01, 0.02, 0));
        for (int i = 0; i < arms; i++) {
            double angle = 2 * Math.PI / arms * i + 0.2;
            String arm = "arm" + i;
            Rotation outward = Rotation.aboutZ(angle);
            RobotModel model = RobotModel.builder(arm)
                    .gravity(gravity)
                    .link(
                            Joint.revolute(arm + "_shoulder", "base", arm + "_upper")
                                    .at(new Pose(outward, outward.apply(new Vector3(0.5, 0, 0))), Vector3.Z)
                                    .with(Friction.of(0, 0.3))
                                    .with(Drive.reflected(0.02)),
                            rod(0.3))
                    .link(
                            Joint.revolute(arm + "_elbow", arm + "_upper", arm + "_fore")
                                    .at(Pose.translation(0.3, 0, 0), Vector3.Z)
                                    .with(Friction.of(0, 0.05)),
                            rod(0.35))
                    .link(
                            Joint.revolute(arm + "_wrist", arm + "_fore", arm + "_hand")
                                    .at(Pose.translation(0.35, 0, 0), Vector3.Z),
                            SpatialInertia.ZERO)
                    .build();
            Vector3 point = outward.apply(new Vector3(0.1, 0, 0));
            robot.leg(Leg.welded(arm, model, arm + "_hand", new Pose(Rotation.IDENTITY, point))
                    .actuatedBy(arm + "_shoulder")
                    .startingAt(2, 1.5, -3.7 - angle));
        }
        return robot.build();
    }

    private static SpatialInertia rod(double length) {
        double mass = 0.8 * length;
        double moment = mass * length * length / 12;
        return SpatialInertia.aboutCenterOfMass(
                mass, new Vector3(length / 2, 0, 0), InertiaTensor.diagonal(1e-5, moment, moment));
    }
}
