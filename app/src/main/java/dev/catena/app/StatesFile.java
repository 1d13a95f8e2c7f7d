package dev.catena.app;

import dev.catena.formats.file.InputFile;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTables;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;

/** A table of states in a file, or, where that is called {@code -}, from standard input. */
final class StatesFile {
    private static final String STANDARD_INPUT = "standard input";

    private StatesFile() {}

    static StateTable read(Path file, RobotModel robot) {
        if (!file.toString().equals("-")) {
            return StateTables.read(file, robot);
        }
        try {
            StateTable table = StateTables.read(System.in, STANDARD_INPUT);
            return StateTables.inOrderOf(robot, table, STANDARD_INPUT);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read standard input: " + e.getMessage(), e);
        }
    }

    /** All that comes from standard input. */
    static String standardInput() {
        try {
            byte[] bytes = System.in.readNBytes(StateTables.LARGEST_FILE);
            if (bytes.length == StateTables.LARGEST_FILE && System.in.read() >= 0) {
                throw new FormatException(STANDARD_INPUT, "there are more than %s bytes".formatted(bytes.length));
            }
            return InputFile.decode(bytes);
        } catch (CharacterCodingException e) {
            throw new FormatException(STANDARD_INPUT, "this is not text in UTF-8");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read standard input: " + e.getMessage(), e);
        }
    }
}
