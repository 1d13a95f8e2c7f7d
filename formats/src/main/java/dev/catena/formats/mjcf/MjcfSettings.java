package dev.catena.formats.mjcf;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.xml.XmlElement;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What holds for a whole MJCF file: the compiler's settings and the classes of defaults. */
final class MjcfSettings {
    private static final String MAIN = "main";
    static final Set<String> ACTUATORS = Set.of(
            "general",
            "motor",
            "position",
            "velocity",
            "intvelocity",
            "damper",
            "cylinder",
            "muscle",
            "adhesion",
            "dcmotor");

    private final Map<String, String> compiler = new HashMap<>();

    /** Attributes by class and element, those of outer classes included. */
    private final Map<String, Map<String, Map<String, String>>> classes = new HashMap<>();

    MjcfSettings(XmlElement root) {
        root.children("compiler").forEach(element -> compiler.putAll(element.attributes()));
        classes.put(MAIN, new HashMap<>());
        for (XmlElement defaults : root.children("default")) {
            String name = defaults.text("class", MAIN);
            if (!name.equals(MAIN)) {
                defaults.warning(
                        "the class \"%s\" stands at the top, where only \"main\" can: it counts for elements that name it, though MuJoCo before version 3.2 may take it for all"
                                .formatted(name));
            }
            readClass(defaults, name, classes.getOrDefault(MAIN, Map.of()));
        }
    }

    private void readClass(XmlElement defaults, String name, Map<String, Map<String, String>> outer) {
        Map<String, Map<String, String>> own = classes.computeIfAbsent(name, unused -> new HashMap<>());
        outer.forEach((element, attributes) ->
                own.computeIfAbsent(element, unused -> new LinkedHashMap<>()).putAll(attributes));
        for (XmlElement child : defaults.children()) {
            if (!child.name().equals("default")) {
                own.computeIfAbsent(key(child.name()), unused -> new LinkedHashMap<>())
                        .putAll(child.attributes());
            }
        }
        for (XmlElement child : defaults.children("default")) {
            readClass(child, child.requiredText("class"), own);
        }
    }

    /** All actuators share their defaults. */
    private static String key(String element) {
        return ACTUATORS.contains(element) ? "general" : element;
    }

    /** An element with the attributes that its class, or that of the bodies around it, adds. */
    XmlElement resolved(XmlElement element, String childClass) {
        String name = element.text("class", childClass.isEmpty() ? MAIN : childClass);
        Map<String, Map<String, String>> attributes = classes.get(name);
        if (attributes == null) {
            element.warning("the class \"%s\" is not defined".formatted(name));
            attributes = Map.of();
        }
        XmlElement result = new XmlElement(element.name(), element.line(), element.file());
        attributes.getOrDefault(key(element.name()), Map.of()).forEach((attribute, value) -> {
            // a size along a segment replaces a pose, and one orientation another
            if (!isReplaced(attribute, element)) {
                result.attribute(attribute, value);
            }
        });
        element.attributes().forEach(result::attribute);
        element.children().forEach(result::add);
        return result;
    }

    private static final List<String> ORIENTATIONS = List.of("quat", "axisangle", "euler", "xyaxes", "zaxis");

    private static boolean isReplaced(String attribute, XmlElement by) {
        return ORIENTATIONS.contains(attribute)
                && (by.has("fromto") || ORIENTATIONS.stream().anyMatch(by::has));
    }

    boolean inDegrees() {
        return !"radian".equals(compiler.get("angle"));
    }

    double angle(double value) {
        return inDegrees() ? value / 180 * Math.PI : value;
    }

    boolean autoLimits() {
        return !"false".equals(compiler.get("autolimits"));
    }

    /** true, false or auto. */
    String inertiaFromGeoms() {
        return compiler.getOrDefault("inertiafromgeom", "auto");
    }

    /** Groups of geoms that have mass: first and last. */
    boolean groupHasMass(double group) {
        String range = compiler.get("inertiagrouprange");
        if (range == null) {
            return true;
        }
        String[] words = range.strip().split("\\s+", -1);
        return words.length != 2 || (group >= number(words[0]) && group <= number(words[1]));
    }

    private static double number(String word) {
        return DecimalNumber.parse(word).orElse(0);
    }

    double compilerNumber(String key) {
        return number(compiler.getOrDefault(key, "0"));
    }

    boolean compilerFlag(String key) {
        return "true".equals(compiler.get(key));
    }

    /** A mesh or texture file with the folder that the compiler names. */
    String assetFile(String kind, String given) {
        String file = compilerFlag("strippath") ? given.substring(given.lastIndexOf('/') + 1) : given;
        String folder = compiler.getOrDefault(kind + "dir", compiler.getOrDefault("assetdir", ""));
        if (folder.isEmpty() || file.startsWith("/")) {
            return file;
        }
        return folder.endsWith("/") ? folder + file : folder + "/" + file;
    }

    /** The pose of an element by {@code pos} and one of the five ways to give an orientation. */
    Pose pose(XmlElement element) {
        return new Pose(rotation(element), element.vector("pos", Vector3.ZERO));
    }

    Rotation rotation(XmlElement element) {
        double[] quaternion = element.numbers("quat", 4, 4);
        double[] axisAngle = element.numbers("axisangle", 4, 4);
        double[] euler = element.numbers("euler", 3, 3);
        double[] axes = element.numbers("xyaxes", 6, 6);
        double[] zAxis = element.numbers("zaxis", 3, 3);
        if (quaternion.length == 4) {
            boolean zero = Math.abs(quaternion[0])
                            + Math.abs(quaternion[1])
                            + Math.abs(quaternion[2])
                            + Math.abs(quaternion[3])
                    == 0;
            return zero
                    ? wrong(element, "quat")
                    : Rotation.fromQuaternion(quaternion[1], quaternion[2], quaternion[3], quaternion[0]);
        }
        if (axisAngle.length == 4) {
            Vector3 axis = new Vector3(axisAngle[0], axisAngle[1], axisAngle[2]);
            return axis.norm() == 0 ? wrong(element, "axisangle") : Rotation.about(axis, angle(axisAngle[3]));
        }
        if (euler.length == 3) {
            return euler(euler);
        }
        if (axes.length == 6) {
            return fromAxes(element, new Vector3(axes[0], axes[1], axes[2]), new Vector3(axes[3], axes[4], axes[5]));
        }
        if (zAxis.length == 3) {
            Vector3 z = Vector3.of(zAxis);
            return z.norm() == 0 ? wrong(element, "zaxis") : shortest(z);
        }
        return Rotation.IDENTITY;
    }

    private static Rotation wrong(XmlElement element, String key) {
        element.problem("%s of <%s> is zero, so that it names no orientation".formatted(key, element.name()));
        return Rotation.IDENTITY;
    }

    /** The smallest turn that takes z into a direction. */
    static Rotation shortest(Vector3 direction) {
        Vector3 z = direction.normalized();
        Vector3 axis = Vector3.Z.cross(z);
        if (axis.norm() < 1e-10) {
            return z.z() > 0 ? Rotation.IDENTITY : Rotation.about(Vector3.X, Math.PI);
        }
        return Rotation.about(axis, Math.atan2(axis.norm(), z.z()));
    }

    private static Rotation fromAxes(XmlElement element, Vector3 x, Vector3 y) {
        Vector3 first = x.normalized();
        Vector3 second = y.minus(first.times(first.dot(y)));
        if (!(x.norm() > 0) || !(second.norm() > 0)) {
            return wrong(element, "xyaxes");
        }
        second = second.normalized();
        Vector3 third = first.cross(second);
        return new Rotation(
                first.x(), second.x(), third.x(), first.y(), second.y(), third.y(), first.z(), second.z(), third.z());
    }

    /** Small letters turn about axes that move along, capital ones about fixed axes. */
    private Rotation euler(double[] angles) {
        String sequence = compiler.getOrDefault("eulerseq", "xyz");
        if (sequence.length() != 3) {
            return Rotation.IDENTITY;
        }
        Rotation result = Rotation.IDENTITY;
        for (int k = 0; k < 3; k++) {
            char letter = sequence.charAt(k);
            double angle = angle(angles[k]);
            Rotation turn = switch (Character.toLowerCase(letter)) {
                case 'x' -> Rotation.aboutX(angle);
                case 'y' -> Rotation.aboutY(angle);
                default -> Rotation.aboutZ(angle);
            };
            result = Character.isUpperCase(letter) ? turn.times(result) : result.times(turn);
        }
        return result;
    }
}
