package dev.catena.formats.xacro;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.xml.XmlElement;
import dev.catena.formats.xml.XmlTree;
import dev.catena.model.ModelException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that a description may read: those in its own folder, in its own package, and in the packages that the user
 * names or that are on the path of packages. All others are refused.
 */
final class XacroFiles {
    private static final int MOST_BYTES = 16 << 20;
    private static final int PACKAGE_DEPTH = 4;

    private final Map<String, Path> packages = new HashMap<>();
    private final List<Path> allowed = new ArrayList<>();
    private final List<Path> packagePath;
    private Path current;
    private long bytes;

    /** @param main the description, or null for a text without files */
    XacroFiles(@Nullable Path main, Map<String, Path> given, @Nullable String packagePath) {
        Path folder = main == null ? null : main.toAbsolutePath().normalize().getParent();
        current = folder == null ? Path.of("") : folder;
        if (folder != null) {
            allow(folder);
            addOwnPackage(folder);
        }
        given.forEach((name, place) -> {
            packages.put(name, place.toAbsolutePath().normalize());
            allow(place);
        });
        this.packagePath = packagePath == null || main == null
                ? List.of()
                : Stream.of(packagePath.split(File.pathSeparator, -1))
                        .filter(part -> !part.isBlank())
                        .map(Path::of)
                        .toList();
    }

    private void allow(Path folder) {
        try {
            allowed.add(folder.toRealPath());
        } catch (IOException e) {
            // a folder that does not exist allows nothing
            allowed.add(folder.toAbsolutePath().normalize());
        }
    }

    /** The package around a description is known by the name in its package.xml. */
    private void addOwnPackage(Path folder) {
        for (Path place = folder; place != null; place = place.getParent()) {
            Path manifest = place.resolve("package.xml");
            if (Files.isRegularFile(manifest)) {
                try {
                    XmlElement root = XmlTree.parse(
                            InputFile.bytes(manifest, 1 << 20, XacroException::new),
                            new FileProblems(manifest.toString()));
                    root.children("name").stream()
                            .findFirst()
                            .ifPresent(name -> packages.put(name.content(), folderOf(manifest)));
                    allow(folderOf(manifest));
                } catch (ModelException | XacroException | UncheckedIOException e) {
                    // a manifest that cannot be read names no package
                    allow(folderOf(manifest));
                }
                return;
            }
        }
    }

    private static Path folderOf(Path manifest) {
        Path folder = manifest.getParent();
        return folder == null ? manifest : folder;
    }

    /** The folder of the file that is being expanded. */
    Path current() {
        return current;
    }

    void enter(Path folder) {
        current = folder;
    }

    /** @throws XacroException where nobody knows the package */
    Path packageFolder(String name) {
        Path known = packages.get(name);
        if (known != null) {
            return known;
        }
        for (Path root : packagePath) {
            Optional<Path> found = search(root, name);
            if (found.isPresent()) {
                packages.put(name, found.get());
                allow(found.get());
                return found.get();
            }
        }
        throw new XacroException(
                "the package \"%s\" is not known; say where it is: --package %s=DIR, or in ROS_PACKAGE_PATH"
                        .formatted(name, name));
    }

    private static Optional<Path> search(Path root, String name) {
        if (!Files.isDirectory(root)) {
            return Optional.empty();
        }
        try (Stream<Path> folders = Files.find(
                root,
                PACKAGE_DEPTH,
                (path, attributes) -> attributes.isDirectory()
                        && name.equals(String.valueOf(path.getFileName()))
                        && Files.isRegularFile(path.resolve("package.xml")))) {
            return folders.findFirst().map(path -> path.toAbsolutePath().normalize());
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** A file named in the description, relative to the one that names it; {@code package://} and {@code file://} work too. */
    Path resolve(String name) {
        try {
            if (name.startsWith("package://")) {
                String rest = name.substring("package://".length());
                int slash = rest.indexOf('/');
                return slash < 0
                        ? packageFolder(rest)
                        : packageFolder(rest.substring(0, slash)).resolve(rest.substring(slash + 1));
            }
            return current.resolve(name.startsWith("file://") ? name.substring("file://".length()) : name)
                    .normalize();
        } catch (InvalidPathException e) {
            throw new XacroException("\"%s\" is no name of a file".formatted(name));
        }
    }

    boolean exists(Path file) {
        return Files.isRegularFile(file);
    }

    /** @throws XacroException where the file does not exist, is outside of the given folders, or is too large */
    byte[] read(Path file) {
        Path real;
        try {
            real = file.toRealPath();
        } catch (IOException e) {
            throw new XacroException("there is no file \"%s\"".formatted(file));
        }
        if (allowed.stream().noneMatch(real::startsWith)) {
            throw new XacroException(
                    "\"%s\" is outside of the folders that may be read (%s); --package NAME=DIR adds one"
                            .formatted(
                                    file,
                                    String.join(
                                            ", ",
                                            allowed.stream().map(Path::toString).toList())));
        }
        try {
            byte[] content = InputFile.bytes(real, MOST_BYTES, XacroException::new);
            bytes += content.length;
            if (bytes > InputFile.LARGEST_DESCRIPTION) {
                throw XacroException.tooMuch(
                        "the included files have more than %s bytes".formatted(InputFile.LARGEST_DESCRIPTION));
            }
            return content;
        } catch (UncheckedIOException e) {
            throw new XacroException("\"%s\" cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    String text(Path file) {
        return new String(read(file), java.nio.charset.StandardCharsets.UTF_8);
    }
}
