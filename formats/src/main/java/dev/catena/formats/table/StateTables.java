package dev.catena.formats.table;

import dev.catena.formats.file.FileFailure;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.file.OutputFile;
import dev.catena.formats.reading.FormatException;
import dev.catena.model.RobotModel;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * State tables in files; the ending says the format: {@code .csv}, {@code .json}, or that of a {@link TableFormat} that
 * another module brings.
 */
public final class StateTables {
    /** No text that is read as a whole may have more bytes than this. */
    public static final int LARGEST_FILE = 512 << 20;

    /** So many bytes are looked at to know JSON from CSV. */
    private static final int LONGEST_BEGIN = 4096;

    private StateTables() {}

    /**
     * Reads a table as it stands in the file.
     *
     * @throws FormatException where the file is no table
     * @throws UncheckedIOException where it cannot be read
     */
    public static StateTable read(Path file) {
        String name = file.toString();
        String ending = InputFile.ending(file);
        if (ending.equals("csv") || NumberTables.isOfFormat(file)) {
            try (TableReader reader = NumberTables.open(file)) {
                return StateTableRows.read(reader, name);
            }
        }
        try (InputStream in = InputFile.open(file)) {
            if (ending.equals("json")) {
                return StateTableJson.read(InputFile.reader(in), name);
            }
            if (Files.isRegularFile(file)) {
                throw new FormatException(
                        name,
                        "a state table ends in .json or %s, but this file does not".formatted(NumberTables.endings()));
            }
            return read(in, name);
        } catch (CharacterCodingException e) {
            throw new FormatException(name, "the file is not text in UTF-8");
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    /**
     * Reads a table that has no name to tell its format, as from a pipe: JSON begins with a brace or a bracket.
     *
     * @param name what to call it in messages
     */
    public static StateTable read(InputStream in, String name) throws IOException {
        BufferedInputStream bytes = new BufferedInputStream(in);
        if (isJson(bytes)) {
            return StateTableJson.read(InputFile.reader(bytes), name);
        }
        try (CsvTableReader reader = new CsvTableReader(bytes, name, false)) {
            return StateTableRows.read(reader, name);
        }
    }

    private static boolean isJson(BufferedInputStream in) throws IOException {
        in.mark(LONGEST_BEGIN);
        byte[] begin = in.readNBytes(LONGEST_BEGIN);
        in.reset();
        for (byte next : begin) {
            // blanks, line feeds and the three bytes of a byte order mark
            boolean passed =
                    next == (byte) 0xEF || next == (byte) 0xBB || next == (byte) 0xBF || (next >= 0 && next <= ' ');
            if (!passed) {
                return next == '{' || next == '[';
            }
        }
        return false;
    }

    /** Whether a column holds results that commands write into tables of states, and is passed over by readers. */
    public static boolean isResult(String column) {
        return StateTableRows.isResult(column);
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
        for (StateTable.State state : table.hasWrenches() ? table.states() : List.<StateTable.State>of()) {
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
        if (InputFile.ending(file).equals("json")) {
            OutputFile.write(file, out -> StateTableJson.write(table, out));
            return;
        }
        if (!NumberTables.has(file)) {
            throw new IllegalArgumentException("state tables are written as .json or %s, but not as \"%s\""
                    .formatted(NumberTables.endings(), file));
        }
        try (TableSink sink = NumberTables.create(file, StateTableRows.columns(table))) {
            StateTableRows.write(table, sink);
            sink.finish();
        }
    }
}
