package dev.catena.formats.urdf;

import dev.catena.formats.xml.XmlElement;
import dev.catena.model.Pose;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Body frames that do not sit on their joint. URDF has no such thing: the writer puts a massless link on the joint and
 * ties the body to it by a fixed joint marked {@code <catena role="body_frame"/>}; here the two are folded back into one.
 */
final class UrdfBodyFrames {
    private static final String ROLE = "body_frame";
    private static final Set<String> ONE_DEGREE = Set.of("revolute", "continuous", "prismatic", "fixed");

    /** A body and its frame in the joint frame. */
    record BodyFrame(String body, Pose jointFromBody) {}

    private final Map<String, BodyFrame> ofJointFrame = new HashMap<>();
    private final Set<XmlElement> fixedJoints = new HashSet<>();

    UrdfBodyFrames(XmlElement robot) {
        Map<String, Integer> childCount = new HashMap<>();
        for (XmlElement joint : robot.children("joint")) {
            childCount.merge(linkOf(joint, "parent"), 1, Integer::sum);
        }
        Set<String> moved = new HashSet<>();
        robot.children("joint").stream()
                .filter(joint -> ONE_DEGREE.contains(String.valueOf(joint.text("type"))))
                .forEach(joint -> moved.add(linkOf(joint, "child")));
        // a link that has something on it is a body of its own
        robot.children("link").stream()
                .filter(link -> !link.children().isEmpty())
                .forEach(link -> moved.remove(String.valueOf(link.text("name"))));
        for (XmlElement joint : robot.children("joint")) {
            String frame = linkOf(joint, "parent");
            if (isMarked(joint)
                    && "fixed".equals(joint.text("type"))
                    && moved.contains(frame)
                    && Integer.valueOf(1).equals(childCount.get(frame))) {
                ofJointFrame.put(frame, new BodyFrame(linkOf(joint, "child"), UrdfReader.origin(joint)));
                fixedJoints.add(joint);
            }
        }
    }

    boolean isBodyFrame(XmlElement joint) {
        return fixedJoints.contains(joint);
    }

    boolean isJointFrame(String link) {
        return ofJointFrame.containsKey(link);
    }

    /** The body that stands for a link on the joint, or null where the link is an ordinary one. */
    @Nullable
    BodyFrame of(String link) {
        return ofJointFrame.get(link);
    }

    /** Whether a link without inertia is meant to have none. */
    boolean isMassless(XmlElement link) {
        return isJointFrame(String.valueOf(link.text("name")));
    }

    private static boolean isMarked(XmlElement joint) {
        return joint.children("catena").stream().anyMatch(extension -> ROLE.equals(extension.text("role")));
    }

    private static String linkOf(XmlElement joint, String end) {
        return joint.children(end).stream()
                .findFirst()
                .map(element -> String.valueOf(element.text("link")))
                .orElse("");
    }
}
