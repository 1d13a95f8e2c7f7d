package dev.catena.formats.mjcf;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.xml.XmlElement;
import dev.catena.formats.xml.XmlTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts included files in their places; only files in the folder of the main one, or below it, are read, each once. */
final class MjcfIncludes {
    private static final int MOST_BYTES = 16 << 20;

    private final @Nullable Path folder;
    private final Set<Path> included = new HashSet<>();

    MjcfIncludes(@Nullable Path main) {
        folder = main == null ? null : main.toAbsolutePath().normalize().getParent();
    }

    /** The element with all includes in it replaced by what they include. */
    XmlElement resolved(XmlElement element) {
        XmlElement result = new XmlElement(element.name(), element.line(), element.file());
        element.attributes().forEach(result::attribute);
        result.content(element.content());
        for (XmlElement child : element.children()) {
            if (child.name().equals("include")) {
                contents(child).forEach(result::add);
            } else {
                result.add(resolved(child));
            }
        }
        return result;
    }

    private List<XmlElement> contents(XmlElement include) {
        String name = include.requiredText("file");
        Path place = folder;
        if (place == null) {
            include.problem("<include> of \"%s\" is not possible in a text without a file".formatted(name));
            return List.of();
        }
        try {
            // a file is named from the main one, or from the one that names it
            Path beside = Path.of(include.file().file()).resolveSibling(name);
            Path file = (Files.exists(place.resolve(name)) ? place.resolve(name) : beside).toRealPath();
            if (!file.startsWith(place.toRealPath())) {
                include.problem("\"%s\" is outside of the folder of the file, which may not be read".formatted(name));
                return List.of();
            }
            if (!included.add(file)) {
                include.problem("\"%s\" is included twice".formatted(name));
                return List.of();
            }
            FileProblems problems = include.file().ofIncluded(file.toString());
            byte[] bytes = InputFile.bytes(file, MOST_BYTES, text -> problems.fatal(0, text));
            List<XmlElement> contents = new ArrayList<>();
            for (XmlElement child : resolved(XmlTree.parse(bytes, problems)).children()) {
                contents.add(child);
            }
            return List.copyOf(contents);
        } catch (IOException | InvalidPathException e) {
            include.problem("there is no file \"%s\"".formatted(name));
        } catch (UncheckedIOException e) {
            include.problem("\"%s\" cannot be read: %s".formatted(name, e.getMessage()));
        }
        return List.of();
    }
}
