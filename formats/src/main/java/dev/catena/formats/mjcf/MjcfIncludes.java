package dev.catena.formats.mjcf;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.ReadableFolders;
import dev.catena.formats.xml.XmlElement;
import dev.catena.formats.xml.XmlTree;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Puts included files in their places, each once. */
final class MjcfIncludes {
    private static final int MOST_BYTES = 16 << 20;

    private final ReadableFolders folders;
    private final Set<Path> included = new HashSet<>();

    MjcfIncludes(ReadableFolders folders) {
        this.folders = folders;
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
        Path folder = folders.folder();
        if (folder == null) {
            include.problem("<include> of \"%s\" is not possible in a text without a file".formatted(name));
            return List.of();
        }
        try {
            // a file is named from the main one, or from the one that names it
            Path beside = Path.of(include.file().file()).resolveSibling(name);
            Path file = (Files.exists(folder.resolve(name)) ? folder.resolve(name) : beside)
                    .toAbsolutePath()
                    .normalize();
            byte[] bytes = folders.read(file, MOST_BYTES);
            if (!included.add(file)) {
                include.problem("\"%s\" is included twice".formatted(name));
                return List.of();
            }
            FileProblems problems = include.file().ofIncluded(file.toString());
            return List.copyOf(resolved(XmlTree.parse(bytes, problems)).children());
        } catch (ReadableFolders.Refusal e) {
            include.problem(String.valueOf(e.getMessage()));
        } catch (InvalidPathException e) {
            include.problem("there is no file \"%s\"".formatted(name));
        }
        return List.of();
    }
}
