package dev.catena.formats.urdf;

import dev.catena.formats.file.NearestName;
import dev.catena.formats.xml.XmlElement;
import dev.catena.model.CompositeJoint;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the joints of a URDF file. */
final class UrdfJoint {
    private static final Set<String> READ =
            Set.of("origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "catena");
    private static final Set<String> SKIPPED = Set.of("calibration", "safety_controller");
    private static final Set<String> OF_EXTENSION = Set.of(
            "effort",
            "velocity",
            "effort_rate",
            "smoothing_velocity",
            "reflected_inertia",
            "stiffness",
            "rest_offset",
            "motor_friction",
            "motor_damping",
            "motor_smoothing_velocity",
            "held",
            "role");
    private static final List<String> TYPES =
            List.of("revolute", "continuous", "prismatic", "fixed", "planar", "floating", "spherical");

    private final RobotModelBuilder builder;
    private final UrdfBodyFrames bodyFrames;
    private final UnknownElements unknownElements;
    private final boolean strict;

    /** Tells the user about elements that nobody reads. */
    interface UnknownElements {
        void warnAbout(XmlElement owner, Set<String> read, Set<String> skipped);
    }

    UrdfJoint(RobotModelBuilder builder, UrdfBodyFrames bodyFrames, UnknownElements unknownElements, boolean strict) {
        this.strict = strict;
        this.builder = builder;
        this.bodyFrames = bodyFrames;
        this.unknownElements = unknownElements;
    }

    void read(XmlElement element) {
        unknownElements.warnAbout(element, READ, SKIPPED);
        String name = element.requiredText("name");
        String type = element.requiredText("type");
        String parent = end(element, name, "parent");
        String child = end(element, name, "child");
        if (!TYPES.contains(type)) {
            element.problem("joint \"%s\" has the unknown type \"%s\"%s (known: %s)"
                    .formatted(name, type, NearestName.hint(type, TYPES), String.join(", ", TYPES)));
            return;
        }
        if (parent.isEmpty() || child.isEmpty()) {
            return;
        }
        readDependence(element, name, type);
        if (type.equals("planar")) {
            readPlanar(element, name, parent, child);
            return;
        }
        if (type.equals("floating")) {
            builder.joints(CompositeJoint.free(name, parent, child, UrdfReader.origin(element)));
            element.warning(
                    "floating joint \"%s\" inside the tree becomes six joints: \"%s_x\", \"%s_y\", \"%s_z\" slide, \"%s_roll\", \"%s_pitch\", \"%s_yaw\" turn about x, y and z in turn"
                            .formatted(name, name, name, name, name, name, name));
            return;
        }
        if (type.equals("spherical")) {
            builder.joints(CompositeJoint.spherical(name, parent, child, UrdfReader.origin(element)));
            element.warning(
                    "spherical joint \"%1$s\" becomes three joints \"%1$s_x\", \"%1$s_y\", \"%1$s_z\"; its limits are left out"
                            .formatted(name));
            return;
        }
        JointKind kind = switch (type) {
            case "prismatic" -> JointKind.PRISMATIC;
            case "fixed" -> JointKind.FIXED;
            default -> JointKind.REVOLUTE;
        };
        UrdfBodyFrames.@Nullable BodyFrame frame = bodyFrames.of(child);
        Pose jointFromBody = frame == null ? Pose.IDENTITY : frame.jointFromBody();
        String body = frame == null ? child : frame.body();
        builder.joint(Joint.of(kind, name, parent, body)
                .with(new JointGeometry(UrdfReader.origin(element), axis(element, kind), jointFromBody))
                .with(limits(element, name, type))
                .with(friction(element))
                .with(drive(element, parent)));
    }

    /** What follows another joint, or is held. A fixed joint that mimics another one stays where it is. */
    private void readDependence(XmlElement element, String name, String type) {
        XmlElement extension = element.child("catena");
        if (extension != null && extension.has("held")) {
            builder.hold(name, extension.requiredNumber("held"));
        }
        XmlElement mimic = element.child("mimic");
        if (mimic == null) {
            return;
        }
        if (List.of("fixed", "planar", "floating", "spherical").contains(type)) {
            mimic.warning("the %s joint \"%s\" cannot mimic another one; <mimic> is ignored".formatted(type, name));
            return;
        }
        builder.location(mimic.location());
        builder.coupling(name, mimic.requiredText("joint"), mimic.number("multiplier", 1), mimic.number("offset", 0));
        builder.location(element.location());
    }

    private String end(XmlElement joint, String name, String end) {
        XmlElement element = joint.child(end);
        if (element == null) {
            joint.problem("joint \"%s\" has no <%s>".formatted(name, end));
            return "";
        }
        return element.requiredText("link");
    }

    /** The default of URDF is x; a fixed joint has no axis, and the model's default stands for it. */
    private static Vector3 axis(XmlElement joint, JointKind kind) {
        XmlElement axis = joint.child("axis");
        if (axis == null) {
            return kind == JointKind.FIXED ? Vector3.Z : Vector3.X;
        }
        return axis.vector("xyz", Vector3.X);
    }

    /** Slides along two directions normal to the axis, then turns about it; the child's frame stays URDF's. */
    private void readPlanar(XmlElement element, String name, String parent, String child) {
        Vector3 normal = axis(element, JointKind.REVOLUTE);
        if (normal.norm() == 0) {
            element.problem("joint \"%s\" has an axis of zero length".formatted(name));
            return;
        }
        Rotation urdfFromJoint = Rotation.withAxisZ(normal);
        CompositeJoint planar = CompositeJoint.planar(
                name, parent, child, UrdfReader.origin(element).times(Pose.rotation(urdfFromJoint)));
        List<Joint> joints = new ArrayList<>(planar.joints());
        Joint last = joints.get(joints.size() - 1);
        JointGeometry turned = new JointGeometry(Pose.IDENTITY, Vector3.Z, Pose.rotation(urdfFromJoint.inverse()));
        joints.set(joints.size() - 1, last.with(turned));
        builder.joints(new CompositeJoint(planar.intermediateBodies(), joints));
        element.warning(
                "planar joint \"%s\" becomes three joints: \"%s\" and \"%s\" slide in the plane normal to its axis, \"%s\" turns about it; its limits are left out"
                        .formatted(name, joints.get(0).name(), joints.get(1).name(), last.name()));
    }

    private JointLimits limits(XmlElement joint, String name, String type) {
        JointLimits limits = JointLimits.NONE;
        XmlElement element = joint.child("limit");
        if (element != null) {
            if (!type.equals("continuous")) {
                limits = range(element, name);
            }
            limits = limits.withVelocity(positive(element, name, "velocity", type))
                    .withEffort(positive(element, name, "effort", type));
        }
        XmlElement extension = joint.child("catena");
        if (extension != null) {
            limits = limits.withVelocity(extension.limit("velocity", limits.velocity()))
                    .withEffort(extension.limit("effort", limits.effort()))
                    .withEffortRate(extension.limit("effort_rate", limits.effortRate()));
        }
        return limits;
    }

    /** Limits the wrong way round leave no position at all: nobody can have meant them. */
    private JointLimits range(XmlElement limit, String name) {
        JointLimits range = JointLimits.position(
                limit.limit("lower", Double.NEGATIVE_INFINITY), limit.limit("upper", Double.POSITIVE_INFINITY));
        if (range.lower() <= range.upper() || strict) {
            return range;
        }
        limit.warning("joint \"%s\" has lower limit %s above its upper limit %s, which is read as no limit"
                .formatted(name, range.lower(), range.upper()));
        return JointLimits.NONE;
    }

    /** Zero and less stand for "not known" in many files; taken at its word it would forbid every motion. */
    private double positive(XmlElement limit, String name, String key, String type) {
        double value = limit.limit(key, Double.POSITIVE_INFINITY);
        if (value > 0 || (value < 0 && strict)) {
            return value;
        }
        if (!type.equals("fixed")) {
            limit.warning(
                    "joint \"%s\" has %s=\"%s\", which is read as no limit".formatted(name, key, limit.text(key)));
        }
        return Double.POSITIVE_INFINITY;
    }

    private static Friction friction(XmlElement joint) {
        XmlElement dynamics = joint.child("dynamics");
        Friction friction = dynamics == null
                ? Friction.NONE
                : Friction.of(dynamics.number("friction", 0), dynamics.number("damping", 0));
        XmlElement extension = joint.child("catena");
        return extension == null ? friction : friction.smoothed(extension.number("smoothing_velocity", 0));
    }

    private static Drive drive(XmlElement joint, String parent) {
        XmlElement extension = joint.child("catena");
        if (extension == null) {
            return Drive.NONE;
        }
        extension.requireKnown(OF_EXTENSION);
        extension.requireKnownChildren(Set.of("rotor"));
        XmlElement rotor = extension.child("rotor");
        if (rotor != null) {
            rotor.requireKnown(Set.of("inertia", "gear_ratio", "carrier", "axis"));
        }
        return new Drive(
                extension.number("reflected_inertia", 0),
                rotor == null
                        ? null
                        : new Rotor(
                                rotor.requiredNumber("inertia"),
                                rotor.requiredNumber("gear_ratio"),
                                rotor.has("carrier") ? rotor.requiredText("carrier") : parent,
                                rotor.vector("axis", Vector3.Z)),
                extension.has("stiffness") || extension.has("rest_offset")
                        ? new Spring(extension.requiredNumber("stiffness"), extension.number("rest_offset", 0))
                        : null,
                new Friction(
                        extension.number("motor_friction", 0),
                        extension.number("motor_damping", 0),
                        extension.number("motor_smoothing_velocity", 0)));
    }
}
