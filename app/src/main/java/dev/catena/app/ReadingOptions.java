package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.CutJoint;
import dev.catena.model.Problem;
import dev.catena.model.RobotModel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How to read a robot: what all commands that take one have in common, {@code --package} apart. */
class ReadingOptions {
    /** For the help of the argument that names the robot. */
    static final String ROBOT =
            "A file (.yaml, .yml, .urdf, .xacro, .sdf, .world, .mjcf, .xml, .par) or a robot that ships with Catena; "
                    + "'catena help robots' lists them.";

    @Option(
            names = "--set",
            paramLabel = "SYMBOL=VALUE",
            split = ",",
            description = "Values of the symbols of a .par or .yaml file, as in --set D3=0.45,RL4=0.38; "
                    + "'*' stands for every symbol not named. Or arguments of a .xacro file, as in --set ur_type=ur5e.")
    private Map<String, String> values = new LinkedHashMap<>();

    /** Folders of packages that a .xacro file finds, by name. */
    private final Map<String, Path> packages = new LinkedHashMap<>();

    @Option(names = "--strict", description = "Refuse every inertia that no real body can have.")
    private boolean strict;

    @Option(names = "--floating", description = "Let the base float.")
    private boolean floating;

    @Option(
            names = "--open-loops",
            description = "Read the tree of a robot with closed loops: cut joints are left out.")
    private boolean openLoops;

    @Option(names = "--no-friction", description = "Leave out the friction of all joints.")
    private boolean noFriction;

    final void addPackages(Map<String, Path> folders) {
        packages.putAll(folders);
    }

    /** Reads a robot by file or name, and refuses closed loops, for commands that compute trees only. */
    RobotModel read(String robot) {
        RobotModel model = readWithLoops(robot);
        if (model.hasLoops()) {
            String cuts = model.loops().cutJoints().stream().map(CutJoint::name).collect(Collectors.joining(", "));
            throw new UserError(
                    "robot \"%s\" has closed loops (cut at %s), but this command is for trees only; --open-loops takes the tree without its cut joints"
                            .formatted(model.name(), cuts));
        }
        return model;
    }

    /** A robot some of whose symbols have no value, read with two different sets of invented ones. */
    record OpenRobot(RobotModel robot, RobotModel other, List<String> symbols) {
        /** Warnings that are not about invented values. */
        List<Problem> warnings() {
            return robot.warnings().stream().filter(other.warnings()::contains).toList();
        }

        /** That code or equations have numbers that nobody gave. */
        UserError numbersInvented() {
            return new UserError(
                    "symbols of robot \"%s\" have no value and would be numbers: some of %s; give these values with --set, or leave more open with --open"
                            .formatted(robot.name(), some()));
        }

        /** What went wrong, which may be so of invented values alone. */
        UserError withInvented(UserError wrong) {
            return symbols.isEmpty()
                    ? wrong
                    : new UserError(
                            "%s; this is with invented values, since symbols have none: %s; give values with --set"
                                    .formatted(wrong.getMessage(), some()));
        }

        private String some() {
            return symbols.stream().limit(20).collect(Collectors.joining(", ")) + (symbols.size() > 20 ? ", …" : "");
        }
    }

    /** As {@link #readWithLoops}; symbols of a .par or YAML file need no value. */
    OpenRobot readOpen(String robot) {
        Path file = file(robot);
        List<String> missing = List.of();
        if (file != null && !robot.toLowerCase(Locale.ROOT).endsWith(".xacro")) {
            missing = RobotFiles.symbolsWithoutValue(file, options(false));
        }
        if (missing.isEmpty()) {
            RobotModel model = readWithLoops(robot);
            return new OpenRobot(model, model, List.of());
        }
        return new OpenRobot(readInvented(robot, missing, 1), readInvented(robot, missing, 2), missing);
    }

    private RobotModel readInvented(String robot, List<String> symbols, int seed) {
        Map<String, String> given = new LinkedHashMap<>(values);
        Random random = new Random(seed);
        symbols.forEach(symbol -> values.put(symbol, Double.toString(0.5 + random.nextDouble())));
        try {
            return readWithLoops(robot);
        } finally {
            values.clear();
            values.putAll(given);
        }
    }

    /** The file that a robot is in, or null for a robot that ships. */
    static @Nullable Path file(String robot) {
        try {
            return Files.isRegularFile(Path.of(robot)) ? Path.of(robot) : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Reads a robot by file or name, closed loops included. */
    RobotModel readWithLoops(String robot) {
        RobotModel model;
        try {
            model = RobotFiles.find(
                    robot, options(robot.toLowerCase(Locale.ROOT).endsWith(".xacro")));
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
        return noFriction ? model.withoutFriction() : model;
    }

    boolean isFrictionless() {
        return noFriction;
    }

    /** @param xacro whether values may be text, as arguments of a .xacro file are */
    private ReadOptions options(boolean xacro) {
        return new ReadOptions(strict, floating, null, symbols(xacro), openLoops, values, packages);
    }

    private Map<String, Double> symbols(boolean xacro) {
        Map<String, Double> symbols = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            OptionalDouble number = DecimalNumber.parse(value);
            if (number.isPresent()) {
                symbols.put(name, number.getAsDouble());
            } else if (!xacro) {
                throw new UserError("--set %s: \"%s\" is no %s".formatted(name, value, DecimalNumber.expected(value)));
            }
        });
        return symbols;
    }
}
