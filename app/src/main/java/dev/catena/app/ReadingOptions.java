package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
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
            description = "Values of the symbols of a .par file, as in --set D3=0.45,RL4=0.38; "
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

    /** @param xacro whether values may be text, as arguments of a .xacro file are */
    private ReadOptions options(boolean xacro) {
        return new ReadOptions(strict, floating, null, symbols(xacro), openLoops, values, packages);
    }

    private Map<String, Double> symbols(boolean xacro) {
        Map<String, Double> symbols = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            try {
                symbols.put(name, Double.valueOf(value));
            } catch (NumberFormatException e) {
                if (!xacro) {
                    throw new UserError("--set %s: '%s' is no number".formatted(name, value));
                }
            }
        });
        return symbols;
    }
}
