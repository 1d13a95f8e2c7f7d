package dev.catena.formats.yaml;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.model.BaseKind;
import dev.catena.model.Body;
import dev.catena.model.Coupling;
import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.Loops;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a robot as Catena's own YAML, joints by placement and axis; reading it back gives the same model. */
public final class RobotYamlWriter {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");
    private static final Set<String> NOT_PLAIN = Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private final StringBuilder out = new StringBuilder();

    private RobotYamlWriter() {}

    public static String write(RobotModel robot) {
        RobotYamlWriter writer = new RobotYamlWriter();
        writer.robot(robot);
        return writer.out.toString();
    }

    private void robot(RobotModel robot) {
        line("catena: " + RobotYamlReader.VERSION);
        line("name: " + text(robot.name()));
        line("gravity: " + list(robot.gravity().toArray()));
        if (robot.inertiaPolicy() == InertiaPolicy.LENIENT) {
            line("inertia-policy: lenient");
        }
        line("base:");
        line("  name: " + text(robot.base().name()));
        if (robot.baseKind() == BaseKind.FLOATING) {
            line("  floating: true");
        }
        inertia("  ", robot.declaredBodies().get(0).inertia());
        out.append(YamlShapes.write("  ", robot.shapesOf(robot.base().name())));
        line("convention: placement");
        line(robot.declaredJoints().isEmpty() ? "joints: []" : "joints:");
        for (Joint joint : robot.declaredJoints()) {
            joint(robot, joint, robot.declaredBodies().get(robot.bodyIndex(joint.child())));
            out.append(YamlShapes.write("    ", robot.shapesOf(joint.child())));
        }
        if (robot.hasLoops()) {
            loops(robot.loops());
        }
        out.append(YamlContacts.write(robot.contacts()));
    }

    private void loops(Loops loops) {
        line("loops:");
        line("  active: " + names(loops.activeJoints()));
        if (!loops.independentJoints().equals(loops.activeJoints())) {
            line("  independent: " + names(loops.independentJoints()));
        }
        if (!loops.assembly().isEmpty()) {
            line("  assembly:");
            loops.assembly().forEach((joint, q) -> line("    %s: %s".formatted(text(joint), DecimalNumber.format(q))));
        }
        line("  cuts:");
        for (CutJoint cut : loops.cutJoints()) {
            line("    - name: " + text(cut.name()));
            line("      kind: " + cut.kind().name().toLowerCase(Locale.ROOT));
            line("      first: " + end(cut.first(), cut.firstFromJoint()));
            line("      second: " + end(cut.second(), cut.secondFromJoint()));
            friction("      ", cut.friction());
        }
    }

    private static String end(String body, Pose frame) {
        String matrix = frame.rotation().equals(Rotation.IDENTITY)
                ? ""
                : ", matrix: " + list(frame.rotation().toArray());
        return "{body: %s, xyz: %s%s}"
                .formatted(text(body), list(frame.position().toArray()), matrix);
    }

    private static String names(List<String> names) {
        return names.stream().map(RobotYamlWriter::text).collect(Collectors.joining(", ", "[", "]"));
    }

    private void joint(RobotModel robot, Joint joint, Body child) {
        line("  - name: " + text(joint.name()));
        line("    kind: " + joint.kind().name().toLowerCase(Locale.ROOT));
        line("    parent: " + text(joint.parent()));
        line("    body: " + text(child.name()));
        pose("placement", joint.geometry().parentFromJoint());
        if (joint.kind() != JointKind.FIXED || !joint.geometry().axisInJoint().equals(Vector3.Z)) {
            line("    axis: " + list(joint.geometry().axisInJoint().toArray()));
        }
        pose("body-frame", joint.geometry().jointFromBody());
        dependence(robot, joint.name());
        limits(joint.limits());
        friction("    ", joint.friction());
        drive(joint);
        inertia("    ", child.inertia());
    }

    private void dependence(RobotModel robot, String joint) {
        for (Coupling coupling : robot.couplings()) {
            if (coupling.joint().equals(joint)) {
                line("    follows: {joint: %s, factor: %s, offset: %s}"
                        .formatted(
                                text(coupling.leader()),
                                DecimalNumber.format(coupling.factor()),
                                DecimalNumber.format(coupling.offset())));
            }
        }
        Double held = robot.heldJoints().get(joint);
        if (held != null) {
            line("    held: " + DecimalNumber.format(held));
        }
    }

    private void pose(String key, Pose pose) {
        if (pose.equals(Pose.IDENTITY)) {
            return;
        }
        line("    " + key + ":");
        line("      xyz: " + list(pose.position().toArray()));
        if (!pose.rotation().equals(Rotation.IDENTITY)) {
            line("      matrix: " + list(pose.rotation().toArray()));
        }
    }

    private void limits(JointLimits limits) {
        JointLimits none = JointLimits.NONE;
        if (limits.equals(none)) {
            return;
        }
        line("    limits:");
        limit("lower", limits.lower(), none.lower());
        limit("upper", limits.upper(), none.upper());
        limit("velocity", limits.velocity(), none.velocity());
        limit("effort", limits.effort(), none.effort());
        limit("effort-rate", limits.effortRate(), none.effortRate());
    }

    private void limit(String key, double value, double none) {
        if (value != none) {
            line("      %s: %s"
                    .formatted(key, Double.isInfinite(value) ? infinite(value) : DecimalNumber.format(value)));
        }
    }

    private static String infinite(double value) {
        return value > 0 ? ".inf" : "-.inf";
    }

    private void friction(String indent, Friction friction) {
        if (!friction.equals(Friction.NONE)) {
            line(indent
                    + "friction: {coulomb: %s, viscous: %s, smoothing-velocity: %s}"
                            .formatted(
                                    DecimalNumber.format(friction.coulomb()),
                                    DecimalNumber.format(friction.viscous()),
                                    DecimalNumber.format(friction.smoothingVelocity())));
        }
    }

    private void drive(Joint joint) {
        Drive drive = joint.drive();
        if (drive.equals(Drive.NONE)) {
            return;
        }
        line("    drive:");
        line("      reflected-inertia: " + DecimalNumber.format(drive.reflectedInertia()));
        Spring spring = drive.spring();
        if (spring != null) {
            line("      spring: {stiffness: %s, rest-offset: %s}"
                    .formatted(DecimalNumber.format(spring.stiffness()), DecimalNumber.format(spring.restOffset())));
        }
        friction("      ", drive.motorFriction());
        Rotor rotor = drive.rotor();
        if (rotor != null) {
            line("      rotor:");
            line("        inertia: " + DecimalNumber.format(rotor.inertia()));
            line("        gear-ratio: " + DecimalNumber.format(rotor.gearRatio()));
            line("        carrier: " + text(rotor.carrier()));
            line("        axis: " + list(rotor.axisInCarrier().toArray()));
            inertia("        ", "motor", rotor.motorInCarrier());
        }
    }

    private void inertia(String indent, SpatialInertia inertia) {
        inertia(indent, "inertia", inertia);
    }

    private void inertia(String indent, String key, SpatialInertia inertia) {
        if (inertia.equals(SpatialInertia.ZERO)) {
            return;
        }
        InertiaTensor t = inertia.tensorAboutCenter();
        line(indent + key + ":");
        line(indent + "  mass: " + DecimalNumber.format(inertia.mass()));
        line(indent + "  center-of-mass: " + list(inertia.centerOfMass().toArray()));
        String[] keys = {"xx", "xy", "xz", "yy", "yz", "zz"};
        double[] entries = {t.xx(), t.xy(), t.xz(), t.yy(), t.yz(), t.zz()};
        line(indent + "  tensor-about-center:");
        for (int k = 0; k < keys.length; k++) {
            line("%s    %s: %s".formatted(indent, keys[k], DecimalNumber.format(entries[k])));
        }
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    static String list(double... values) {
        return Arrays.stream(values).mapToObj(DecimalNumber::format).collect(Collectors.joining(", ", "[", "]"));
    }

    /** A name as it stands, or in double quotes where YAML could take it for something else. */
    static String text(String name) {
        if (PLAIN.matcher(name).matches() && !NOT_PLAIN.contains(name.toLowerCase(Locale.ROOT))) {
            return name;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' '
                    || (c >= 0x7f && c < 0xa0)
                    || c == '\u2028'
                    || c == '\u2029'
                    || c == '\ufeff'
                    || c > 0xfffd) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
