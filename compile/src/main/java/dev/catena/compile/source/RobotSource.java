package dev.catena.compile.source;

import dev.catena.compile.Quantity;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.graph.Program;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Source text of the quantities of a robot, with names and notes made from the robot. */
public final class RobotSource {
    private static final Map<String, String> MEANING = Map.ofEntries(
            Map.entry("q", "joint coordinates"),
            Map.entry("qd", "joint velocities"),
            Map.entry("qdd", "joint accelerations"),
            Map.entry("qddd", "joint jerks"),
            Map.entry("tau", "joint torques and forces"),
            Map.entry("tauRate", "rates of joint torques and forces"),
            Map.entry("massMatrix", "mass matrix, row by row"),
            Map.entry(
                    "poses",
                    "of each body in the world, the base first: rotation matrix, row by row, then position, m"),
            Map.entry("energy", "kinetic, then potential energy, J"),
            Map.entry(
                    "regressor",
                    "matrix W, row by row; columns for each joint: XX, XY, XZ, YY, YZ, ZZ (about the origin), MX, MY, MZ, "
                            + "M of the body that it moves, in its joint frame (origin on the axis, z along it)"),
            Map.entry("byPosition", "derivatives by q, row by row"),
            Map.entry("byVelocity", "derivatives by qd, row by row"),
            Map.entry("byAcceleration", "derivatives by qdd, row by row"),
            Map.entry("byTorque", "derivatives by tau, row by row"),
            Map.entry("lambda", "factors of the torques in the sum that is differentiated"),
            Map.entry("hessian", "second derivatives by (q, qd, qdd), row by row"));

    /** By key of a quantity: what it is. */
    private static final Map<String, String> TITLES = Map.ofEntries(
            Map.entry("torque", "Torques that a motion needs"),
            Map.entry("torqueRate", "Torques that a motion needs and their rates"),
            Map.entry("bias", "Torques that a motion without joint accelerations needs"),
            Map.entry("gravity", "Torques that hold still against gravity"),
            Map.entry("acceleration", "Joint accelerations that torques cause"),
            Map.entry("massMatrix", "Mass matrix"),
            Map.entry("poses", "Poses of all bodies"),
            Map.entry("energy", "Energy"),
            Map.entry("regressor", "Torques as a matrix times inertial parameters"),
            Map.entry("torqueSensitivity", "Derivatives of the torques that a motion needs"),
            Map.entry("accelerationSensitivity", "Derivatives of the joint accelerations that torques cause"),
            Map.entry("torqueCurvature", "Second derivatives of a weighted sum of the torques that a motion needs"));

    /** Units of turning and of sliding joints. */
    private static final Map<String, List<String>> UNITS = Map.of(
            "q", List.of("rad", "m"),
            "qd", List.of("rad/s", "m/s"),
            "qdd", List.of("rad/s^2", "m/s^2"),
            "qddd", List.of("rad/s^3", "m/s^3"),
            "tau", List.of("N m", "N"),
            "tauRate", List.of("N m/s", "N/s"));

    private RobotSource() {}

    /** The name by which users know a quantity: {@code massMatrix}. */
    public static String key(Quantity quantity) {
        String[] words = quantity.name().toLowerCase(Locale.ROOT).split("_", -1);
        StringBuilder key = new StringBuilder(words[0]);
        for (int k = 1; k < words.length; k++) {
            key.append(capitalized(words[k]));
        }
        return key.toString();
    }

    /** A Java class such as {@code PandaTorque}; no package for the empty name. */
    public static SourceFile java(RobotModel model, Quantity quantity, String packageName) {
        return java(model, quantity, RobotCompiler.program(model, quantity), packageName);
    }

    /** The same from a program that is there already. */
    public static SourceFile java(RobotModel model, Quantity quantity, Program program, String packageName) {
        String className = camelCase(model.name()) + capitalized(key(quantity));
        return JavaSource.of(program, packageName, className, notes(model, quantity, program));
    }

    /** A C function such as {@code panda_torque} and its header. */
    public static List<SourceFile> c(RobotModel model, Quantity quantity) {
        return c(model, quantity, RobotCompiler.program(model, quantity));
    }

    /** The same from a program that is there already. */
    public static List<SourceFile> c(RobotModel model, Quantity quantity, Program program) {
        String function = lowerCase(model.name()) + "_" + quantity.name().toLowerCase(Locale.ROOT);
        return CSource.of(program, function, notes(model, quantity, program));
    }

    private static SourceNotes notes(RobotModel model, Quantity quantity, Program program) {
        Map<String, String> vectors = new HashMap<>();
        program.inputs().forEach(input -> vectors.put(input.name(), note(model, input.name())));
        program.outputs().forEach(output -> vectors.put(output.name(), note(model, output.name())));
        String title = "%s of robot \"%s\", in SI units, for this robot alone: all its constants are folded in."
                .formatted(TITLES.getOrDefault(key(quantity), capitalized(key(quantity))), ascii(model.name()));
        return new SourceNotes(title, vectors);
    }

    private static String note(RobotModel model, String vector) {
        String meaning = MEANING.getOrDefault(vector, "");
        List<String> units = UNITS.get(vector);
        if (units == null) {
            return meaning;
        }
        String joints = model.movingJoints().stream()
                .map(joint -> "%s (%s)".formatted(ascii(joint.name()), unit(joint, units)))
                .collect(Collectors.joining(", "));
        return meaning + ": " + joints;
    }

    private static String unit(Joint joint, List<String> units) {
        return units.get(joint.kind() == JointKind.REVOLUTE ? 0 : 1);
    }

    private static String capitalized(String word) {
        return word.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    /** Any name as a Java class name: {@code two-link} becomes {@code TwoLink}. */
    static String camelCase(String name) {
        StringBuilder result = new StringBuilder();
        for (String word : name.split("[^A-Za-z0-9]+", -1)) {
            result.append(capitalized(word));
        }
        return startsWithLetter(result) ? result.toString() : "Robot" + result;
    }

    /** Any name as a C name: {@code two-link} becomes {@code two_link}. */
    static String lowerCase(String name) {
        String result =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceAll("^_|_$", "");
        return startsWithLetter(result) ? result : "robot_" + result;
    }

    private static boolean startsWithLetter(CharSequence name) {
        return !name.isEmpty() && Character.isLetter(name.charAt(0));
    }

    /** Letters beyond ASCII and line ends have no place in a comment that every compiler reads. */
    private static String ascii(String name) {
        return name.replaceAll("[^ -~]", "?");
    }
}
