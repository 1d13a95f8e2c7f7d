package dev.catena.examples;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import java.util.Arrays;

/** A robot that is built instead of read: an arm of two links in a vertical plane. */
public final class BuildInCode {
    public static void main(String[] args) {
        RobotModel arm = arm();
        double[] q = {0.3, 0.8};
        double[] tau = new double[arm.jointCount()];
        InverseDynamics dynamics = new InverseDynamics(arm);
        dynamics.compute(q, new double[] {1, -0.5}, new double[] {2, 3}, tau);
        Wrench inElbow = dynamics.jointWrenchInBody(arm.bodyIndex("lower"));
        System.out.println("torques " + Arrays.toString(tau));
        System.out.println("force in the elbow " + inElbow.force());
    }

    static RobotModel arm() {
        SpatialInertia rod =
                SpatialInertia.aboutCenterOfMass(2, new Vector3(0.5, 0, 0), InertiaTensor.diagonal(0.001, 0.17, 0.17));
        return RobotModel.builder("planar-arm")
                .gravity(0, -9.81, 0)
                .link(
                        Joint.revolute("shoulder", "base", "upper")
                                .with(JointLimits.position(-2, 2).withEffort(60)),
                        rod)
                .link(Joint.revolute("elbow", "upper", "lower").at(Pose.translation(1, 0, 0), Vector3.Z), rod)
                .build();
    }
}
