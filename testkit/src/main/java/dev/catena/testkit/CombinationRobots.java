package dev.catena.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.util.Locale;

/** The robots, wrenches and base motions of the golden numbers of combinations. */
public final class CombinationRobots {
    private CombinationRobots() {}

    /** A robot by the name that the cases call it by; platforms are left out. */
    public static RobotModel of(Golden golden, String name) {
        return of(golden.at("robots/" + name));
    }

    public static RobotModel of(JsonNode robot) {
        RobotModelBuilder builder = RobotModel.builder(robot.get("name").textValue())
                .gravity(vector(robot.get("gravity")))
                .inertiaPolicy(InertiaPolicy.LENIENT);
        JsonNode base = robot.get("base");
        builder.base(base.get("name").textValue(), inertia(base));
        if (robot.path("floating").asBoolean()) {
            builder.floating();
        }
        robot.get("bodies").forEach(body -> builder.link(joint(body), inertia(body)));
        robot.path("couplings")
                .forEach(coupling -> builder.coupling(
                        coupling.get("joint").textValue(),
                        coupling.get("master").textValue(),
                        coupling.get("factor").doubleValue(),
                        coupling.get("offset").doubleValue()));
        robot.path("cuts").forEach(cut -> builder.cut(cut(cut)));
        robot.path("active").forEach(joint -> builder.active(joint.textValue()));
        robot.path("independent").forEach(joint -> builder.independent(joint.textValue()));
        robot.path("assembly")
                .properties()
                .forEach(entry ->
                        builder.assembly(entry.getKey(), entry.getValue().doubleValue()));
        return builder.build();
    }

    private static Joint joint(JsonNode body) {
        JointKind kind = JointKind.valueOf(body.get("kind").textValue().toUpperCase(Locale.ROOT));
        return Joint.of(
                        kind,
                        body.get("joint").textValue(),
                        body.get("parent").textValue(),
                        body.get("body").textValue())
                .at(pose(body), kind.moves() ? vector(body.get("axis")) : Vector3.Z)
                .with(friction(body.path("friction")))
                .with(drive(body.path("drive")));
    }

    private static Friction friction(JsonNode node) {
        return new Friction(
                node.path("coulomb").asDouble(),
                node.path("viscous").asDouble(),
                node.path("smoothing").asDouble());
    }

    private static Drive drive(JsonNode node) {
        Drive drive = Drive.reflected(node.path("reflected").asDouble()).with(friction(node.path("friction")));
        JsonNode rotor = node.path("rotor");
        if (!rotor.isMissingNode()) {
            drive = drive.with(new Rotor(
                    rotor.get("inertia").doubleValue(),
                    rotor.get("gear").doubleValue(),
                    rotor.get("carrier").textValue(),
                    vector(rotor.get("axis"))));
        }
        JsonNode spring = node.path("spring");
        if (!spring.isMissingNode()) {
            drive = drive.with(new Spring(
                    spring.get("stiffness").doubleValue(), spring.path("rest").asDouble()));
        }
        return drive;
    }

    /** A cut joint of a robot, or a contact. */
    public static CutJoint cut(JsonNode node) {
        return new CutJoint(
                node.get("name").textValue(),
                CutKind.valueOf(node.get("kind").textValue().toUpperCase(Locale.ROOT)),
                node.get("first").get("body").textValue(),
                pose(node.get("first")),
                node.get("second").get("body").textValue(),
                pose(node.get("second")));
    }

    private static Pose pose(JsonNode node) {
        Vector3 xyz = node.has("xyz") ? vector(node.get("xyz")) : Vector3.ZERO;
        double[] rpy = node.has("rpy") ? Golden.array(node.get("rpy")) : new double[3];
        return new Pose(Rotation.fromRollPitchYaw(rpy[0], rpy[1], rpy[2]), xyz);
    }

    /** Of a body; zero where it has no mass. */
    public static SpatialInertia inertia(JsonNode body) {
        if (!body.has("mass")) {
            return SpatialInertia.ZERO;
        }
        double[] t = Golden.array(body.get("tensor"));
        return SpatialInertia.aboutCenterOfMass(
                body.get("mass").doubleValue(),
                vector(body.get("com")),
                new InertiaTensor(t[0], t[1], t[2], t[4], t[5], t[8]));
    }

    /** The wrenches of a case's input, constant in the frames that they are given in. */
    public static ExternalWrenches wrenches(RobotModel model, JsonNode input) {
        ExternalWrenches wrenches = new ExternalWrenches(model);
        for (JsonNode wrench : input.path("wrenches")) {
            int body = model.bodyIndex(wrench.get("body").textValue());
            Vector3 force = vector(wrench.get("force"));
            Vector3 moment = vector(wrench.get("moment"));
            if (wrench.get("frame").textValue().equals("body")) {
                wrenches.inBody(body, force, moment);
            } else {
                wrenches.inWorld(body, force, moment);
            }
        }
        return wrenches;
    }

    /** The base of a case's input, with as many derivatives as it has; at rest where there is none. */
    public static BaseMotion base(JsonNode input) {
        BaseMotion motion = new BaseMotion();
        JsonNode base = input.path("base");
        if (base.isMissingNode()) {
            return motion;
        }
        double[] p = Golden.array(base.get("position"));
        double[] o = Golden.array(base.get("orientation"));
        motion.pose(p[0], p[1], p[2], o[0], o[1], o[2], o[3]);
        motion.velocityInBase(vector(base.get("linear_velocity")), vector(base.get("angular_velocity")));
        if (base.has("linear_acceleration")) {
            motion.accelerationInBase(
                    vector(base.get("linear_acceleration")), vector(base.get("angular_acceleration")));
        }
        if (base.has("linear_jerk")) {
            motion.jerkInBase(vector(base.get("linear_jerk")), vector(base.get("angular_jerk")));
        }
        return motion;
    }

    private static Vector3 vector(JsonNode node) {
        return Vector3.of(Golden.array(node));
    }
}
