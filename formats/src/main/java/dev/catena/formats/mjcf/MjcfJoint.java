package dev.catena.formats.mjcf;

import dev.catena.formats.xml.XmlElement;
import dev.catena.model.CompositeJoint;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;

/** Joints of MJCF: hinges, slides, balls, and bodies that move freely. */
final class MjcfJoint {
    private final MjcfSettings settings;
    private final XmlElement element;

    /** Of the frame that the element is in: it places the anchor and the axis. */
    private final Pose bodyFromFrame;

    MjcfJoint(MjcfSettings settings, XmlElement element, Pose bodyFromFrame) {
        this.settings = settings;
        this.element = element;
        this.bodyFromFrame = bodyFromFrame;
    }

    String type() {
        return element.name().equals("freejoint") ? "free" : element.text("type", "hinge");
    }

    /** The coordinate of the pose that the file shows. */
    double reference() {
        double reference = element.number("ref", 0);
        return type().equals("hinge") ? settings.angle(reference) : reference;
    }

    /**
     * The joint, or joints of one degree that stand for it.
     *
     * @param parentFromBody the child's frame in the parent's where the joint has not moved
     */
    CompositeJoint joints(String name, String parent, String child, Pose parentFromBody) {
        Vector3 anchor = bodyFromFrame.apply(element.vector("pos", Vector3.ZERO));
        Pose toAnchor = new Pose(Rotation.IDENTITY, anchor);
        Pose parentFromJoint = parentFromBody.times(toAnchor);
        warnAboutSpring(name);
        switch (type()) {
            case "hinge", "slide" -> {
                return new CompositeJoint(
                        List.of(), List.of(single(name, parent, child, parentFromJoint, toAnchor.inverse())));
            }
            case "ball" -> {
                element.warning(
                        "ball joint \"%1$s\" becomes three joints \"%1$s_x\", \"%1$s_y\", \"%1$s_z\"; its limits are left out"
                                .formatted(name));
                return moved(CompositeJoint.spherical(name, parent, child, parentFromJoint), toAnchor.inverse());
            }
            case "free" -> {
                element.warning(
                        "free joint \"%1$s\" becomes six joints: \"%1$s_x\", \"%1$s_y\", \"%1$s_z\" slide, \"%1$s_roll\", \"%1$s_pitch\", \"%1$s_yaw\" turn"
                                .formatted(name));
                return moved(CompositeJoint.free(name, parent, child, parentFromBody), Pose.IDENTITY);
            }
            default -> {
                element.problem("joint \"%s\" has the unknown type \"%s\" (known: hinge, slide, ball, free)"
                        .formatted(name, type()));
                return new CompositeJoint(List.of(), List.of(Joint.fixed(name, parent, child)));
            }
        }
    }

    private void warnAboutSpring(String name) {
        double[] springDamper = element.numbers("springdamper", 2, 2);
        if (springDamper.length == 2 && springDamper[0] > 0 && springDamper[1] > 0) {
            element.warning(
                    "joint \"%s\" has a spring and a damper of its own inertia (springdamper), which are left out"
                            .formatted(name));
        }
        if (element.numbers("stiffness", 1, 3).length > 0 && element.numbers("stiffness", 1, 3)[0] != 0) {
            element.warning("joint \"%s\" has a spring to its parent (stiffness), which is left out".formatted(name));
        }
    }

    private Joint single(String name, String parent, String child, Pose parentFromJoint, Pose anchorFromBody) {
        Vector3 axis = bodyFromFrame.rotation().apply(element.vector("axis", Vector3.Z));
        JointKind kind = type().equals("hinge") ? JointKind.REVOLUTE : JointKind.PRISMATIC;
        // the frame is shown at the reference coordinate, so the motion begins there
        Pose back = axis.norm() == 0
                ? Pose.IDENTITY
                : JointGeometry.of(Pose.IDENTITY, axis).parentFromBody(kind, -reference());
        Pose jointFromBody = reference() == 0 ? anchorFromBody : back.times(anchorFromBody);
        return Joint.of(kind, name, parent, child)
                .with(new JointGeometry(parentFromJoint, axis, tidy(jointFromBody)))
                .with(limits(kind))
                .with(friction())
                .with(Drive.reflected(element.number("armature", 0)));
    }

    /** Negative zeros of an inverse would stand in the way of the identity. */
    private static Pose tidy(Pose pose) {
        boolean identity = pose.position().norm() == 0 && pose.rotation().equals(Rotation.IDENTITY);
        return identity ? Pose.IDENTITY : pose;
    }

    /** Friction and armature act in every freedom; the frame of the body is not that of the joint. */
    private CompositeJoint moved(CompositeJoint composite, Pose jointFromBody) {
        List<Joint> joints = new ArrayList<>();
        composite.joints().forEach(joint -> joints.add(joint.with(friction())));
        if (element.number("armature", 0) != 0) {
            element.warning("the armature of a %s joint is left out".formatted(type()));
        }
        int last = joints.size() - 1;
        JointGeometry geometry = joints.get(last).geometry();
        joints.set(
                last,
                joints.get(last)
                        .with(new JointGeometry(
                                geometry.parentFromJoint(), geometry.axisInJoint(), tidy(jointFromBody))));
        return new CompositeJoint(composite.intermediateBodies(), joints);
    }

    private Friction friction() {
        double[] damping = element.numbers("damping", 1, 3);
        if (damping.length > 1 && (damping[1] != 0 || damping[damping.length - 1] != 0)) {
            element.warning("damping that is not linear is left out, but for its first number");
        }
        return Friction.of(element.number("frictionloss", 0), damping.length == 0 ? 0 : damping[0]);
    }

    private JointLimits limits(JointKind kind) {
        JointLimits limits = JointLimits.NONE;
        double[] range = element.numbers("range", 2, 2);
        if (range.length == 2 && isLimited(element, settings, "limited", range)) {
            boolean turns = kind == JointKind.REVOLUTE;
            limits = JointLimits.position(
                    turns ? settings.angle(range[0]) : range[0], turns ? settings.angle(range[1]) : range[1]);
        }
        double[] force = element.numbers("actuatorfrcrange", 2, 2);
        if (force.length == 2 && isLimited(element, settings, "actuatorfrclimited", force)) {
            limits = limits.withEffort(largest(force));
        }
        return limits;
    }

    static double largest(double[] range) {
        return Math.max(Math.abs(range[0]), Math.abs(range[1]));
    }

    /** A range holds where the file says so, or where it is given and the compiler takes that for a limit. */
    static boolean isLimited(XmlElement element, MjcfSettings settings, String key, double[] range) {
        String limited = element.text(key, "auto");
        boolean given = range[0] < range[1];
        return given && (limited.equals("true") || (limited.equals("auto") && settings.autoLimits()));
    }
}
