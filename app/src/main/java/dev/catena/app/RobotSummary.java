package dev.catena.app;

import dev.catena.app.report.TextTable;
import dev.catena.model.BaseKind;
import dev.catena.model.Body;
import dev.catena.model.Contact;
import dev.catena.model.Coupling;
import dev.catena.model.CutJoint;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Loops;
import dev.catena.model.Problem;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A robot for people and for machines. */
final class RobotSummary {
    /** Deeper bodies are not indented further: a chain of a thousand bodies stays readable. */
    private static final int DEEPEST = 20;

    private final RobotModel robot;

    RobotSummary(RobotModel robot) {
        this.robot = robot;
    }

    String toText() {
        StringBuilder text = new StringBuilder();
        text.append("%s: %s, %s (%s moving), %s base, %s kg, gravity %s m/s²\n\n"
                .formatted(
                        robot.name(),
                        TextTable.count(robot.bodies().size(), "body", "bodies"),
                        TextTable.count(robot.joints().size(), "joint", "joints"),
                        robot.jointCount(),
                        robot.baseKind() == BaseKind.FLOATING ? "floating" : "fixed",
                        number(robot.totalMass()),
                        vector(robot.gravity())));
        text.append("Tree\n").append(tree()).append('\n');
        text.append("Bodies (inertia about the mass center, along the body's axes)\n")
                .append(bodies().toText());
        if (robot.jointCount() > 0) {
            text.append("\nMoving joints, in the order of joint vectors\n").append(joints().toText());
        }
        text.append(dependentJoints());
        if (robot.joints().stream().anyMatch(joint -> motorMass(joint) > 0)) {
            text.append("\nBodies unified with the motors that they carry, rotors locked\n")
                    .append(unified().toText());
        }
        if (robot.hasLoops()) {
            Loops loops = robot.loops();
            text.append("\nClosed loops, driven by %s\n".formatted(String.join(", ", loops.activeJoints())));
            for (CutJoint cut : loops.cutJoints()) {
                text.append("  %s ↔ %s by %s (%s)\n".formatted(cut.first(), cut.second(), cut.name(), kind(cut)));
            }
        }
        if (!robot.contacts().isEmpty()) {
            text.append("\nPlaces that may stand on the ground\n");
            for (Contact contact : robot.contacts()) {
                text.append("  %s on %s at %s m (%s%s%s)\n"
                        .formatted(
                                contact.name(),
                                contact.body(),
                                vector(contact.bodyFromContact().position()),
                                contact.kind().word(),
                                contact.friction() < Double.POSITIVE_INFINITY
                                        ? ", friction " + number(contact.friction())
                                        : "",
                                contact.area().isEmpty()
                                        ? ""
                                        : ", area of %s corners"
                                                .formatted(contact.area().size())));
            }
        }
        return text.toString();
    }

    /** Joints that follow others and joints that are held; they have no coordinate. */
    private String dependentJoints() {
        StringBuilder text = new StringBuilder();
        if (!robot.couplings().isEmpty()) {
            text.append("\nJoints that follow others\n");
            for (Coupling coupling : robot.couplings()) {
                text.append("  %s = %s · %s + %s\n"
                        .formatted(
                                coupling.joint(),
                                number(coupling.factor()),
                                coupling.leader(),
                                number(coupling.offset())));
            }
        }
        if (!robot.heldJoints().isEmpty()) {
            text.append("\nJoints that are held\n");
            robot.heldJoints().forEach((joint, q) -> text.append("  %s = %s\n".formatted(joint, number(q))));
        }
        return text.toString();
    }

    private String tree() {
        Map<Integer, List<Integer>> children = new LinkedHashMap<>();
        for (int b = 1; b < robot.bodies().size(); b++) {
            children.computeIfAbsent(robot.parent(b), parent -> new ArrayList<>())
                    .add(b);
        }
        StringBuilder text = new StringBuilder();
        List<int[]> stack = new ArrayList<>();
        stack.add(new int[] {0, 0});
        while (!stack.isEmpty()) {
            int[] top = stack.remove(stack.size() - 1);
            text.append("  ".repeat(1 + Math.min(top[1], DEEPEST)))
                    .append(line(top[0]))
                    .append('\n');
            List<Integer> next = children.getOrDefault(top[0], List.of());
            for (int k = next.size() - 1; k >= 0; k--) {
                stack.add(new int[] {next.get(k), top[1] + 1});
            }
        }
        return text.toString();
    }

    private String line(int body) {
        String name = robot.bodies().get(body).name();
        return robot.jointOf(body)
                .map(joint -> "%s ← %s (%s)".formatted(name, joint.name(), kind(joint)))
                .orElse(name);
    }

    private TextTable bodies() {
        TextTable table =
                new TextTable("body", "mass (kg)", "mass center (m)", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz");
        for (Body body : robot.bodies()) {
            SpatialInertia inertia = body.inertia();
            InertiaTensor tensor = inertia.tensorAboutCenter();
            table.row(
                    body.name(),
                    number(inertia.mass()),
                    vector(inertia.centerOfMass()),
                    number(tensor.xx()),
                    number(tensor.yy()),
                    number(tensor.zz()),
                    number(tensor.xy()),
                    number(tensor.xz()),
                    number(tensor.yz()));
        }
        return table;
    }

    private TextTable joints() {
        TextTable table = new TextTable(
                "joint", "kind", "axis", "lower", "upper", "velocity", "effort", "effort rate", "friction", "drive");
        for (Joint joint : robot.movingJoints()) {
            JointLimits limits = joint.limits();
            table.row(
                    joint.name(),
                    kind(joint),
                    vector(joint.geometry().axisInJoint()),
                    number(limits.lower()),
                    number(limits.upper()),
                    number(limits.velocity()),
                    number(limits.effort()),
                    number(limits.effortRate()),
                    friction(joint.friction()),
                    drive(joint));
        }
        return table;
    }

    /** What was declared and what became of it: a body with the motors that it carries. */
    private TextTable unified() {
        TextTable table = new TextTable("body", "declared (kg)", "motors of", "motors (kg)", "unified (kg)");
        for (int b = 0; b < robot.bodies().size(); b++) {
            String body = robot.bodies().get(b).name();
            List<Joint> motors = motorsOn(body);
            if (!motors.isEmpty()) {
                table.row(
                        body,
                        number(robot.declaredBodies().get(b).inertia().mass()),
                        motors.stream().map(Joint::name).collect(Collectors.joining(", ")),
                        motors.stream().map(joint -> number(motorMass(joint))).collect(Collectors.joining(" + ")),
                        number(robot.bodies().get(b).inertia().mass()));
            }
        }
        return table;
    }

    /** The joints whose motors have a mass that the model adds to a body. */
    private List<Joint> motorsOn(String body) {
        return robot.joints().stream()
                .filter(joint -> motorMass(joint) > 0
                        && joint.drive().rotor() != null
                        && joint.drive().rotor().carrier().equals(body))
                .toList();
    }

    private static double motorMass(Joint joint) {
        Rotor rotor = joint.drive().rotor();
        return rotor == null ? 0 : rotor.motorInCarrier().mass();
    }

    private static String kind(Joint joint) {
        return joint.kind().name().toLowerCase(Locale.ROOT);
    }

    private static String kind(CutJoint cut) {
        return cut.kind().name().toLowerCase(Locale.ROOT);
    }

    private static String friction(Friction friction) {
        if (friction.isZero()) {
            return "–";
        }
        String smooth = friction.smoothingVelocity() > 0 ? ", smoothed at " + number(friction.smoothingVelocity()) : "";
        return "coulomb %s, viscous %s%s".formatted(number(friction.coulomb()), number(friction.viscous()), smooth);
    }

    private static String drive(Joint joint) {
        List<String> parts = new ArrayList<>();
        if (joint.drive().reflectedInertia() != 0) {
            parts.add("reflected inertia " + number(joint.drive().reflectedInertia()));
        }
        Rotor rotor = joint.drive().rotor();
        if (rotor != null) {
            parts.add("rotor %s × %s on %s"
                    .formatted(number(rotor.inertia()), number(rotor.gearRatio()), rotor.carrier()));
        }
        Spring spring = joint.drive().spring();
        if (spring != null) {
            String rest = spring.restOffset() == 0 ? "" : " at rest at " + number(spring.restOffset());
            parts.add("elastic, stiffness " + number(spring.stiffness()) + rest);
        }
        if (!joint.drive().motorFriction().isZero()) {
            parts.add("motor " + friction(joint.drive().motorFriction()));
        }
        return parts.isEmpty() ? "–" : String.join(", ", parts);
    }

    private static String number(double value) {
        return TextTable.number(value);
    }

    private static String vector(Vector3 v) {
        return "(%s, %s, %s)".formatted(number(v.x()), number(v.y()), number(v.z()));
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", robot.name());
        json.put("base", robot.base().name());
        json.put("floating", robot.baseKind() == BaseKind.FLOATING);
        json.put("gravity", robot.gravity().toArray());
        json.put("totalMass", robot.totalMass());
        json.put("jointCount", robot.jointCount());
        json.put("joints", robot.jointNames());
        json.put(
                "elasticJoints", robot.elasticJoints().stream().map(Joint::name).toList());
        json.put("bodies", robot.bodies().stream().map(this::json).toList());
        json.put("allJoints", robot.joints().stream().map(RobotSummary::json).toList());
        if (!robot.couplings().isEmpty()) {
            json.put(
                    "couplings",
                    robot.couplings().stream().map(RobotSummary::json).toList());
        }
        if (!robot.heldJoints().isEmpty()) {
            json.put("heldJoints", robot.heldJoints());
        }
        if (robot.hasLoops()) {
            json.put("activeJoints", robot.loops().activeJoints());
            json.put("independentJoints", robot.loops().independentJoints());
            json.put("assembly", robot.loops().assembly());
            json.put(
                    "cutJoints",
                    robot.loops().cutJoints().stream().map(RobotSummary::json).toList());
        }
        if (!robot.contacts().isEmpty()) {
            json.put(
                    "contacts",
                    robot.contacts().stream().map(RobotSummary::json).toList());
        }
        json.put("warnings", robot.warnings().stream().map(Problem::toString).toList());
        return json;
    }

    private static Object json(Contact contact) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", contact.name());
        json.put("body", contact.body());
        json.put("kind", contact.kind().word());
        json.put("position", contact.bodyFromContact().position().toArray());
        json.put("orientation", contact.bodyFromContact().rotation().toQuaternion());
        if (contact.friction() < Double.POSITIVE_INFINITY) {
            json.put("friction", contact.friction());
        }
        if (!contact.area().isEmpty()) {
            json.put(
                    "area",
                    contact.area().stream()
                            .map(corner -> new double[] {corner.x(), corner.y()})
                            .toList());
        }
        return json;
    }

    private Object json(Body body) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", body.name());
        json.put("mass", body.inertia().mass());
        SpatialInertia declared =
                robot.declaredBodies().get(robot.bodyIndex(body.name())).inertia();
        if (!declared.equals(body.inertia())) {
            json.put("declaredMass", declared.mass());
            json.put("motorsOf", motorsOn(body.name()).stream().map(Joint::name).toList());
        }
        json.put("centerOfMass", body.inertia().centerOfMass().toArray());
        double[] m = body.inertia().tensorAboutCenter().toArray();
        json.put(
                "inertiaAboutCenter",
                List.of(new double[] {m[0], m[1], m[2]}, new double[] {m[3], m[4], m[5]}, new double[] {m[6], m[7], m[8]
                }));
        return json;
    }

    private static Object json(Coupling coupling) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("joint", coupling.joint());
        json.put("leader", coupling.leader());
        json.put("factor", coupling.factor());
        json.put("offset", coupling.offset());
        return json;
    }

    private static Object json(Joint joint) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", joint.name());
        json.put("kind", kind(joint));
        json.put("parent", joint.parent());
        json.put("child", joint.child());
        json.put("axisInJoint", joint.geometry().axisInJoint().toArray());
        JointLimits limits = joint.limits();
        putLimit(json, "lower", limits.lower());
        putLimit(json, "upper", limits.upper());
        putLimit(json, "velocity", limits.velocity());
        putLimit(json, "effort", limits.effort());
        putLimit(json, "effortRate", limits.effortRate());
        json.put("coulombFriction", joint.friction().coulomb());
        json.put("viscousFriction", joint.friction().viscous());
        json.put("smoothingVelocity", joint.friction().smoothingVelocity());
        json.put("reflectedInertia", joint.drive().reflectedInertia());
        Rotor rotor = joint.drive().rotor();
        if (rotor != null) {
            Map<String, Object> about = new LinkedHashMap<>();
            about.put("inertia", rotor.inertia());
            about.put("gearRatio", rotor.gearRatio());
            about.put("carrier", rotor.carrier());
            about.put("axisInCarrier", rotor.axisInCarrier().toArray());
            about.put("motorMass", rotor.motorInCarrier().mass());
            json.put("rotor", about);
        }
        Spring spring = joint.drive().spring();
        if (spring != null) {
            json.put("stiffness", spring.stiffness());
            json.put("restOffset", spring.restOffset());
        }
        Friction ofMotor = joint.drive().motorFriction();
        if (!ofMotor.isZero()) {
            json.put("motorCoulombFriction", ofMotor.coulomb());
            json.put("motorViscousFriction", ofMotor.viscous());
            json.put("motorSmoothingVelocity", ofMotor.smoothingVelocity());
        }
        return json;
    }

    private static Object json(CutJoint cut) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", cut.name());
        json.put("kind", kind(cut));
        json.put("first", cut.first());
        json.put("second", cut.second());
        return json;
    }

    private static void putLimit(Map<String, Object> json, String key, double limit) {
        if (Double.isFinite(limit)) {
            json.put(key, limit);
        }
    }
}
