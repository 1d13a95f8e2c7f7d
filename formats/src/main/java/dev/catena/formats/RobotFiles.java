package dev.catena.formats;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.file.OutputFile;
import dev.catena.formats.mjcf.MjcfReader;
import dev.catena.formats.par.ParReader;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.sdf.SdfReader;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.urdf.UrdfWriter;
import dev.catena.formats.xacro.XacroReader;
import dev.catena.formats.xml.XmlElement;
import dev.catena.formats.xml.XmlTree;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Robots in files; the ending says the format: {@code .yaml}, {@code .yml}, {@code .urdf}, {@code .xacro}, {@code .sdf}, {@code .world}, {@code .mjcf}, {@code .par}; {@code .xml} by its root element. */
public final class RobotFiles {
    /** No file may have more bytes than this. */
    public static final int LARGEST_FILE = InputFile.LARGEST_DESCRIPTION;

    private static final Set<String> WRITTEN = Set.of("yaml", "yml", "urdf", "xml");

    private RobotFiles() {}

    public static RobotModel read(Path file) {
        return read(file, ReadOptions.DEFAULT);
    }

    /**
     * Reads a robot.
     *
     * @throws ModelException with every problem of the description, or where the ending is unknown
     * @throws UncheckedIOException where the file cannot be read
     */
    public static RobotModel read(Path file, ReadOptions options) {
        String name = file.toString();
        return switch (InputFile.ending(file)) {
            case "yaml", "yml" -> RobotYamlReader.read(readText(file), name, options);
            case "urdf", "xml", "xacro", "sdf", "world", "mjcf" -> readXml(file, options);
            case "par" -> ParReader.read(readText(file), name, options);
            default ->
                throw new FileProblems(name)
                        .fatal(
                                0,
                                "a robot file ends in .yaml, .yml, .urdf, .xacro, .sdf, .world, .mjcf, .xml or .par,"
                                        + " but this one does not");
        };
    }

    /** Symbols of a {@code .par} or YAML file that have no value yet, sorted; none for files of other formats. */
    public static List<String> symbolsWithoutValue(Path file, ReadOptions options) {
        return switch (InputFile.ending(file)) {
            case "par" -> ParReader.symbolsWithoutValue(readText(file), file.toString(), options);
            case "yaml", "yml" -> RobotYamlReader.symbolsWithoutValue(readText(file), file.toString(), options);
            default -> List.of();
        };
    }

    private static RobotModel readXml(Path file, ReadOptions options) {
        XmlElement root = XmlTree.parse(readBytes(file), new FileProblems(file.toString()));
        boolean xacro = InputFile.ending(file).equals("xacro") || XacroReader.isXacro(root);
        if (!xacro && !options.symbols().isEmpty()) {
            throw new FileProblems(file.toString())
                    .fatal(
                            0,
                            "a value is given for %s, but only .par, YAML and xacro files have symbols"
                                    .formatted(String.join(
                                            ", ",
                                            new TreeSet<>(options.symbols().keySet()))));
        }
        XmlElement expanded = xacro ? XacroReader.expanded(root, file, options) : root;
        return switch (expanded.name()) {
            case "mujoco" -> MjcfReader.read(expanded, file, options);
            case "sdf", "gazebo" -> SdfReader.read(expanded, file, options);
            default -> UrdfReader.read(expanded, options);
        };
    }

    /**
     * Reads a robot by its file, or takes the one of that name that ships; a file comes first.
     *
     * @throws IllegalArgumentException where there is neither
     * @throws ModelException with every problem of the description, or where the ending is unknown
     * @throws UncheckedIOException where the file cannot be read
     */
    public static RobotModel find(String fileOrName, ReadOptions options) {
        if (isFile(fileOrName)) {
            return read(Path.of(fileOrName), options);
        }
        if (ShippedRobots.has(fileOrName)) {
            return ShippedRobots.load(fileOrName, options);
        }
        if (isPath(fileOrName)) {
            throw new IllegalArgumentException(
                    "cannot read %s: there is no such file%s".formatted(fileOrName, shippedHint(fileOrName)));
        }
        throw new IllegalArgumentException(
                "there is no file \"%s\", nor does a robot of that name ship with Catena%s (there are %s)"
                        .formatted(
                                fileOrName,
                                NearestName.hint(fileOrName, ShippedRobots.names()),
                                String.join(", ", ShippedRobots.names())));
    }

    /** Whether somebody meant a file: with a folder or an ending. */
    private static boolean isPath(String robot) {
        return robot.contains("/") || robot.contains("\\") || robot.indexOf('.', 1) > 0;
    }

    private static String shippedHint(String robot) {
        String file = robot.substring(Math.max(robot.lastIndexOf('/'), robot.lastIndexOf('\\')) + 1);
        String name = file.substring(0, file.indexOf('.', 1) > 0 ? file.indexOf('.', 1) : file.length());
        return ShippedRobots.has(name) ? "; a robot \"%s\" ships, without an ending".formatted(name) : "";
    }

    /** A shipped name wins over a folder of that name, a file wins over both. */
    private static boolean isFile(String robot) {
        try {
            Path path = Path.of(robot);
            return Files.isRegularFile(path) || (Files.exists(path) && !ShippedRobots.has(robot));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * Refuses what {@link #write} would.
     *
     * @throws IllegalArgumentException where the ending is not one of {@code .yaml}, {@code .yml}, {@code .urdf},
     *     {@code .xml}
     */
    public static void requireWritable(Path file) {
        if (!WRITTEN.contains(InputFile.ending(file))) {
            throw new IllegalArgumentException(
                    "robots are written as .yaml, .yml, .urdf or .xml, but not as \"%s\"".formatted(file));
        }
    }

    /**
     * Writes a robot, whole or not at all.
     *
     * @throws IllegalArgumentException where the ending is not one of {@code .yaml}, {@code .yml}, {@code .urdf},
     *     {@code .xml}
     * @throws UncheckedIOException where the file cannot be written
     */
    public static void write(RobotModel robot, Path file) {
        requireWritable(file);
        String text = switch (InputFile.ending(file)) {
            case "yaml", "yml" -> RobotYamlWriter.write(robot);
            default -> UrdfWriter.write(robot);
        };
        OutputFile.write(file, text);
    }

    /**
     * What a file will not hold of a robot, in words: what its own description had beside the model, and what the format of
     * the file to be written has no place for.
     */
    public static List<String> losses(RobotModel robot, Path file) {
        List<String> losses = new ArrayList<>();
        robot.notes().forEach(note -> losses.add(note.toString()));
        switch (InputFile.ending(file)) {
            case "urdf", "xml" -> losses.addAll(UrdfWriter.losses(robot));
            default -> {}
        }
        return losses;
    }

    private static String readText(Path file) {
        return InputFile.text(file, LARGEST_FILE, text -> problem(file, text));
    }

    private static byte[] readBytes(Path file) {
        return InputFile.bytes(file, LARGEST_FILE, text -> problem(file, text));
    }

    private static ModelException problem(Path file, String text) {
        return new FileProblems(file.toString()).fatal(0, text);
    }
}
