package dev.catena.compile.source;

import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.trace.StandingTracing;
import dev.catena.model.Body;
import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.Shape;
import dev.catena.quantity.StateVariable;
import dev.catena.quantity.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Source text of the quantities of a robot, with names and notes made from the robot. */
public final class RobotSource {
    private static final String BASE =
            "motion of the base: rotation matrix in the world, row by row, and position (m); then, in base axes and as"
                    + " far as they are read, linear and angular velocity, classical linear and angular acceleration, and"
                    + " the inertial derivatives of those, one after the other";

    private static final String FORCE_FIRST = "; force (N), then moment (N m)";

    /** What derivatives of a robot that floats have before those of its joints. */
    private static final Map<Quantity, String> OF_BASE = Map.of(
            Quantity.TORQUE_SENSITIVITY,
            "; first rows are those of the wrench on the base, first columns those of its displacement along and turn"
                    + " about its axes, of its velocity, or of its acceleration, whose linear part is classical",
            Quantity.ACCELERATION_SENSITIVITY,
            "; first rows are those of the base's classical linear and its angular acceleration, first columns, but by"
                    + " tau, those of its displacement along and turn about its axes, or of its velocity",
            Quantity.GRAVITY,
            "; the base held where it is");

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
        return java(model, quantity, program, packageName, inputs, parameters(model, quantity, inputs));
    }

    /** The same with other values of the open parameters in its comment: none where they are not numbers. */
    public static SourceFile java(
            RobotModel model,
            Quantity quantity,
            Program program,
            String packageName,
            CodeInputs inputs,
            List<OpenParameter> parameters) {
        String className = camelCase(model.name()) + capitalized(quantity.key());
        return JavaSource.of(program, packageName, className, notes(model, quantity, inputs, parameters));
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
        return c(model, quantity, program, inputs, parameters(model, quantity, inputs));
    }

    /** The same with other values of the open parameters in its comment: none where they are not numbers. */
    public static List<SourceFile> c(
            RobotModel model, Quantity quantity, Program program, CodeInputs inputs, List<OpenParameter> parameters) {
        String function = lowerCase(model.name()) + "_" + quantity.name().toLowerCase(Locale.ROOT);
        return CSource.of(program, function, notes(model, quantity, inputs, parameters));
    }

    /** A module of WebAssembly for some quantities, such as {@code panda.wasm}, and a class {@code Panda} around it. */
    public static WasmFiles wasm(RobotModel model, CodeInputs inputs, List<CompiledFunction> functions) {
        return wasm(model, inputs, functions, quantity -> parameters(model, quantity, inputs));
    }

    /** The same with other values of the open parameters in its comment: none where they are not numbers. */
    public static WasmFiles wasm(
            RobotModel model,
            CodeInputs inputs,
            List<CompiledFunction> functions,
            Function<Quantity, List<OpenParameter>> parameters) {
        WasmModule module = WasmModule.of(functions);
        List<String> lines = new ArrayList<>();
        for (CompiledFunction function : functions) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            List<String> own = notes(model, function.quantity(), inputs, parameters.apply(function.quantity()))
                    .description(function.program(), function.outputs());
            lines.add(function.quantity().key() + ":");
            lines.addAll(own);
        }
        lines.add("");
        lines.add("Generated by Catena; do not edit.");
        return wasm(model, module, lines);
    }

    static WasmFiles wasm(RobotModel model, WasmModule module, List<String> lines) {
        return wasm(
                model.name(),
                model.independentJoints().stream().map(Joint::name).toList(),
                model.hasLoops() ? model.jointNames() : List.of(),
                module,
                lines);
    }

    /** @param all the joints of closed loops, empty without loops */
    static WasmFiles wasm(String robot, List<String> joints, List<String> all, WasmModule module, List<String> lines) {
        String name = lowerCase(robot);
        WasmWrapper wrapper = new WasmWrapper(module, camelCase(robot), joints, all, lines);
        return new WasmFiles(
                name + ".wasm",
                module,
                new SourceFile(name + ".js", wrapper.script()),
                new SourceFile(name + ".d.ts", wrapper.types()));
    }

    static List<OpenParameter> parameters(RobotModel model, Quantity quantity, CodeInputs inputs) {
        return inputs.openParameters().isEmpty() ? List.of() : RobotCompiler.parameters(model, quantity, inputs);
    }

    /** What closed loops and bases have beside the motion of joints. */
    static void describeSurroundings(RobotModel model, CodeInputs inputs, Map<String, String> vectors) {
        vectors.put(
                "start",
                "a closed pose nearby, to begin with" + units(model.movingJoints(), StateVariable.POSITION.unit()));
        vectors.put("joints", "the pose of all joints that was found; the next start");
        vectors.put(
                "closure",
                "what must be small for the pose to be right; if it is one number, the condition (1e7); if two, by how"
                        + " much parts do not reach each other (at most 1e-11), condition; else residual (1e-11), residual"
                        + " of the start (1e-9), stride (0.4), stride and what Newton's steps added (1), condition; where"
                        + " one of them is larger, the other numbers are worthless");
        vectors.put("base", BASE);
        vectors.put(
                "baseAcceleration",
                "of the base, in its axes: classical linear acceleration (m/s^2), angular acceleration (rad/s^2)");
        vectors.put(
                "contactWrench",
                "by contact that stands: force (N) and moment (N m) that the ground exerts at the contact, in its axes; those of a hinge"
                        + " have z along it");
        vectors.put(
                StandingTracing.STANDING,
                "what must be small for the other numbers to be worth anything: the condition (at most 1e7); of accelerations what"
                        + " contacts hold beyond what they hold in other poses, of torques by how much the accelerations break"
                        + " contacts (1e-8); a third one is, of rates, by how much their derivatives do (1e-7), of springs what contacts"
                        + " cannot supply of what is needed, and of derivatives of accelerations how contacts that repeat each other"
                        + " contradict each other nearby (1e-8)");
        vectors.put("contactWrenchRate", "how these components change");
        vectors.put("baseJerk", "inertial derivative of baseAcceleration, in base axes");
        vectors.put(
                Quantity.CUT_WRENCH.symbol(),
                Quantity.CUT_WRENCH.description()
                        + FORCE_FIRST
                        + names(model.loops().cutJoints().stream().map(CutJoint::name)));
        vectors.put(
                "wrenches",
                "what the environment applies to bodies: force (N) and moment about the body's origin (N m) of each,"
                        + " those in the axes of the body first, then those in world axes"
                        + names(Stream.concat(
                                inputs.wrenchesInBody().stream(),
                                inputs.wrenchesInWorld().stream().map(body -> body + " in world axes"))));
        vectors.put("wrenchRates", "rates of the numbers of wrenches");
    }

    private static SourceNotes notes(
            RobotModel model, Quantity quantity, CodeInputs inputs, List<OpenParameter> parameters) {
        Map<String, String> vectors = new HashMap<>();
        quantity.inputs()
                .forEach(input -> vectors.put(
                        input.key(),
                        input.title()
                                + units(
                                        input == StateVariable.EFFORT || input == StateVariable.FACTOR
                                                ? model.activeJoints()
                                                : model.independentJoints(),
                                        input.unit())
                                + (input == StateVariable.FACTOR ? beforeFactors(inputs) : "")));
        quantity.parts()
                .forEach(part -> vectors.put(
                        part.symbol(),
                        description(model, part)
                                + (part.shape() == Shape.BY_JOINT
                                        ? units(
                                                part == Quantity.ACCELERATION
                                                        ? model.independentJoints()
                                                        : model.activeJoints(),
                                                part.unit())
                                        : "")
                                + (inputs.base() == BaseInput.FLOATS ? ofBase(quantity, inputs) : "")));
        describeSurroundings(model, inputs, vectors);
        if (!inputs.openParameters().isEmpty()) {
            vectors.put("parameters", values(parameters));
        }
        return new SourceNotes(
                title(model.name(), quantity, !inputs.openParameters().isEmpty()), vectors);
    }

    /** What an output of code holds, and of which joints or bodies, in order. */
    static String description(RobotModel model, Quantity part) {
        return switch (part) {
            case POSE ->
                "by body: rotation matrix in the world, row by row, then position (m)"
                        + names(model.bodies().stream().map(Body::name));
            case JOINT_WRENCH, ELASTIC_JOINT_WRENCH ->
                part.description() + FORCE_FIRST + names(model.joints().stream().map(Joint::name));
            case REGRESSOR ->
                part.description()
                        + names(model.joints().stream()
                                .filter(joint -> joint.kind() != JointKind.FIXED)
                                .map(Joint::name));
            case ENERGY -> part.description() + " (J)";
            default -> part.description();
        };
    }

    private static String names(Stream<String> names) {
        return names.map(RobotSource::ascii).collect(Collectors.joining(", ", ": ", ""));
    }

    private static String ofBase(Quantity quantity, CodeInputs inputs) {
        return quantity == Quantity.TORQUE_SENSITIVITY && !inputs.contacts().isEmpty()
                ? "; first columns are those of the base's displacement along and turn about its axes, of its velocity, or of"
                        + " its classical linear and its angular acceleration"
                : OF_BASE.getOrDefault(quantity, "");
    }

    /** What weighs the wrench on a base that floats. */
    static String beforeFactors(CodeInputs inputs) {
        return inputs.base() == BaseInput.FLOATS && inputs.contacts().isEmpty()
                ? "; before them six for force and moment on the base, in its axes"
                : "";
    }

    /** Names of open parameters, and what they are of this robot. */
    static String values(List<OpenParameter> parameters) {
        return parameters.stream()
                .map(parameter -> Double.isNaN(parameter.value())
                        ? parameter.name()
                        : "%s (%s)".formatted(parameter.name(), parameter.value()))
                .collect(Collectors.joining(", ", "with the values of this robot: ", ""));
    }

    static String title(String robot, Quantity quantity, boolean isOpen) {
        return "%s of robot \"%s\", in SI units, for this robot alone: %s are folded in."
                .formatted(quantity.title(), ascii(robot), isOpen ? "all other constants" : "all its constants");
    }

    static String units(List<Joint> joints, Unit unit) {
        return joints.stream()
                .map(joint -> "%s (%s)"
                        .formatted(
                                ascii(joint.name()),
                                joint.kind() == JointKind.REVOLUTE ? unit.turning() : unit.sliding()))
                .collect(Collectors.joining(", ", ": ", ""));
    }

    static String capitalized(String word) {
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

    /** Letters beyond ASCII, line ends and trigraphs have no place in a comment that every compiler reads. */
    static String ascii(String name) {
        StringBuilder text = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (c >= ' ' && c <= '~') {
                text.appendCodePoint(c);
            } else {
                text.append(String.format(Locale.ROOT, "<U+%04X>", c));
            }
        });
        return text.toString().replaceAll("\\?(?=\\?)", "? ");
    }
}
