package dev.catena.formats.mjcf;

import dev.catena.formats.xml.XmlElement;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModelBuilder;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Actuators of MJCF: what drives which joint, and with how much effort at most. */
final class MjcfActuators {
    private final MjcfSettings settings;

    /** The largest effort of all actuators of a joint. */
    private final Map<String, Double> efforts = new LinkedHashMap<>();

    MjcfActuators(XmlElement root, MjcfSettings settings) {
        this.settings = settings;
        Set<String> warned = new TreeSet<>();
        Set<String> joints = new HashSet<>();
        root.children("worldbody").forEach(world -> collectJoints(world, joints));
        for (XmlElement actuators : root.children("actuator")) {
            for (XmlElement child : actuators.children()) {
                XmlElement actuator = settings.resolved(child, "");
                String joint = actuator.text("joint", actuator.text("jointinparent", ""));
                if (!joint.isEmpty() && !joints.contains(joint)) {
                    child.warning("an actuator <%s> drives the joint \"%s\", which is not there: it is left out"
                            .formatted(child.name(), joint));
                } else if (!joint.isEmpty()) {
                    efforts.merge(joint, effort(actuator), Double::sum);
                } else if (warned.add(child.name())) {
                    child.warning("an actuator <%s> that drives no joint is left out".formatted(child.name()));
                }
            }
        }
    }

    private static void collectJoints(XmlElement element, Set<String> names) {
        for (XmlElement child : element.children()) {
            if (child.name().equals("joint") || child.name().equals("freejoint")) {
                names.add(child.text("name", ""));
            }
            collectJoints(child, names);
        }
    }

    Set<String> joints() {
        return efforts.keySet();
    }

    /** The gear multiplies the force, which a range bounds, or for plain motors the control. */
    private double effort(XmlElement actuator) {
        double[] gear = actuator.numbers("gear", 1, 6);
        double ratio = gear.length == 0 ? 1 : Math.abs(gear[0]);
        double[] force = actuator.numbers("forcerange", 2, 2);
        double limit = Double.POSITIVE_INFINITY;
        if (force.length == 2 && MjcfJoint.isLimited(actuator, settings, "forcelimited", force)) {
            limit = MjcfJoint.largest(force) * ratio;
        }
        double[] control = actuator.numbers("ctrlrange", 2, 2);
        if (isMotor(actuator)
                && control.length == 2
                && MjcfJoint.isLimited(actuator, settings, "ctrllimited", control)) {
            double[] gain = actuator.numbers("gainprm", 1, 10);
            double factor = actuator.name().equals("motor") || gain.length == 0 ? 1 : Math.abs(gain[0]);
            limit = Math.min(limit, MjcfJoint.largest(control) * factor * ratio);
        }
        return limit;
    }

    /** Whether the control is a force. */
    private static boolean isMotor(XmlElement actuator) {
        return actuator.name().equals("motor")
                || (actuator.name().equals("general")
                        && actuator.text("biastype", "none").equals("none")
                        && actuator.text("gaintype", "fixed").equals("fixed")
                        && actuator.text("dyntype", "none").equals("none"));
    }

    /** Puts the efforts on the joints; a joint that limits its own actuators keeps the smaller of the two. */
    void addTo(RobotModelBuilder builder, Map<String, Joint> joints) {
        efforts.forEach((name, effort) -> {
            Joint joint = joints.get(name);
            if (joint != null && Double.isFinite(effort)) {
                JointLimits limits = joint.limits();
                builder.replace(joint.with(limits.withEffort(Math.min(limits.effort(), effort))));
            }
        });
    }
}
