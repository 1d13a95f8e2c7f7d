package dev.catena.formats.yaml;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.NearestName;
import dev.catena.model.Contact;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The {@code contacts} of a robot file or a plan: places of bodies that may stand on the ground. */
public final class YamlContacts {
    private static final List<String> KINDS =
            Arrays.stream(Contact.Kind.values()).map(Contact.Kind::word).toList();

    private YamlContacts() {}

    /** Reads one entry. */
    public static Contact read(YamlMap map) {
        String body = map.requiredText("body", "");
        String name = map.text("name", body);
        String kind = map.text("kind", "point");
        if (!KINDS.contains(kind)) {
            map.problem(
                    "kind",
                    "unknown kind \"%s\"%s (a contact may be %s)"
                            .formatted(kind, NearestName.hint(kind, KINDS), String.join(", ", KINDS)));
            kind = "point";
        }
        Pose frame = map.pose();
        double friction = map.limit("friction", false, Double.POSITIVE_INFINITY);
        List<Vector3> area = new ArrayList<>();
        double[][] corners = map.has("area") ? map.coordinateLists("area", false, false) : null;
        if (corners != null) {
            for (double[] corner : corners) {
                area.add(new Vector3(corner[0], corner[1], 0));
            }
        }
        map.finish();
        return new Contact(name, body, frame, Contact.Kind.values()[KINDS.indexOf(kind)], friction, area);
    }

    /** The entries of all contacts, with their key; nothing where there are none. */
    static String write(List<Contact> contacts) {
        StringBuilder out = new StringBuilder();
        for (Contact contact : contacts) {
            out.append(out.isEmpty() ? "contacts:\n" : "");
            out.append("  - {name: %s, body: %s, kind: %s, xyz: %s"
                    .formatted(
                            RobotYamlWriter.text(contact.name()),
                            RobotYamlWriter.text(contact.body()),
                            contact.kind().word(),
                            RobotYamlWriter.list(
                                    contact.bodyFromContact().position().toArray())));
            Rotation turned = contact.bodyFromContact().rotation();
            if (!turned.equals(Rotation.IDENTITY)) {
                out.append(", matrix: ").append(RobotYamlWriter.list(turned.toArray()));
            }
            if (contact.friction() < Double.POSITIVE_INFINITY) {
                out.append(", friction: ").append(DecimalNumber.format(contact.friction()));
            }
            if (!contact.area().isEmpty()) {
                out.append(contact.area().stream()
                        .map(corner -> RobotYamlWriter.list(corner.x(), corner.y()))
                        .collect(Collectors.joining(", ", ", area: [", "]")));
            }
            out.append("}\n");
        }
        return out.toString();
    }
}
