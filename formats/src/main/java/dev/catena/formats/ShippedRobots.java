package dev.catena.formats;

import dev.catena.formats.file.InputFile;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The robots that come with Catena, most of them typed from published figures; each file names its source. */
public final class ShippedRobots {
    private static final List<String> NAMES = List.of(
            "bennett",
            "delta",
            "five-bar",
            "four-bar",
            "human",
            "iiwa",
            "panda",
            "puma560",
            "scara",
            "seven-joint",
            "slide-and-turn",
            "srms",
            "stanford",
            "stewart",
            "two-link",
            "two-revolute",
            "ur10");

    private ShippedRobots() {}

    public static List<String> names() {
        return NAMES;
    }

    public static boolean has(String name) {
        return NAMES.contains(name);
    }

    /**
     * Loads a robot by name.
     *
     * @throws IllegalArgumentException where no robot of that name is shipped
     */
    public static RobotModel load(String name) {
        return load(name, ReadOptions.DEFAULT);
    }

    public static RobotModel load(String name, ReadOptions options) {
        return RobotYamlReader.read(text(name), name + ".yaml", options);
    }

    /** Where a robot's figures come from. */
    public static String source(String name) {
        return RobotYamlReader.source(text(name), name + ".yaml");
    }

    /** The robot file as it is shipped, an example to start from. */
    public static String text(String name) {
        if (!has(name)) {
            throw new IllegalArgumentException("no robot \"%s\" is shipped%s; there are %s"
                    .formatted(name, NearestName.hint(name, NAMES), String.join(", ", NAMES)));
        }
        try (InputStream in = ShippedRobots.class.getResourceAsStream("robots/" + name + ".yaml")) {
            if (in == null) {
                throw new IllegalStateException("robots/" + name + ".yaml is missing from the library");
            }
            return InputFile.decode(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the shipped robot " + name, e);
        }
    }
}
