package dev.catena.formats.table;

import dev.catena.formats.file.InputFile;
import dev.catena.formats.file.OutputFile;
import dev.catena.formats.reading.FormatException;
import dev.catena.model.RobotModel;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** State tables in files; the ending says the format: {@code .csv} or {@code .json}. */
public final class StateTables {
    /** No file may have more bytes than this. */
    public static final int LARGEST_FILE = 512 << 20;

    private StateTables() {}

    /**
     * Reads a table as it stands in the file.
     *
     * @throws FormatException where the file is no table
     * @throws UncheckedIOException where it cannot be read
     */
    public static StateTable read(Path file) {
        String name = file.toString();
        String text = InputFile.text(file, LARGEST_FILE);
        return switch (InputFile.ending(file)) {
            case "csv" -> StateTableCsv.read(text, name);
            case "json" -> StateTableJson.read(text, name);
            default -> {
                if (Files.isRegularFile(file)) {
                    throw new FormatException(name, "a state table ends in .csv or .json, but this file does not");
                }
                yield parse(text, name);
            }
        };
    }

    /**
     * Reads a table that has no name to tell its format, as from a pipe: JSON begins with a brace or a bracket.
     *
     * @param name what to call it in messages
     */
    public static StateTable parse(String text, String name) {
        String begin = text.stripLeading();
        return begin.startsWith("{") || begin.startsWith("[")
                ? StateTableJson.read(text, name)
                : StateTableCsv.read(text, name);
    }

    /**
     * Reads a table and sorts its columns by the robot's moving joints; with closed loops, by its active joints, unless
     * the table has as many joints as the robot has moving ones. Columns of joints that follow others or are held are
     * left out.
     *
     * @throws FormatException also where the joints or the bodies with wrenches are not those of the robot, or where a column
     *     of a joint that follows another or is held disagrees with that
     */
    public static StateTable read(Path file, RobotModel robot) {
        return inOrderOf(robot, read(file), file.toString());
    }

    /**
     * Sorts the columns of a table as {@link #read(Path, RobotModel)} does.
     *
     * @param name what to call the table in messages
     */
    public static StateTable inOrderOf(RobotModel robot, StateTable table, String name) {
        for (StateTable.State state : table.states()) {
            for (String body : state.wrenches().keySet()) {
                if (!robot.hasBody(body)) {
                    throw new FormatException(
                            name,
                            "there is a wrench on \"%s\", but robot \"%s\" has no such body"
                                    .formatted(body, robot.name()));
                }
            }
        }
        try {
            StateTable independent = DependentColumns.leaveOut(table, robot);
            boolean ofActive = robot.hasLoops() && independent.joints().size() != robot.jointCount();
            return independent.inOrderOf(ofActive ? robot.loops().activeJoints() : robot.jointNames());
        } catch (FormatException e) {
            throw new FormatException(name, String.valueOf(e.getMessage()));
        }
    }

    /** Writes a table, whole or not at all. */
    public static void write(StateTable table, Path file) {
        switch (InputFile.ending(file)) {
            case "csv" -> OutputFile.write(file, out -> StateTableCsv.write(table, out));
            case "json" -> OutputFile.write(file, out -> StateTableJson.write(table, out));
            default ->
                throw new IllegalArgumentException(
                        "state tables are written as .csv or .json, but not as \"%s\"".formatted(file));
        }
    }
}
