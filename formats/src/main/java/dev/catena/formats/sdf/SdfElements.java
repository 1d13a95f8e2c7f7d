package dev.catena.formats.sdf;

import dev.catena.formats.xml.LeftOut;
import dev.catena.formats.xml.XmlElement;
import java.util.Map;
import java.util.Set;

/** Says what elements of a model hold that dynamics depends on and a model has no place for. */
final class SdfElements {
    /** By element: children that are read, or looked at below. */
    private static final Map<String, Set<String>> READ = Map.of(
            "world",
            words("gravity model include frame wind"),
            "model",
            words("pose link joint frame model static include enable_wind"),
            "link",
            words("pose inertial visual collision gravity kinematic velocity_decay enable_wind"),
            "inertial",
            words("mass pose inertia density auto_inertia_params"),
            "inertia",
            words("ixx ixy ixz iyy iyz izz"),
            "joint",
            words("parent child pose gearbox_ratio gearbox_reference_body thread_pitch screw_thread_pitch axis axis2"),
            "axis",
            words("xyz use_parent_model_frame dynamics limit mimic"),
            "dynamics",
            words("damping friction spring_reference spring_stiffness"),
            "limit",
            words("lower upper effort velocity stiffness dissipation"),
            "mimic",
            words("multiplier offset reference"));

    /** By element: attributes that are read or mean nothing to a model. */
    private static final Map<String, Set<String>> ATTRIBUTES = Map.of(
            "world",
            words("name"),
            "model",
            words("name canonical_link placement_frame"),
            "link",
            words("name"),
            "inertial",
            words("auto"),
            "frame",
            words("name attached_to"),
            "joint",
            words("name type"),
            "pose",
            words("relative_to frame degrees rotation_format"),
            "xyz",
            words("expressed_in"),
            "mimic",
            words("joint axis"));

    /** Elements of which parts are looked at in other places. */
    private static final Set<String> APART = words("include visual collision wind auto_inertia_params");

    /** By element: children that mean nothing to a model of dynamics. */
    private static final Map<String, Set<String>> NOTED = Map.of(
            "world",
            words(
                    "plugin physics scene gui light magnetic_field atmosphere spherical_coordinates audio road actor population"),
            "model",
            words("plugin self_collide allow_auto_disable"),
            "link",
            words("plugin sensor light projector audio_sink audio_source battery particle_emitter self_collide"
                    + " must_be_base_link"),
            "joint",
            words("plugin sensor physics"),
            "axis",
            words("initial_position"));

    private final LeftOut leftOut;

    SdfElements(LeftOut leftOut) {
        this.leftOut = leftOut;
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" ", -1));
    }

    /** An element and all that is read of it. */
    void check(XmlElement element) {
        String kind = element.name().equals("axis2") ? "axis" : element.name();
        checkAttributes(element, kind);
        Set<String> read = kind.equals("frame") ? Set.of("pose") : READ.get(kind);
        if (read == null) {
            return;
        }
        for (XmlElement child : element.children()) {
            // elements of other programs have a prefix
            if (read.contains(child.name())) {
                if (!element.name().equals("world")) {
                    check(child);
                }
            } else if (!child.name().contains(":")) {
                leftOut.element(child, NOTED.getOrDefault(kind, Set.of()));
            }
        }
        switch (kind) {
            case "model" -> switched(element, "enable_wind", true, "wind");
            case "link" -> checkLink(element);
            default -> {
                // nothing to look at
            }
        }
    }

    private void checkAttributes(XmlElement element, String kind) {
        Set<String> known = ATTRIBUTES.getOrDefault(kind, Set.of());
        for (String attribute : element.attributes().keySet()) {
            // attributes of other programs have a prefix
            boolean other = attribute.contains(":") || attribute.startsWith("xmlns");
            if (!known.contains(attribute) && !other && !APART.contains(kind)) {
                leftOut.thing(element, "%s of <%s>".formatted(attribute, element.name()));
            }
        }
    }

    private void checkLink(XmlElement link) {
        switched(link, "gravity", false, "a link that gravity does not pull");
        switched(link, "kinematic", true, "a link that forces do not move");
        switched(link, "enable_wind", true, "wind");
        XmlElement decay = link.child("velocity_decay");
        if (decay != null
                && (SdfFrames.number(decay, "linear", 0) != 0 || SdfFrames.number(decay, "angular", 0) != 0)) {
            leftOut.thing(decay, "velocity_decay of <link>, a medium that it moves in,");
        }
    }

    private void switched(XmlElement element, String name, boolean unusual, String meaning) {
        XmlElement child = element.child(name);
        if (child != null
                && SdfFrames.isTrue(element, name) == unusual
                && !child.content().isEmpty()) {
            leftOut.thing(child, "%s of <%s>, %s,".formatted(name, element.name(), meaning));
        }
    }
}
