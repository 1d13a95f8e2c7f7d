package dev.catena.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.parallel.Delta;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of stewart and delta describe the robots that they name. */
class ShippedParallelRobotsTest {
    private static final Golden GOLDEN = Golden.dynamics();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void stewartGivesTheGoldenForces(int state) {
        String at = "khalil/stewart/states/" + state;
        JsonNode node = GOLDEN.at(at);
        Pose pose = new Pose(Rotation.fromMatrix(Golden.array(node.get("R"))), Vector3.of(Golden.array(node.get("P"))));
        RobotModel robot = ShippedRobots.load("stewart");
        ParallelInverseDynamics dynamics =
                new ParallelInverseDynamics(ParallelRobot.of(robot, "platform", PlatformFreedoms.SPATIAL));
        double[] forces = new double[6];
        dynamics.compute(pose, GOLDEN.array(at + "/V"), GOLDEN.array(at + "/Vdot"), forces);
        GOLDEN.check(at + "/Gamma", forces);
        checkCutJoints(robot, dynamics, forces);
    }

    @Test
    void deltaIsWhatTheBuilderMakes() {
        RobotModel robot = ShippedRobots.load("delta");
        ParallelRobot read = ParallelRobot.of(robot, "platform", PlatformFreedoms.TRANSLATIONAL);
        ParallelRobot built = Delta.named("delta")
                .lengths(0.2, 0.045, 0.235, 0.8)
                .platform(inertia(0.5, new Vector3(0, 0, -0.02), 0.0006, 0.0006, 0.0008))
                .arm(inertia(1.2, new Vector3(0.1, 0, 0), 0.0008, 0.0062, 0.0064))
                .forearm(inertia(0.24, new Vector3(0.4, 0, 0), 0.00001, 0.0128, 0.0128))
                .drive(Drive.reflected(0.05))
                .friction(Friction.of(0.4, 0.2))
                .build();
        Pose pose = Pose.translation(0.1, -0.15, -0.75);
        double[] velocity = {0.8, -1.2, 0.5};
        double[] acceleration = {20, 30, -10};
        double[] torques = new double[3];
        double[] expected = new double[3];
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(read);
        dynamics.compute(pose, velocity, acceleration, torques);
        new ParallelInverseDynamics(built).compute(pose, velocity, acceleration, expected);
        Agreement.check("torques", torques, expected, 1e-10);
        Agreement.check(
                "home",
                read.home().position().toArray(),
                built.home().position().toArray(),
                1e-5);
        checkCutJoints(robot, dynamics, torques);
    }

    private static void checkCutJoints(RobotModel robot, ParallelInverseDynamics dynamics, double[] efforts) {
        int n = efforts.length;
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] qdd = new double[n];
        dynamics.kinematics().actuatorPositions(q);
        dynamics.kinematics().actuatorVelocities(qd);
        dynamics.kinematics().actuatorAccelerations(qdd);
        double[] other = new double[n];
        new ClosedLoopInverseDynamics(robot).compute(q, qd, qdd, other);
        Agreement.check("cut joints", other, efforts, 1e-9);
    }

    private static SpatialInertia inertia(double mass, Vector3 center, double xx, double yy, double zz) {
        return SpatialInertia.aboutCenterOfMass(mass, center, InertiaTensor.diagonal(xx, yy, zz));
    }
}
