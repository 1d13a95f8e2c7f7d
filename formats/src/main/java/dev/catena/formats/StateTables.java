package dev.catena.formats;

import dev.catena.model.RobotModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** State tables in files; the ending says the format: {@code .csv} or {@code .json}. */
public final class StateTables {
    private StateTables() {}

    /**
     * Reads a table as it stands in the file.
     *
     * @throws FormatException where the file is no table
     * @throws UncheckedIOException where it cannot be read
     */
    public static StateTable read(Path file) {
        String name = file.toString();
        String text = readText(file);
        return switch (RobotFiles.ending(file)) {
            case "csv" -> StateTableCsv.read(text, name);
            case "json" -> StateTableJson.read(text, name);
            default -> throw new FormatException(name, "a state table ends in .csv or .json, but this file does not");
        };
    }

    /**
     * Reads a table and sorts its columns by the robot's moving joints; with closed loops, by its active joints, unless
     * the table has as many joints as the robot has moving ones.
     *
     * @throws FormatException also where the joints or the bodies with wrenches are not those of the robot
     */
    public static StateTable read(Path file, RobotModel robot) {
        StateTable table = read(file);
        for (StateTable.State state : table.states()) {
            for (String body : state.wrenches().keySet()) {
                if (!robot.hasBody(body)) {
                    throw new FormatException(
                            file.toString(),
                            "there is a wrench on \"%s\", but robot \"%s\" has no such body"
                                    .formatted(body, robot.name()));
                }
            }
        }
        try {
            boolean ofActive = robot.hasLoops() && table.joints().size() != robot.jointCount();
            return table.inOrderOf(ofActive ? robot.loops().activeJoints() : robot.jointNames());
        } catch (FormatException e) {
            throw new FormatException(file.toString(), String.valueOf(e.getMessage()));
        }
    }

    /** Writes a table, whole or not at all. */
    public static void write(StateTable table, Path file) {
        String text = switch (RobotFiles.ending(file)) {
            case "csv" -> StateTableCsv.write(table);
            case "json" -> StateTableJson.write(table);
            default ->
                throw new IllegalArgumentException(
                        "state tables are written as .csv or .json, but not as \"%s\"".formatted(file));
        };
        WholeFile.write(file, text);
    }

    private static String readText(Path file) {
        try {
            long size = Files.size(file);
            if (size > RobotFiles.LARGEST_FILE * 8L) {
                throw new FormatException(file.toString(), "the file has %s bytes, which is too large".formatted(size));
            }
            return RobotFiles.decode(Files.readAllBytes(file));
        } catch (CharacterCodingException e) {
            throw new FormatException(file.toString(), "the file is not text in UTF-8");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
