package dev.catena.compile.source;

import dev.catena.compile.RobotCompiler;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.Shape;
import dev.catena.quantity.Unit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Source text of the quantities of a robot, with names and notes made from the robot. */
public final class RobotSource {
    private static final String BASE =
            "motion of the base: rotation matrix in the world, row by row, and position (m); then, in base axes and as far"
                    + " as they are read, linear and angular velocity, classical linear and angular acceleration, and the"
                    + " inertial derivatives of those";

    private RobotSource() {}

    /** A Java class such as {@code PandaTorque}; no package for the empty name. */
    public static SourceFile java(RobotModel model, Quantity quantity, String packageName) {
        return java(model, quantity, RobotCompiler.program(model, quantity), packageName);
    }

    /** The same from a program that is there already. */
    public static SourceFile java(RobotModel model, Quantity quantity, Program program, String packageName) {
        return java(model, quantity, program, packageName, CodeInputs.of(model));
    }

    /** The same of a program that was made for some inputs. */
    public static SourceFile java(
            RobotModel model, Quantity quantity, Program program, String packageName, CodeInputs inputs) {
        String className = camelCase(model.name()) + capitalized(quantity.key());
        return JavaSource.of(program, packageName, className, notes(model, quantity, inputs));
    }

    /** A C function such as {@code panda_torque} and its header. */
    public static List<SourceFile> c(RobotModel model, Quantity quantity) {
        return c(model, quantity, RobotCompiler.program(model, quantity));
    }

    /** The same from a program that is there already. */
    public static List<SourceFile> c(RobotModel model, Quantity quantity, Program program) {
        return c(model, quantity, program, CodeInputs.of(model));
    }

    /** The same of a program that was made for some inputs. */
    public static List<SourceFile> c(RobotModel model, Quantity quantity, Program program, CodeInputs inputs) {
        String function = lowerCase(model.name()) + "_" + quantity.name().toLowerCase(Locale.ROOT);
        return CSource.of(program, function, notes(model, quantity, inputs));
    }

    private static SourceNotes notes(RobotModel model, Quantity quantity, CodeInputs inputs) {
        Map<String, String> vectors = new HashMap<>();
        quantity.inputs().forEach(input -> vectors.put(input.key(), input.title() + units(model, input.unit())));
        quantity.parts()
                .forEach(part -> vectors.put(
                        part.symbol(),
                        part.description() + (part.shape() == Shape.BY_JOINT ? units(model, part.unit()) : "")));
        vectors.put("base", BASE);
        vectors.put(
                "wrenches",
                "what the environment applies to bodies: force (N) and moment about the body's origin (N m) of each, those in the axes of the body first, then those in world axes");
        vectors.put("wrenchRates", "rates of the numbers of wrenches");
        vectors.put(
                "baseAcceleration",
                "of the base, in its axes: classical linear acceleration (m/s^2), angular acceleration (rad/s^2)");
        vectors.put("baseJerk", "inertial derivative of baseAcceleration, in base axes");
        if (!inputs.openParameters().isEmpty()) {
            vectors.put(
                    "parameters",
                    RobotCompiler.parameters(model, inputs).stream()
                            .map(parameter -> "%s (%s)".formatted(parameter.name(), parameter.value()))
                            .collect(Collectors.joining(", ", "with the values of this robot: ", "")));
        }
        String title = "%s of robot \"%s\", in SI units, for this robot alone: %s are folded in."
                .formatted(
                        quantity.title(),
                        ascii(model.name()),
                        inputs.openParameters().isEmpty() ? "all its constants" : "all other constants");
        return new SourceNotes(title, vectors);
    }

    private static String units(RobotModel model, Unit unit) {
        return model.movingJoints().stream()
                .map(joint -> "%s (%s)"
                        .formatted(
                                ascii(joint.name()),
                                joint.kind() == JointKind.REVOLUTE ? unit.turning() : unit.sliding()))
                .collect(Collectors.joining(", ", ": ", ""));
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
