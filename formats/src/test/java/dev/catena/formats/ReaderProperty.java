package dev.catena.formats;

import dev.catena.formats.file.InputFile;
import dev.catena.formats.mjcf.MjcfReader;
import dev.catena.formats.par.ParReader;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.sdf.SdfReader;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTableCsv;
import dev.catena.formats.table.StateTableJson;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.xacro.XacroReader;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every reader keeps, whatever it is given: it returns, or throws its documented exception with a message that names
 * the file; and what it returns can be written and read back, and is then the same. Jazzer calls it by its name.
 */
public final class ReaderProperty {
    private static final String FILE = "fuzz";

    private static final ReadOptions LENIENT =
            ReadOptions.DEFAULT.withSymbols(Map.of("*", 1.0)).withOpenLoops();

    /** The reader that Jazzer tries. */
    private static Reader tried = Reader.URDF;

    private ReaderProperty() {}

    /** The readers. */
    enum Reader {
        URDF,
        URDF_BYTES,
        YAML,
        PAR,
        PAR_WITH_SYMBOLS,
        XACRO,
        MJCF,
        SDF,
        CSV,
        JSON
    }

    /** Jazzer's first call, with the name of the reader. */
    public static void fuzzerInitialize(String[] arguments) {
        tried = Reader.valueOf(arguments[0]);
    }

    /** Takes the bytes as the file. */
    public static void fuzzerTestOneInput(byte[] data) {
        boolean unused = accepts(tried, data);
    }

    /** Checks one file; whether the reader took it. */
    static boolean accepts(Reader reader, byte[] file) {
        try {
            check(reader, file);
            return true;
        } catch (ModelException | FormatException e) {
            require(String.valueOf(e.getMessage()).contains(FILE), e.getMessage());
            return false;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static void check(Reader reader, byte[] file) throws CharacterCodingException {
        switch (reader) {
            case URDF -> checkRobot(UrdfReader.read(text(file), FILE, ReadOptions.DEFAULT));
            case URDF_BYTES -> checkRobot(UrdfReader.read(file, FILE, ReadOptions.DEFAULT));
            case YAML -> checkRobot(RobotYamlReader.read(InputFile.decode(file), FILE, ReadOptions.DEFAULT));
            case PAR -> checkRobot(ParReader.read(InputFile.decode(file), FILE, ReadOptions.DEFAULT));
            case PAR_WITH_SYMBOLS -> checkRobot(ParReader.read(InputFile.decode(file), FILE, LENIENT));
            case XACRO -> checkRobot(XacroReader.read(text(file), FILE, ReadOptions.DEFAULT));
            case MJCF -> checkRobot(MjcfReader.read(text(file), FILE, ReadOptions.DEFAULT));
            case SDF -> checkRobot(SdfReader.read(text(file), FILE, ReadOptions.DEFAULT));
            case CSV -> checkTable(StateTableCsv.read(InputFile.decode(file), FILE));
            case JSON -> checkTable(StateTableJson.read(InputFile.decode(file), FILE));
        }
    }

    private static String text(byte[] file) {
        return new String(file, StandardCharsets.UTF_8);
    }

    private static void checkRobot(RobotModel robot) {
        String yaml = RobotYamlWriter.write(robot);
        RobotModel again;
        try {
            again = RobotYamlReader.read(yaml, FILE, ReadOptions.DEFAULT);
        } catch (ModelException e) {
            throw new AssertionError("what was written cannot be read:\n" + yaml, e);
        }
        require(again.equals(robot), yaml);
    }

    /** As JSON, which holds all of a table; as CSV what CSV holds. */
    private static void checkTable(StateTable table) {
        String json = StateTableJson.write(table);
        require(StateTableJson.write(StateTableJson.read(json, FILE)).equals(json), json);
        String csv = StateTableCsv.write(table);
        require(StateTableCsv.write(StateTableCsv.read(csv, FILE)).equals(csv), csv);
    }

    /** Plain, because Jazzer would instrument a library of assertions. */
    private static void require(boolean condition, @Nullable String text) {
        if (!condition) {
            throw new AssertionError(text);
        }
    }
}
