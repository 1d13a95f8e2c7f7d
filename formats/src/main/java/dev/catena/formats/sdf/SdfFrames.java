package dev.catena.formats.sdf;

import dev.catena.formats.xml.XmlElement;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All named frames of a model: itself, links, joints, frames, nested models. Each has a pose relative to another; where they
 * are in the model follows when all are known. Names in nested models have those of the models before them: {@code arm::hand}.
 */
final class SdfFrames {
    static final String WORLD = "world";
    private static final String MODEL = "__model__";

    /** A frame that is given relative to another one. */
    private record Frame(String relativeTo, Pose pose, XmlElement element) {}

    private final Map<String, Frame> frames = new HashMap<>();
    private final Map<String, Frame> jointFrames = new HashMap<>();
    private final Map<String, String> attached = new HashMap<>();
    private final Map<String, Pose> known = new HashMap<>();

    /** The full name of the frame of the model that holds a name. */
    static String modelFrame(String scope) {
        return scope + MODEL;
    }

    /** The full name of what a name means inside of a model. */
    static String resolved(String scope, String name) {
        return name.equals(WORLD) ? WORLD : scope + name;
    }

    /** Adds a frame whose {@code <pose>} is relative to another one, unless it names one itself. */
    void add(String scope, String name, XmlElement element, String defaultFrame) {
        String full = scope + name;
        if (frames.put(full, new Frame(frameOf(scope, element, defaultFrame), pose(element), element)) != null) {
            element.problem("the name \"%s\" is given twice".formatted(full));
        }
    }

    /** Adds the frame of a model in a model: outside by its name, inside as that of the model. */
    void addModel(String scope, String name, XmlElement element) {
        add(scope, name, element, modelFrame(scope));
        frames.put(modelFrame(scope + name + "::"), new Frame(scope + name, Pose.IDENTITY, element));
    }

    /** Adds the frame of a joint; old files may call a joint as its link, which then is what the name means to others. */
    void addJoint(String scope, String name, XmlElement element, String child) {
        String full = scope + name;
        Frame frame = new Frame(frameOf(scope, element, child), pose(element), element);
        if (jointFrames.put(full, frame) != null) {
            element.problem("the name \"%s\" is given twice".formatted(full));
        }
    }

    /** The pose of a joint in the model. */
    Pose modelFromJoint(String full, XmlElement user) {
        Frame frame = jointFrames.get(full);
        return frame == null
                ? modelFrom(full, user)
                : modelFrom(frame.relativeTo, frame.element).times(frame.pose);
    }

    /** The frame of the outermost model, where everything is placed. */
    void addRoot(XmlElement model) {
        frames.put(MODEL, new Frame("", Pose.IDENTITY, model));
        frames.put(WORLD, new Frame(MODEL, pose(model).inverse(), model));
    }

    void attach(String frame, String to) {
        attached.put(frame, to);
    }

    /** The link that a frame moves with; the name itself where it is no such frame. */
    String bodyOf(String frame) {
        String name = frame;
        for (int k = 0; k <= attached.size() && attached.containsKey(name); k++) {
            name = attached.getOrDefault(name, name);
        }
        return name;
    }

    private static String frameOf(String scope, XmlElement element, String defaultFrame) {
        XmlElement pose = element.child("pose");
        String relativeTo = pose == null ? "" : pose.text("relative_to", pose.text("frame", ""));
        return relativeTo.isEmpty() ? defaultFrame : resolved(scope, relativeTo);
    }

    /** The pose of a frame in the model; a problem where frames are unknown or go round in circles. */
    Pose modelFrom(String full, XmlElement user) {
        Deque<String> chain = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        String name = full;
        XmlElement namedBy = user;
        while (!name.isEmpty() && !known.containsKey(name)) {
            Frame frame = frame(name);
            if (frame == null) {
                namedBy.problem("there is no frame \"%s\"".formatted(name));
                break;
            }
            if (!seen.add(name)) {
                frame.element.problem("the pose of \"%s\" is relative to itself".formatted(name));
                break;
            }
            chain.push(name);
            namedBy = frame.element;
            name = frame.relativeTo;
        }
        Pose pose = known.getOrDefault(name, Pose.IDENTITY);
        for (String next : chain) {
            Frame frame = frame(next);
            pose = frame == null ? pose : pose.times(frame.pose);
            known.put(next, pose);
        }
        return pose;
    }

    private @Nullable Frame frame(String name) {
        Frame frame = frames.get(name);
        return frame == null ? jointFrames.get(name) : frame;
    }

    /** The pose of something on a link, in the frame of the link. */
    Pose inLink(String scope, String link, XmlElement element) {
        XmlElement pose = element.child("pose");
        String relativeTo = pose == null ? "" : pose.text("relative_to", pose.text("frame", ""));
        Pose own = pose(element);
        if (relativeTo.isEmpty()) {
            return own;
        }
        return modelFrom(link, element)
                .inverse()
                .times(modelFrom(resolved(scope, relativeTo), element))
                .times(own);
    }

    /** The {@code <pose>} of an element: position and roll, pitch, yaw, or a quaternion. */
    static Pose pose(XmlElement owner) {
        XmlElement element = owner.child("pose");
        if (element == null || element.content().isEmpty()) {
            return Pose.IDENTITY;
        }
        String format = element.text("rotation_format", "euler_rpy");
        boolean quaternion = format.equals("quat_xyzw");
        if (!quaternion && !format.equals("euler_rpy")) {
            element.problem(
                    "rotation_format of <pose> must be euler_rpy or quat_xyzw, but is \"%s\"".formatted(format));
        }
        double[] v = element.contentNumbers(quaternion ? 7 : 6, quaternion ? 7 : 6);
        if (v.length == 0) {
            return Pose.IDENTITY;
        }
        Vector3 position = new Vector3(v[0], v[1], v[2]);
        if (quaternion) {
            if (v[3] == 0 && v[4] == 0 && v[5] == 0 && v[6] == 0) {
                element.problem("the quaternion of a <pose> is zero");
                return Pose.IDENTITY;
            }
            return new Pose(Rotation.fromQuaternion(v[3], v[4], v[5], v[6]), position);
        }
        double unit = isTrue(element, "degrees", element.text("degrees", "false")) ? Math.PI / 180 : 1;
        boolean turned = v[3] != 0 || v[4] != 0 || v[5] != 0;
        return new Pose(
                turned ? Rotation.fromRollPitchYaw(unit * v[3], unit * v[4], unit * v[5]) : Rotation.IDENTITY,
                position);
    }

    /** The text of a child, or a fallback. */
    static String text(XmlElement owner, String child, String fallback) {
        XmlElement element = owner.child(child);
        return element == null ? fallback : element.content();
    }

    /** Whether a child says so; no where there is none, or an empty one. */
    static boolean isTrue(XmlElement owner, String child) {
        XmlElement element = owner.child(child);
        if (element != null && element.content().isEmpty()) {
            element.warning(empty(child));
            return false;
        }
        return isTrue(owner, child, text(owner, child, "false"));
    }

    /** Whether the text of an attribute or child says so. */
    static boolean isTrue(XmlElement owner, String what, String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        boolean isTrue = word.equals("true") || word.equals("1");
        if (!isTrue && !word.equals("false") && !word.equals("0")) {
            owner.problem("%s of <%s> must be true or false, but is \"%s\"".formatted(what, owner.name(), word));
        }
        return isTrue;
    }

    /** The number of a child, or a fallback. */
    static double number(@Nullable XmlElement owner, String child, double fallback) {
        XmlElement element = owner == null ? null : owner.child(child);
        if (element == null) {
            return fallback;
        }
        if (element.content().isEmpty()) {
            element.warning(empty(child));
            return fallback;
        }
        switch (element.content()) {
            case "inf", "+inf" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-inf" -> {
                return Double.NEGATIVE_INFINITY;
            }
            default -> {
                double[] value = element.contentNumbers(1, 1);
                return value.length == 0 ? fallback : value[0];
            }
        }
    }

    /** The three numbers of a child, or a fallback. */
    static Vector3 vector(@Nullable XmlElement owner, String child, Vector3 fallback) {
        XmlElement element = owner == null ? null : owner.child(child);
        double[] value = element == null ? new double[0] : element.contentNumbers(3, 3);
        return value.length == 0 ? fallback : Vector3.of(value);
    }

    private static String empty(String child) {
        return "<%s> is empty: it counts as missing".formatted(child);
    }
}
