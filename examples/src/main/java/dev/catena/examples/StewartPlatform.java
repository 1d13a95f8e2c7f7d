package dev.catena.examples;

import dev.catena.mechanism.parallel.GoughStewart;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.ParallelKinematics;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.Arrays;

/** Leg lengths and leg forces of a Gough-Stewart platform that carries 200 kg, tilted and on its way up. */
public final class StewartPlatform {
    static final Pose TILTED = new Pose(Rotation.aboutX(0.2), new Vector3(0.05, 0, 1.1));

    public static void main(String[] args) {
        ParallelRobot robot = platform();
        double[] velocity = {0, 0, 0.3, 0, 0, 0.1}; // of its origin, then angular, in world axes
        double[] acceleration = {0, 0, 1, 0, 0, 0};
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        double[] forces = new double[robot.actuatorCount()];
        dynamics.compute(TILTED, velocity, acceleration, forces);
        double[] lengths = new double[robot.actuatorCount()];
        ParallelKinematics kinematics = dynamics.kinematics();
        kinematics.actuatorPositions(lengths);
        System.out.println("lengths (m): " + Arrays.toString(lengths));
        System.out.println("forces (N): " + Arrays.toString(forces));
        System.out.println("condition: " + kinematics.singularity().condition());
    }

    static ParallelRobot platform() {
        return GoughStewart.named("hexapod")
                .symmetric(0.8, 0.2, 0.5, 0.3, -0.05)
                .platform(SpatialInertia.aboutCenterOfMass(
                        200, new Vector3(0, 0, 0.1), InertiaTensor.diagonal(12, 12, 20)))
                .cylinder(SpatialInertia.aboutCenterOfMass(
                        4, new Vector3(0, 0, 0.3), InertiaTensor.diagonal(0.2, 0.2, 0.01)))
                .piston(SpatialInertia.aboutCenterOfMass(
                        2, new Vector3(0, 0, -0.3), InertiaTensor.diagonal(0.1, 0.1, 0.002)))
                .home(Pose.translation(0, 0, 1))
                .build();
    }
}
