package dev.catena.formats.urdf;

import dev.catena.formats.file.NearestName;
import dev.catena.formats.xml.XmlElement;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Friction;
import dev.catena.model.Pose;
import dev.catena.model.RobotModelBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Closed loops in the {@code <catena>} element of a URDF robot; {@code docs/urdf.md} describes them. */
final class UrdfLoops {
    /** The elements of closed loops. */
    static final Set<String> ELEMENTS = Set.of("cut", "active", "independent", "assembly");

    private static final List<String> KINDS = Arrays.stream(CutKind.values())
            .map(kind -> kind.name().toLowerCase(Locale.ROOT))
            .toList();

    private final XmlElement extension;

    UrdfLoops(XmlElement extension) {
        this.extension = extension;
    }

    void addTo(RobotModelBuilder builder) {
        for (XmlElement cut : extension.children("cut")) {
            builder.location(cut.location());
            addCut(cut, builder);
        }
        for (XmlElement active : extension.children("active")) {
            builder.location(active.location());
            active.requireKnown(Set.of("joint"));
            builder.active(active.requiredText("joint"));
        }
        for (XmlElement independent : extension.children("independent")) {
            builder.location(independent.location());
            independent.requireKnown(Set.of("joint"));
            builder.independent(independent.requiredText("joint"));
        }
        for (XmlElement assembly : extension.children("assembly")) {
            builder.location(assembly.location());
            assembly.requireKnown(Set.of("joint", "position"));
            builder.assembly(assembly.requiredText("joint"), assembly.requiredNumber("position"));
        }
    }

    private void addCut(XmlElement cut, RobotModelBuilder builder) {
        cut.requireKnown(Set.of("name", "type", "friction", "damping", "smoothing_velocity"));
        String name = cut.requiredText("name");
        String type = cut.requiredText("type");
        if (!KINDS.contains(type)) {
            cut.problem("cut joint \"%s\" has the unknown type \"%s\"%s (known: %s)"
                    .formatted(name, type, NearestName.hint(type, KINDS), String.join(", ", KINDS)));
            type = "fixed";
        }
        builder.cut(new CutJoint(
                name,
                CutKind.valueOf(type.toUpperCase(Locale.ROOT)),
                link(cut, "first"),
                frame(cut, "first"),
                link(cut, "second"),
                frame(cut, "second"),
                new Friction(
                        cut.number("friction", 0), cut.number("damping", 0), cut.number("smoothing_velocity", 0))));
    }

    private String link(XmlElement cut, String end) {
        XmlElement element = cut.child(end);
        if (element == null) {
            cut.problem("<cut> has no <%s>".formatted(end));
            return "";
        }
        element.requireKnown(Set.of("link"));
        return element.requiredText("link");
    }

    private static Pose frame(XmlElement cut, String end) {
        XmlElement element = cut.child(end);
        return element == null ? Pose.IDENTITY : UrdfReader.origin(element);
    }
}
