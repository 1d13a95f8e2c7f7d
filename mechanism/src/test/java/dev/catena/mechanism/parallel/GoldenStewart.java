package dev.catena.mechanism.parallel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;

/** The Gough-Stewart platform of the golden numbers, legs as they are tabulated there. */
final class GoldenStewart {
    static final Golden GOLDEN = Golden.dynamics();
    static final String CASE = "khalil/stewart";

    private GoldenStewart() {}

    static ParallelRobot robot() {
        JsonNode model = GOLDEN.at(CASE + "/model");
        ParallelRobot.Builder robot = ParallelRobot.builder("golden stewart")
                .gravity(vector(model.get("g")))
                .platform(platform())
                .home(Pose.translation(0, 0, 0.7));
        for (int i = 0; i < 6; i++) {
            String name = "leg" + (i + 1);
            RobotModel leg =
                    renamed(name, GoldenRobots.khalil(name, model.get("legs").get(i)));
            Pose worldFromUniversal = leg.joints().get(0).geometry().parentFromJoint();
            robot.leg(Leg.tiedByPoint(
                            name,
                            leg,
                            name + "_link3",
                            vector(model.get("attach").get(i)))
                    .actuatedBy(name + "_joint3")
                    .startingAt(1.5, 2, 0.8)
                    .with(new UniversalPrismaticGeometry(worldFromUniversal)));
        }
        return robot.build();
    }

    static SpatialInertia platform() {
        JsonNode platform = GOLDEN.at(CASE + "/model/platform");
        double[] J = Golden.array(platform.get("J"));
        return SpatialInertia.fromFirstMoment(
                platform.get("M").doubleValue(),
                vector(platform.get("MS")),
                new InertiaTensor(J[0], J[1], J[2], J[4], J[5], J[8]));
    }

    static Vector3 vector(JsonNode node) {
        return Vector3.of(Golden.array(node));
    }

    static Pose pose(JsonNode state) {
        return new Pose(Rotation.fromMatrix(Golden.array(state.get("R"))), vector(state.get("P")));
    }

    /** Joints and bodies of different legs need different names. */
    private static RobotModel renamed(String prefix, RobotModel leg) {
        RobotModelBuilder builder =
                RobotModel.builder(leg.name()).gravity(leg.gravity()).inertiaPolicy(leg.inertiaPolicy());
        for (Joint joint : leg.joints()) {
            String parent = joint.parent().equals("base") ? "base" : prefix + "_" + joint.parent();
            builder.link(
                    new Joint(
                            prefix + "_" + joint.name(),
                            joint.kind(),
                            parent,
                            prefix + "_" + joint.child(),
                            joint.geometry(),
                            joint.limits(),
                            joint.friction(),
                            joint.drive()),
                    leg.bodies().get(leg.bodyIndex(joint.child())).inertia());
        }
        return builder.build();
    }
}
