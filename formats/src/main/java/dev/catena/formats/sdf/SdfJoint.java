package dev.catena.formats.sdf;

import dev.catena.formats.xml.XmlElement;
import dev.catena.model.CompositeJoint;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One joint of an SDF model. */
final class SdfJoint {
    /** Gazebo's own number for no limit. */
    private static final double NO_LIMIT = 1e15;

    private final XmlElement element;
    private final String scope;
    private final String name;
    private final String type;
    private final String parent;
    private final String child;
    private final SdfFrames frames;

    SdfJoint(XmlElement element, String scope, SdfFrames frames) {
        this.element = element;
        this.scope = scope;
        this.frames = frames;
        name = scope + element.requiredText("name");
        type = element.requiredText("type");
        parent = frames.bodyOf(end("parent"));
        child = frames.bodyOf(end("child"));
    }

    private String end(String key) {
        String end = SdfFrames.text(element, key, "");
        if (end.isEmpty()) {
            element.problem("joint \"%s\" has no <%s>".formatted(name, key));
        }
        return SdfFrames.resolved(scope, end);
    }

    XmlElement element() {
        return element;
    }

    String name() {
        return name;
    }

    String type() {
        return type;
    }

    String parent() {
        return parent;
    }

    String child() {
        return child;
    }

    private Pose modelFromJoint() {
        return frames.modelFromJoint(name, element);
    }

    /** The joints of one degree that it becomes. */
    List<String> movingNames() {
        return switch (type) {
            case "revolute", "continuous", "prismatic", "screw" -> List.of(name);
            case "universal", "revolute2" -> List.of(name + "_1", name + "_2");
            case "ball" -> List.of(name + "_x", name + "_y", name + "_z");
            default -> List.of();
        };
    }

    /** Whether it follows another joint. */
    boolean follows() {
        XmlElement axis = element.child("axis");
        return axis != null && axis.child("mimic") != null;
    }

    /** The direction of an axis in the frame of the joint. */
    Vector3 axis(String key) {
        XmlElement axis = element.child(key);
        Vector3 xyz = SdfFrames.vector(axis, "xyz", Vector3.Z);
        XmlElement direction = axis == null ? null : axis.child("xyz");
        String frame = direction == null ? "" : direction.text("expressed_in", "");
        boolean inModel = axis != null && SdfFrames.isTrue(axis, "use_parent_model_frame");
        if (frame.isEmpty() && !inModel) {
            return xyz;
        }
        Rotation modelFromAxis = inModel
                ? frames.modelFrom(SdfFrames.modelFrame(scope), element).rotation()
                : frames.modelFrom(
                                frame.equals("__model__")
                                        ? SdfFrames.modelFrame(scope)
                                        : SdfFrames.resolved(scope, frame),
                                element)
                        .rotation();
        return modelFromJoint().rotation().inverse().times(modelFromAxis).apply(xyz);
    }

    Vector3 axisInModel(String key) {
        return modelFromJoint().rotation().apply(axis(key));
    }

    /** Adds the joint to the tree. */
    void addTo(RobotModelBuilder builder) {
        Pose parentFromJoint = frames.modelFrom(parent, element).inverse().times(modelFromJoint());
        Pose jointFromChild = tidy(modelFromJoint().inverse().times(frames.modelFrom(child, element)));
        builder.location(element.location());
        switch (type) {
            case "fixed" ->
                builder.joint(single(JointKind.FIXED, name, parent, child, parentFromJoint, "", jointFromChild));
            case "revolute", "continuous" ->
                builder.joint(single(JointKind.REVOLUTE, name, parent, child, parentFromJoint, "axis", jointFromChild));
            case "prismatic" ->
                builder.joint(
                        single(JointKind.PRISMATIC, name, parent, child, parentFromJoint, "axis", jointFromChild));
            case "universal", "revolute2" -> {
                String middle = name + "_middle";
                builder.body(middle, SpatialInertia.ZERO);
                builder.joint(single(
                        JointKind.REVOLUTE, name + "_1", parent, middle, parentFromJoint, "axis", Pose.IDENTITY));
                builder.joint(
                        single(JointKind.REVOLUTE, name + "_2", middle, child, Pose.IDENTITY, "axis2", jointFromChild));
                element.warning(
                        "%2$s joint \"%1$s\" becomes two joints, \"%1$s_1\" and \"%1$s_2\"".formatted(name, type));
            }
            case "ball" -> addBall(builder, parentFromJoint, jointFromChild);
            case "screw" -> addScrew(builder, parentFromJoint, jointFromChild);
            default -> element.problem("joint \"%s\" has the unknown type \"%s\"".formatted(name, type));
        }
        addMimic(builder);
    }

    private void addBall(RobotModelBuilder builder, Pose parentFromJoint, Pose jointFromChild) {
        CompositeJoint ball = CompositeJoint.spherical(name, parent, child, parentFromJoint);
        ball.intermediateBodies().forEach(builder::body);
        int last = ball.joints().size() - 1;
        ball.joints().subList(0, last).forEach(builder::joint);
        builder.joint(ball.joints().get(last).with(new JointGeometry(Pose.IDENTITY, Vector3.Z, jointFromChild)));
        element.warning("ball joint \"%1$s\" becomes three joints \"%1$s_x\", \"%1$s_y\", \"%1$s_z\"".formatted(name));
    }

    /** A screw turns, and slides in step. */
    private void addScrew(RobotModelBuilder builder, Pose parentFromJoint, Pose jointFromChild) {
        double advance = SdfFrames.number(element, "screw_thread_pitch", 1) / (2 * Math.PI);
        double threads = SdfFrames.number(element, "thread_pitch", 1);
        if (element.child("screw_thread_pitch") == null && element.child("thread_pitch") != null) {
            advance = -1 / threads;
        }
        if (!Double.isFinite(advance)) {
            element.problem("thread_pitch of joint \"%s\" must not be zero".formatted(name));
            return;
        }
        String middle = name + "_middle";
        builder.body(middle, SpatialInertia.ZERO);
        builder.joint(single(JointKind.REVOLUTE, name, parent, middle, parentFromJoint, "axis", Pose.IDENTITY));
        Joint slide = Joint.prismatic(name + "_slide", middle, child)
                .with(new JointGeometry(Pose.IDENTITY, axis("axis"), jointFromChild));
        builder.joint(slide).coupling(name + "_slide", name, advance, 0);
    }

    private Joint single(
            JointKind kind,
            String joint,
            String from,
            String to,
            Pose parentFromJoint,
            String key,
            Pose jointFromChild) {
        XmlElement axis = key.isEmpty() ? null : element.child(key);
        XmlElement dynamics = axis == null ? null : axis.child("dynamics");
        double spring = SdfFrames.number(dynamics, "spring_stiffness", 0);
        if (spring != 0) {
            element.warning("joint \"%s\" has a spring to its parent, which is left out".formatted(joint));
        }
        return Joint.of(kind, joint, from, to)
                .with(new JointGeometry(parentFromJoint, key.isEmpty() ? Vector3.Z : axis(key), jointFromChild))
                .with(kind == JointKind.FIXED ? JointLimits.NONE : limits(axis))
                .with(friction(dynamics))
                .with(Drive.NONE);
    }

    private static Friction friction(@Nullable XmlElement dynamics) {
        return Friction.of(
                Math.max(0, SdfFrames.number(dynamics, "friction", 0)),
                Math.max(0, SdfFrames.number(dynamics, "damping", 0)));
    }

    private JointLimits limits(@Nullable XmlElement axis) {
        XmlElement limit = axis == null ? null : axis.child("limit");
        double lower = bounded(SdfFrames.number(limit, "lower", Double.NEGATIVE_INFINITY));
        double upper = bounded(SdfFrames.number(limit, "upper", Double.POSITIVE_INFINITY));
        double velocity = bounded(SdfFrames.number(limit, "velocity", -1));
        double effort = bounded(SdfFrames.number(limit, "effort", -1));
        JointLimits limits = JointLimits.NONE;
        if (lower <= upper && !type.equals("continuous")) {
            limits = JointLimits.position(lower, upper);
        } else if (lower > upper) {
            element.warning("joint \"%s\" has lower limit %s above its upper limit %s, which is read as no limit"
                    .formatted(name, lower, upper));
        }
        return limits.withVelocity(velocity > 0 ? velocity : Double.POSITIVE_INFINITY)
                .withEffort(effort > 0 ? effort : Double.POSITIVE_INFINITY);
    }

    private static double bounded(double value) {
        return Math.abs(value) >= NO_LIMIT ? Math.copySign(Double.POSITIVE_INFINITY, value) : value;
    }

    /** q = multiplier · (q_leader − reference) + offset. */
    private void addMimic(RobotModelBuilder builder) {
        XmlElement axis = element.child("axis");
        XmlElement mimic = axis == null ? null : axis.child("mimic");
        if (mimic == null) {
            return;
        }
        double multiplier = SdfFrames.number(mimic, "multiplier", 1);
        double offset = SdfFrames.number(mimic, "offset", 0) - multiplier * SdfFrames.number(mimic, "reference", 0);
        builder.coupling(name, SdfFrames.resolved(scope, mimic.requiredText("joint")), multiplier, offset);
    }

    /** The same joint where it closes a loop; null where such a joint cannot. */
    @Nullable
    CutJoint cut() {
        CutKind kind = switch (type) {
            case "revolute", "continuous" -> CutKind.REVOLUTE;
            case "prismatic" -> CutKind.PRISMATIC;
            case "ball" -> CutKind.SPHERICAL;
            case "fixed" -> CutKind.FIXED;
            default -> null;
        };
        if (kind == null) {
            element.problem("joint \"%s\" closes a loop, which a %s joint cannot".formatted(name, type));
            return null;
        }
        Pose turned = kind == CutKind.REVOLUTE || kind == CutKind.PRISMATIC
                ? Pose.rotation(Rotation.withAxisZ(axis("axis")))
                : Pose.IDENTITY;
        Pose modelFromCut = modelFromJoint().times(turned);
        XmlElement axis = kind.freedoms() == 1 ? element.child("axis") : null;
        return new CutJoint(
                name,
                kind,
                parent,
                frames.modelFrom(parent, element).inverse().times(modelFromCut),
                child,
                frames.modelFrom(child, element).inverse().times(modelFromCut),
                friction(axis == null ? null : axis.child("dynamics")));
    }

    private static Pose tidy(Pose pose) {
        boolean identity = pose.position().norm() == 0 && pose.rotation().equals(Rotation.IDENTITY);
        return identity ? Pose.IDENTITY : pose;
    }
}
