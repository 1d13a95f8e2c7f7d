package dev.catena.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks contacts: they sit on bodies, have names of their own, and numbers that a contact can have. */
final class ContactCheck {
    private ContactCheck() {}

    static void run(RobotModelBuilder builder, Set<String> bodies, List<Problem> problems) {
        Set<String> names = new HashSet<>();
        for (Contact contact : builder.contacts()) {
            String place = builder.locationOfContact(contact.name());
            String owner = "contact \"%s\"".formatted(contact.name());
            if (contact.name().isBlank() || !names.add(contact.name())) {
                problems.add(new Problem(place, owner + " has no name of its own"));
            }
            if (!bodies.contains(contact.body())) {
                problems.add(new Problem(
                        place, "%s is on body \"%s\", which does not exist".formatted(owner, contact.body())));
            }
            if (!contact.bodyFromContact().isFinite()
                    || !contact.area().stream().allMatch(Vector3::isFinite)) {
                problems.add(new Problem(place, owner + " has numbers that are not finite"));
            }
            if (!(contact.friction() >= 0)) {
                problems.add(new Problem(
                        place,
                        "%s has the friction %s, but it must not be negative".formatted(owner, contact.friction())));
            }
            checkArea(contact, owner, place, problems);
        }
    }

    private static void checkArea(Contact contact, String owner, String place, List<Problem> problems) {
        List<Vector3> area = contact.area();
        if (area.isEmpty()) {
            return;
        }
        if (contact.kind() != Contact.Kind.FLAT) {
            problems.add(new Problem(
                    place,
                    "%s is %s, but only flat contacts have an area"
                            .formatted(owner, contact.kind().word())));
        } else if (area.size() < 3) {
            problems.add(new Problem(
                    place, "%s has an area of %s corners, but needs three or more".formatted(owner, area.size())));
        } else if (area.stream().anyMatch(corner -> corner.z() != 0)) {
            problems.add(new Problem(place, "%s has an area that is not in the plane z = 0".formatted(owner)));
        }
    }
}
