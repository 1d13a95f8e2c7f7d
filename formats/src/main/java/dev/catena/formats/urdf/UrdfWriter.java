package dev.catena.formats.urdf;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.model.BaseKind;
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
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes a robot as URDF. What URDF has no place for goes into {@code <catena>} elements, which other readers ignore;
 * {@code docs/urdf.md} lists them. Orientations become roll, pitch and yaw, so that a model read back agrees to
 * rounding.
 */
public final class UrdfWriter {
    private final StringBuilder out = new StringBuilder();
    private final RobotModel robot;

    private UrdfWriter(RobotModel robot) {
        this.robot = robot;
    }

    /**
     * The robot as text.
     *
     * @throws IllegalArgumentException where a name holds a character that XML does not allow, or where a name that the
     *     writer needs for a joint frame is taken
     */
    public static String write(RobotModel robot) {
        UrdfWriter writer = new UrdfWriter(robot);
        writer.robot();
        return writer.out.toString();
    }

    /** What the file will not hold of a robot, or other programs will not see; empty where that is nothing. */
    public static List<String> losses(RobotModel robot) {
        List<String> losses = new ArrayList<>();
        long foreign = robot.shapes().stream()
                .filter(shape -> !UrdfShapeWriter.isUrdf(shape))
                .count();
        if (foreign > 0) {
            losses.add(
                    "%s of %s shapes are capsules or ellipsoids, which URDF does not have; they are written for Catena alone"
                            .formatted(foreign, robot.shapes().size()));
        }
        if (!robot.contacts().isEmpty()) {
            losses.add("contacts: URDF has no places that stand on the ground");
        }
        if (!robot.declaredBodies().equals(robot.bodies())) {
            losses.add("motors are not kept apart: their masses are added to the links that carry them");
        }
        return losses;
    }

    private void robot() {
        line(0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        line(0, "<robot name=%s>".formatted(quoted(robot.name())));
        String floating = robot.baseKind() == BaseKind.FLOATING ? " floating=\"true\"" : "";
        String policy = robot.inertiaPolicy() == InertiaPolicy.STRICT ? " inertia_policy=\"strict\"" : "";
        line(
                1,
                "<catena gravity=\"%s\"%s%s%s>"
                        .formatted(numbers(robot.gravity().toArray()), floating, policy, robot.hasLoops() ? "" : "/"));
        if (robot.hasLoops()) {
            loops(robot.loops());
            line(1, "</catena>");
        }
        link(robot.base().name(), robot.base().inertia());
        for (Joint joint : robot.declaredJoints()) {
            String body = joint.child();
            boolean onJoint = joint.geometry().jointFromBody().equals(Pose.IDENTITY);
            String moved = onJoint ? body : frameName(body);
            joint(joint, moved);
            if (!onJoint) {
                link(moved, SpatialInertia.ZERO);
                bodyFrame(joint, moved);
            }
            link(body, robot.bodies().get(robot.bodyIndex(body)).inertia());
        }
        line(0, "</robot>");
    }

    private void loops(Loops loops) {
        for (CutJoint cut : loops.cutJoints()) {
            String type = cut.kind().name().toLowerCase(Locale.ROOT);
            StringBuilder attributes = new StringBuilder();
            Friction friction = cut.friction();
            if (!friction.equals(Friction.NONE)) {
                attribute(attributes, "friction", friction.coulomb());
                attribute(attributes, "damping", friction.viscous());
                attribute(attributes, "smoothing_velocity", friction.smoothingVelocity());
            }
            line(2, "<cut name=%s type=\"%s\"%s>".formatted(quoted(cut.name()), type, attributes));
            cutEnd("first", cut.first(), cut.firstFromJoint());
            cutEnd("second", cut.second(), cut.secondFromJoint());
            line(2, "</cut>");
        }
        loops.activeJoints().forEach(joint -> line(2, "<active joint=%s/>".formatted(quoted(joint))));
        if (!loops.independentJoints().equals(loops.activeJoints())) {
            loops.independentJoints().forEach(joint -> line(2, "<independent joint=%s/>".formatted(quoted(joint))));
        }
        loops.assembly()
                .forEach((joint, q) -> line(
                        2, "<assembly joint=%s position=\"%s\"/>".formatted(quoted(joint), DecimalNumber.format(q))));
    }

    private void cutEnd(String end, String body, Pose frame) {
        line(3, "<%s link=%s>".formatted(end, quoted(body)));
        origin(4, frame);
        line(3, "</%s>".formatted(end));
    }

    private String frameName(String body) {
        String frame = body + "_joint_frame";
        if (robot.hasBody(frame)) {
            throw new IllegalArgumentException(
                    "URDF needs a link \"%s\" between body \"%s\" and its joint, but a body has that name already"
                            .formatted(frame, body));
        }
        return frame;
    }

    private void link(String name, SpatialInertia inertia) {
        String shapes = UrdfShapeWriter.write(robot.shapesOf(name));
        if (inertia.equals(SpatialInertia.ZERO) && shapes.isEmpty()) {
            line(1, "<link name=%s/>".formatted(quoted(name)));
            return;
        }
        line(1, "<link name=%s>".formatted(quoted(name)));
        if (!inertia.equals(SpatialInertia.ZERO)) {
            inertial(inertia);
        }
        out.append(shapes);
        line(1, "</link>");
    }

    private void inertial(SpatialInertia inertia) {
        InertiaTensor t = inertia.tensorAboutCenter();
        line(2, "<inertial>");
        line(
                3,
                "<origin xyz=\"%s\" rpy=\"0 0 0\"/>"
                        .formatted(numbers(inertia.centerOfMass().toArray())));
        line(3, "<mass value=\"%s\"/>".formatted(DecimalNumber.format(inertia.mass())));
        line(
                3,
                "<inertia ixx=\"%s\" ixy=\"%s\" ixz=\"%s\" iyy=\"%s\" iyz=\"%s\" izz=\"%s\"/>"
                        .formatted(
                                DecimalNumber.format(t.xx()),
                                DecimalNumber.format(t.xy()),
                                DecimalNumber.format(t.xz()),
                                DecimalNumber.format(t.yy()),
                                DecimalNumber.format(t.yz()),
                                DecimalNumber.format(t.zz())));
        line(2, "</inertial>");
    }

    private void joint(Joint joint, String child) {
        line(1, "<joint name=%s type=\"%s\">".formatted(quoted(joint.name()), type(joint)));
        origin(2, joint.geometry().parentFromJoint());
        line(2, "<parent link=%s/>".formatted(quoted(joint.parent())));
        line(2, "<child link=%s/>".formatted(quoted(child)));
        if (joint.kind().moves() || !joint.geometry().axisInJoint().equals(Vector3.Z)) {
            line(
                    2,
                    "<axis xyz=\"%s\"/>"
                            .formatted(numbers(joint.geometry().axisInJoint().toArray())));
        }
        limits(joint);
        if (joint.friction().coulomb() != 0 || joint.friction().viscous() != 0) {
            line(
                    2,
                    "<dynamics damping=\"%s\" friction=\"%s\"/>"
                            .formatted(
                                    DecimalNumber.format(joint.friction().viscous()),
                                    DecimalNumber.format(joint.friction().coulomb())));
        }
        mimic(joint);
        extension(joint);
        line(1, "</joint>");
    }

    private void mimic(Joint joint) {
        for (Coupling coupling : robot.couplings()) {
            if (coupling.joint().equals(joint.name())) {
                line(
                        2,
                        "<mimic joint=%s multiplier=\"%s\" offset=\"%s\"/>"
                                .formatted(
                                        quoted(coupling.leader()),
                                        DecimalNumber.format(coupling.factor()),
                                        DecimalNumber.format(coupling.offset())));
            }
        }
    }

    private static String type(Joint joint) {
        return switch (joint.kind()) {
            case REVOLUTE -> joint.limits().boundsPosition() ? "revolute" : "continuous";
            case PRISMATIC -> "prismatic";
            case FIXED -> "fixed";
        };
    }

    /** The massless link on the joint carries the body by a fixed joint that readers of Catena fold away. */
    private void bodyFrame(Joint joint, String frame) {
        line(1, "<joint name=%s type=\"fixed\">".formatted(quoted(joint.name() + "_body_frame")));
        origin(2, joint.geometry().jointFromBody());
        line(2, "<parent link=%s/>".formatted(quoted(frame)));
        line(2, "<child link=%s/>".formatted(quoted(joint.child())));
        line(2, "<catena role=\"body_frame\"/>");
        line(1, "</joint>");
    }

    private void origin(int depth, Pose pose) {
        line(depth, UrdfShapeWriter.origin(pose));
    }

    private void limits(Joint joint) {
        JointLimits limits = joint.limits();
        boolean required = joint.kind() != JointKind.FIXED && !type(joint).equals("continuous");
        if (!required && limits.withEffortRate(Double.POSITIVE_INFINITY).equals(JointLimits.NONE)) {
            return;
        }
        String range = limits.boundsPosition() || required
                ? "lower=\"%s\" upper=\"%s\" ".formatted(limit(limits.lower()), limit(limits.upper()))
                : "";
        line(
                2,
                "<limit %seffort=\"%s\" velocity=\"%s\"/>"
                        .formatted(range, limit(limits.effort()), limit(limits.velocity())));
    }

    /** URDF asks for finite limits: the largest double stands for none. */
    private static String limit(double value) {
        return DecimalNumber.format(Double.isInfinite(value) ? Math.copySign(Double.MAX_VALUE, value) : value);
    }

    private void extension(Joint joint) {
        StringBuilder attributes = new StringBuilder();
        JointLimits limits = joint.limits();
        if (limits.effort() == 0) {
            attribute(attributes, "effort", 0);
        }
        if (limits.velocity() == 0) {
            attribute(attributes, "velocity", 0);
        }
        if (limits.effortRate() != Double.POSITIVE_INFINITY) {
            attribute(attributes, "effort_rate", limits.effortRate());
        }
        if (joint.friction().smoothingVelocity() != 0) {
            attribute(attributes, "smoothing_velocity", joint.friction().smoothingVelocity());
        }
        if (joint.drive().reflectedInertia() != 0) {
            attribute(attributes, "reflected_inertia", joint.drive().reflectedInertia());
        }
        Double held = robot.heldJoints().get(joint.name());
        if (held != null) {
            attribute(attributes, "held", held);
        }
        drive(joint.drive(), attributes);
        Rotor rotor = joint.drive().rotor();
        if (rotor != null) {
            line(2, "<catena%s>".formatted(attributes));
            line(
                    3,
                    "<rotor inertia=\"%s\" gear_ratio=\"%s\" carrier=%s axis=\"%s\"/>"
                            .formatted(
                                    DecimalNumber.format(rotor.inertia()),
                                    DecimalNumber.format(rotor.gearRatio()),
                                    quoted(rotor.carrier()),
                                    numbers(rotor.axisInCarrier().toArray())));
            line(2, "</catena>");
        } else if (!attributes.isEmpty()) {
            line(2, "<catena%s/>".formatted(attributes));
        }
    }

    private static void drive(Drive drive, StringBuilder attributes) {
        Spring spring = drive.spring();
        if (spring != null) {
            attribute(attributes, "stiffness", spring.stiffness());
            attribute(attributes, "rest_offset", spring.restOffset());
        }
        Friction friction = drive.motorFriction();
        if (!friction.equals(Friction.NONE)) {
            attribute(attributes, "motor_friction", friction.coulomb());
            attribute(attributes, "motor_damping", friction.viscous());
            attribute(attributes, "motor_smoothing_velocity", friction.smoothingVelocity());
        }
    }

    private static void attribute(StringBuilder attributes, String key, double value) {
        attributes
                .append(' ')
                .append(key)
                .append("=\"")
                .append(DecimalNumber.format(value))
                .append('"');
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    static String numbers(double... values) {
        return Arrays.stream(values).mapToObj(DecimalNumber::format).collect(Collectors.joining(" "));
    }

    /** An attribute's value; white space is written by number, because a reader would turn it into blanks. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            boolean allowed = c == '\t'
                    || c == '\n'
                    || c == '\r'
                    || (c >= 0x20 && c <= 0xd7ff)
                    || (c >= 0xe000 && c <= 0xfffd)
                    || c >= 0x10000;
            if (!allowed) {
                throw new IllegalArgumentException(
                        "the name \"%s\" holds a character that XML does not allow".formatted(text));
            }
            switch (c) {
                case '&' -> quoted.append("&amp;");
                case '<' -> quoted.append("&lt;");
                case '>' -> quoted.append("&gt;");
                case '"' -> quoted.append("&quot;");
                case '\t', '\n', '\r' -> quoted.append("&#").append(c).append(';');
                default -> quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }
}
