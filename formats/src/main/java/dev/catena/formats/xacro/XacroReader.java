package dev.catena.formats.xacro;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.xml.XmlElement;
import dev.catena.formats.xml.XmlTree;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads xacro; {@code docs/xacro.md} says what of it is known. */
public final class XacroReader {
    private XacroReader() {}

    /**
     * Expands a description and reads the robot in it.
     *
     * @throws ModelException with every problem found
     */
    public static RobotModel read(byte[] bytes, Path file, ReadOptions options) {
        return read(XmlTree.parse(bytes, new FileProblems(file.toString())), file, options);
    }

    /** A description that is not in a file, and so may read none. */
    public static RobotModel read(String text, String file, ReadOptions options) {
        return read(XmlTree.parse(text, new FileProblems(file)), null, options);
    }

    /** Whether there is something to expand in the elements of a file: elements, or values in attributes. */
    public static boolean isXacro(XmlElement root) {
        boolean values =
                root.attributes().values().stream().anyMatch(text -> text.contains("${") || text.contains("$("));
        return values
                || root.children().stream().anyMatch(child -> child.name().startsWith("xacro:") || isXacro(child));
    }

    /** Reads a robot from the elements of a file; null for a description that may read no files. */
    public static RobotModel read(XmlElement root, @Nullable Path file, ReadOptions options) {
        return UrdfReader.read(expanded(root, file, options), options);
    }

    /**
     * The elements with everything in them expanded.
     *
     * @throws ModelException with every problem found
     */
    public static XmlElement expanded(XmlElement root, @Nullable Path file, ReadOptions options) {
        XacroFiles files = new XacroFiles(file, options.packages(), System.getenv("ROS_PACKAGE_PATH"));
        XmlElement expanded = new XacroExpander(files, options.arguments()).expand(root);
        if (!root.file().isEmpty()) {
            throw root.file().exception(root.file().nameFromFile());
        }
        return expanded;
    }
}
