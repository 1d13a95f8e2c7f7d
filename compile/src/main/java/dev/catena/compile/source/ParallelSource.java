package dev.catena.compile.source;

import dev.catena.compile.Check;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.ParallelCompiler;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.quantity.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Source text of parallel robots, of what {@link ParallelCompiler} computes. Behind the results there is a vector
 * {@code pivots}, which says whether they are worth anything.
 */
public final class ParallelSource {
    private static final List<String> FREEDOMS =
            List.of("along x", "along y", "along z", "about x", "about y", "about z");

    private ParallelSource() {}

    /**
     * A Java class such as {@code HexapodTorque}; no package for the empty name.
     *
     * @param loaded whether a wrench on the platform is an input
     * @param open parameters that are a last input
     */
    public static SourceFile java(
            ParallelRobot robot, Quantity quantity, boolean loaded, Set<ParameterGroup> open, String packageName) {
        CompiledFunction function = ParallelCompiler.compile(robot, quantity, loaded, open);
        String className = RobotSource.camelCase(robot.name()) + RobotSource.capitalized(quantity.key());
        return JavaSource.of(function.program(), packageName, className, notes(robot, function, open));
    }

    /** A C function such as {@code hexapod_torque} and its header; see {@link #java}. */
    public static List<SourceFile> c(ParallelRobot robot, Quantity quantity, boolean loaded, Set<ParameterGroup> open) {
        CompiledFunction function = ParallelCompiler.compile(robot, quantity, loaded, open);
        String name =
                RobotSource.lowerCase(robot.name()) + "_" + quantity.name().toLowerCase(Locale.ROOT);
        return CSource.of(function.program(), name, notes(robot, function, open));
    }

    private static SourceNotes notes(ParallelRobot robot, CompiledFunction function, Set<ParameterGroup> open) {
        Quantity quantity = function.quantity();
        Map<String, String> vectors = new HashMap<>();
        quantity.parts().forEach(part -> vectors.put(part.symbol(), part.description()));
        String efforts = robot.actuatorNames().stream()
                .map(RobotSource::ascii)
                .collect(Collectors.joining(", ", "of the actuators (N or N m): ", ""));
        vectors.put("tau", "torques and forces " + efforts);
        String freedoms = IntStream.range(0, robot.freedoms().count())
                .mapToObj(k -> FREEDOMS.get(robot.freedoms().coordinate(k)))
                .collect(Collectors.joining(", "));
        vectors.put("platform", "pose of the platform in the world: rotation matrix, row by row, then position (m)");
        vectors.put("velocity", "of the platform's origin and angular, in world axes: " + freedoms);
        vectors.put("acceleration", "the derivative of velocity");
        vectors.put("jerk", "the derivative of acceleration");
        vectors.put(
                "wrench",
                "what the environment applies on the platform, in world axes: force (N), moment about its origin (N m)");
        vectors.put("parameters", RobotSource.values(ParallelCompiler.parameters(robot, open)));
        vectors.put("pivots", pivots(function.checks()));
        return new SourceNotes(RobotSource.title(robot.name(), quantity, !open.isEmpty()), vectors);
    }

    /** What each number must be greater than. */
    private static String pivots(List<Check> checks) {
        return checks.stream()
                .map(check -> "greater than %s, or %s".formatted(check.least(), RobotSource.ascii(check.complaint())))
                .collect(Collectors.joining(
                        "; ", "where one is not as said, or no number, the results are worthless: ", ""));
    }
}
