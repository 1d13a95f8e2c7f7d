package dev.catena.formats.urdf;

import dev.catena.formats.xml.LeftOut;
import dev.catena.formats.xml.XmlElement;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Says what elements of links and joints, and extensions of Gazebo, hold that dynamics depends on and nobody reads. */
final class UrdfAttributes {
    private static final Map<String, Set<String>> KNOWN = Map.of(
            "origin",
            Set.of("xyz", "rpy", "quat_xyzw"),
            "axis",
            Set.of("xyz"),
            "limit",
            Set.of("lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"),
            "dynamics",
            Set.of("damping", "friction"),
            "mimic",
            Set.of("joint", "multiplier", "offset"),
            "mass",
            Set.of("value"),
            "inertia",
            Set.of("ixx", "ixy", "ixz", "iyy", "iyz", "izz"));

    private static final Set<String> OF_INERTIAL = Set.of("origin", "mass", "inertia");

    private final LeftOut leftOut = new LeftOut();

    private UrdfAttributes() {}

    static void check(XmlElement robot) {
        UrdfAttributes attributes = new UrdfAttributes();
        for (XmlElement child : robot.children()) {
            switch (child.name()) {
                case "joint" -> attributes.checkChildren(child);
                case "link" -> child.children("inertial").forEach(attributes::checkInertial);
                case "gazebo" -> attributes.checkGazebo(child);
                default -> {
                    // read, or named as unknown, as a whole
                }
            }
        }
    }

    private void checkInertial(XmlElement inertial) {
        checkChildren(inertial);
        for (XmlElement child : inertial.children()) {
            if (!OF_INERTIAL.contains(child.name())) {
                leftOut.element(child, Set.of());
            }
        }
    }

    private void checkChildren(XmlElement owner) {
        for (XmlElement child : owner.children()) {
            Set<String> known = KNOWN.get(child.name());
            if (known != null) {
                if (child.attributes().isEmpty()) {
                    child.warning("<%s> of <%s> says nothing".formatted(child.name(), owner.name()));
                }
                for (String attribute : child.attributes().keySet()) {
                    if (!known.contains(attribute)) {
                        leftOut.thing(child, "%s of <%s>".formatted(attribute, child.name()));
                    }
                }
            }
        }
    }

    /** Joints that close loops, and what Gazebo would let act on links and joints. */
    private void checkGazebo(XmlElement gazebo) {
        for (XmlElement child : gazebo.children()) {
            String content = child.content().toLowerCase(Locale.ROOT);
            boolean acts = switch (child.name()) {
                case "joint", "link", "model" -> true;
                case "turnGravityOff", "kinematic" -> !content.equals("false") && !content.equals("0");
                case "gravity" -> !content.equals("true") && !content.equals("1");
                case "springStiffness", "dampingFactor" -> !content.isEmpty() && !content.matches("[-+0.eE]*");
                default -> false;
            };
            if (acts) {
                leftOut.thing(child, "<%s> in <gazebo>".formatted(child.name()));
            }
        }
    }
}
