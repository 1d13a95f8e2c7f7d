package dev.catena.formats;

import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Robots in files; the ending says the format: {@code .yaml}, {@code .yml}, {@code .urdf}, {@code .xml}, {@code .par}. */
public final class RobotFiles {
    /** No file may have more bytes than this. */
    public static final int LARGEST_FILE = 64 << 20;

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
        return switch (ending(file)) {
            case "yaml", "yml" -> RobotYamlReader.read(readText(file), name, options);
            case "urdf", "xml" -> UrdfReader.read(readBytes(file), name, options);
            case "par" -> ParReader.read(readText(file), name, options);
            default ->
                throw new FileProblems(name)
                        .fatal(0, "a robot file ends in .yaml, .yml, .urdf, .xml or .par, but this one does not");
        };
    }

    /**
     * Writes a robot, whole or not at all.
     *
     * @throws IllegalArgumentException where the ending is not one of {@code .yaml}, {@code .yml}, {@code .urdf},
     *     {@code .xml}
     * @throws UncheckedIOException where the file cannot be written
     */
    public static void write(RobotModel robot, Path file) {
        String text = switch (ending(file)) {
            case "yaml", "yml" -> RobotYamlWriter.write(robot);
            case "urdf", "xml" -> UrdfWriter.write(robot);
            default ->
                throw new IllegalArgumentException(
                        "robots are written as .yaml, .yml, .urdf or .xml, but not as \"%s\"".formatted(file));
        };
        WholeFile.write(file, text);
    }

    static String ending(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static String readText(Path file) {
        try {
            return decode(readBytes(file));
        } catch (CharacterCodingException e) {
            throw new FileProblems(file.toString()).fatal(0, "the file is not text in UTF-8");
        }
    }

    /** Text in UTF-8, without the byte order mark. */
    static String decode(byte[] bytes) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    private static byte[] readBytes(Path file) {
        try {
            if (Files.size(file) > LARGEST_FILE) {
                throw new FileProblems(file.toString())
                        .fatal(
                                0,
                                "the file has %s bytes, but no more than %s are read"
                                        .formatted(Files.size(file), LARGEST_FILE));
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
