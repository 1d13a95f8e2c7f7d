package dev.catena.formats.sdf;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.file.ReadableFolders;
import dev.catena.formats.xml.XmlElement;
import dev.catena.formats.xml.XmlTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts included models in their places, and says in the words of newer files what older ones mean: before version 1.5 the axes
 * of joints are those of the model.
 */
final class SdfIncludes {
    private static final int MOST_BYTES = 16 << 20;
    private static final int MOST_INCLUDES = 1000;
    private static final int DEEPEST = 20;
    private static final Set<String> OVERRIDES = Set.of("name", "pose", "static");

    private final ReadableFolders folders;
    private final Deque<Path> underway = new ArrayDeque<>();
    private final List<String> notFollowed = new ArrayList<>();
    private int count;

    SdfIncludes(ReadableFolders folders) {
        this.folders = folders;
    }

    /** The content of a file with all includes in it replaced by models. */
    XmlElement resolved(XmlElement root) {
        return resolved(root, isOld(root.text("version", "")), false);
    }

    /** What was left out of a world. */
    List<String> notFollowed() {
        return notFollowed;
    }

    private static boolean isOld(String version) {
        return Set.of("1.0", "1.1", "1.2", "1.3", "1.4").contains(version);
    }

    private XmlElement resolved(XmlElement element, boolean old, boolean inModel) {
        XmlElement result = copy(element, element.name());
        boolean inside = inModel || element.name().equals("model");
        for (XmlElement child : element.children()) {
            if (child.name().equals("include")) {
                XmlElement model = model(child, inside);
                if (model != null) {
                    result.add(model);
                }
            } else {
                result.add(resolved(child, old, inside));
            }
        }
        boolean axis = element.name().equals("axis") || element.name().equals("axis2");
        if (old && axis && element.children("use_parent_model_frame").isEmpty()) {
            XmlElement inModelFrame = new XmlElement("use_parent_model_frame", element.line(), element.file());
            inModelFrame.content("true");
            result.add(inModelFrame);
        }
        return result;
    }

    private static XmlElement copy(XmlElement element, String name) {
        XmlElement copy = new XmlElement(name, element.line(), element.file());
        element.attributes().forEach(copy::attribute);
        copy.content(element.content());
        return copy;
    }

    /** A part of a robot that cannot be read is a problem, scenery of a world is not. */
    private @Nullable XmlElement model(XmlElement include, boolean inModel) {
        String uri = SdfFrames.text(include, "uri", "");
        try {
            if (++count > MOST_INCLUDES) {
                throw include.file().fatal(include.line(), "there are more than %s includes".formatted(MOST_INCLUDES));
            }
            return included(include, uri);
        } catch (ReadableFolders.Refusal e) {
            String text = "the include of \"%s\" cannot be followed: %s".formatted(uri, e.getMessage());
            if (inModel) {
                include.problem(text);
            } else {
                include.warning(text);
                notFollowed.add(text);
            }
            return null;
        }
    }

    private XmlElement included(XmlElement include, String uri) {
        for (String unknown : List.of("placement_frame", "experimental:params")) {
            if (!include.children(unknown).isEmpty()) {
                throw new ReadableFolders.Refusal("<%s> is not understood".formatted(unknown));
            }
        }
        if (SdfFrames.isTrue(include, "merge", include.text("merge", "false"))) {
            throw new ReadableFolders.Refusal("models cannot be merged (merge=\"true\")");
        }
        Path file = file(include, uri);
        if (underway.contains(file) || underway.size() > DEEPEST) {
            throw include.file().fatal(include.line(), "\"%s\" includes itself".formatted(uri));
        }
        FileProblems problems = include.file().ofIncluded(file.toString());
        XmlElement root = XmlTree.parse(bytes(file), problems);
        List<XmlElement> models = root.name().equals("sdf") ? root.children("model") : List.of();
        if (models.size() != 1) {
            throw new ReadableFolders.Refusal("the file holds %s models".formatted(models.size()));
        }
        underway.push(file);
        XmlElement whole = resolved(models.get(0), isOld(root.text("version", "")), true);
        underway.pop();
        return placed(whole, include);
    }

    private byte[] bytes(Path file) {
        byte[] bytes = folders.read(file, MOST_BYTES);
        if (folders.bytes() > InputFile.LARGEST_DESCRIPTION) {
            throw new ReadableFolders.Refusal(
                    "the included files have more than %s bytes".formatted(InputFile.LARGEST_DESCRIPTION));
        }
        return bytes;
    }

    /** Name, pose and whether it stands still are those of the include, where it has them. */
    private static XmlElement placed(XmlElement model, XmlElement include) {
        XmlElement result = new XmlElement("model", include.line(), include.file());
        model.attributes().forEach(result::attribute);
        String name = SdfFrames.text(include, "name", "");
        if (!name.isEmpty()) {
            result.attribute("name", name);
        }
        for (XmlElement child : model.children()) {
            if (!OVERRIDES.contains(child.name())
                    || include.children(child.name()).isEmpty()) {
                result.add(child);
            }
        }
        include.children("pose").forEach(result::add);
        include.children("static").forEach(result::add);
        return result;
    }

    /** A file, or the model that a folder's {@code model.config} names, or its {@code model.sdf}. */
    private Path file(XmlElement include, String uri) {
        Path folder = folders.folder();
        if (folder == null) {
            throw new ReadableFolders.Refusal("a text without a file includes nothing");
        }
        if (uri.contains("://")
                && List.of("http://", "https://", "fuel://").stream().anyMatch(uri::startsWith)) {
            throw new ReadableFolders.Refusal(
                    "nothing is fetched; say where a copy is: --package NAME=DIR and model://NAME");
        }
        Path beside = Path.of(include.file().file()).toAbsolutePath().getParent();
        Path place = folders.resolve(uri, beside == null ? folder : beside);
        if (!Files.isDirectory(place)) {
            return place;
        }
        Path config = place.resolve("model.config");
        String named = Files.isRegularFile(config) ? named(config, include) : "";
        return place.resolve(named.isEmpty() ? "model.sdf" : named);
    }

    private String named(Path config, XmlElement include) {
        XmlElement root = XmlTree.parse(bytes(config), include.file().ofIncluded(config.toString()));
        List<XmlElement> files = root.children("sdf");
        // the last one is that of the newest version
        return files.isEmpty() ? "" : files.get(files.size() - 1).content();
    }
}
