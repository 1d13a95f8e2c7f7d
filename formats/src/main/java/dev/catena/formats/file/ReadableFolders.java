package dev.catena.formats.file;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that a description may read: those in its own folder, in its own package, and in the packages that the user
 * names or that are on a path of packages. All others are refused, and so are more bytes than a description may have.
 */
public final class ReadableFolders {
    private static final int PACKAGE_DEPTH = 4;
    private static final int LARGEST_MANIFEST = 1 << 20;
    private static final Pattern NAME = Pattern.compile("<name>\\s*([^<>\\s]+)\\s*</name>");

    private final Map<String, Path> packages = new HashMap<>();
    private final List<Path> allowed = new ArrayList<>();
    private final List<Path> searched;
    private final @Nullable Path folder;
    private final Function<String, RuntimeException> refusal;
    private long bytes;

    /** Something that may not be read, or is not there. */
    public static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Refusal(String message) {
            super(message);
        }
    }

    /**
     * The folders for one description.
     *
     * @param main the description, or null for a text that may read nothing
     * @param given folders of packages by name
     * @param packagePath folders to search for packages, as in an environment variable, or null
     * @param refusal makes the exception for what may not be read
     */
    public ReadableFolders(
            @Nullable Path main,
            Map<String, Path> given,
            @Nullable String packagePath,
            Function<String, RuntimeException> refusal) {
        this.refusal = refusal;
        folder = main == null ? null : main.toAbsolutePath().normalize().getParent();
        if (folder != null) {
            allow(folder);
            addOwnPackage(folder);
            given.forEach((name, place) -> {
                packages.put(name, place.toAbsolutePath().normalize());
                allow(place);
            });
        }
        List<Path> places = new ArrayList<>();
        if (folder != null) {
            places.addAll(packages.values());
            Stream.of(packagePath == null ? new String[0] : packagePath.split(File.pathSeparator, -1))
                    .filter(part -> !part.isBlank())
                    .map(Path::of)
                    .forEach(places::add);
        }
        searched = List.copyOf(places);
    }

    private void allow(Path place) {
        try {
            allowed.add(place.toRealPath());
        } catch (IOException e) {
            // a folder that does not exist allows nothing
            allowed.add(place.toAbsolutePath().normalize());
        }
    }

    /** The package around a description is known by the name in its manifest, a model by that of its folder. */
    private void addOwnPackage(Path start) {
        if (Files.isRegularFile(start.resolve("model.config"))) {
            packages.put(String.valueOf(start.getFileName()), start);
        }
        for (Path place = start; place != null; place = place.getParent()) {
            Path manifest = place.resolve("package.xml");
            if (Files.isRegularFile(manifest)) {
                allow(place);
                manifestName(manifest).ifPresent(name -> packages.put(name, folderOf(manifest)));
                return;
            }
        }
    }

    private static Path folderOf(Path manifest) {
        Path parent = manifest.getParent();
        return parent == null ? manifest : parent;
    }

    /** The name that a manifest gives; one that cannot be read names no package. */
    private static Optional<String> manifestName(Path manifest) {
        try {
            byte[] content = InputFile.bytes(manifest, LARGEST_MANIFEST, Refusal::new);
            Matcher name = NAME.matcher(new String(content, StandardCharsets.UTF_8));
            return name.find() ? Optional.of(name.group(1)) : Optional.empty();
        } catch (Refusal | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** The folder of the description; null for a text. */
    public @Nullable Path folder() {
        return folder;
    }

    /** The folder of a package or model; refused where nobody knows it. */
    public Path packageFolder(String name) {
        Path known = packages.get(name);
        if (known != null) {
            return known;
        }
        for (Path root : searched) {
            Optional<Path> found = search(root, name);
            if (found.isPresent()) {
                packages.put(name, found.get());
                allow(found.get());
                return found.get();
            }
        }
        throw refusal.apply("the package \"%s\" is not known; say where it is: --package %s=DIR, or in ROS_PACKAGE_PATH"
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
                        && (Files.isRegularFile(path.resolve("package.xml"))
                                || Files.isRegularFile(path.resolve("model.config"))))) {
            return folders.findFirst().map(path -> path.toAbsolutePath().normalize());
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /**
     * A file by its name: {@code package://} and {@code model://} with a package, {@code file://}, or relative to a folder.
     */
    public Path resolve(String name, Path from) {
        try {
            for (String scheme : List.of("package://", "model://")) {
                if (name.startsWith(scheme)) {
                    String rest = name.substring(scheme.length());
                    int slash = rest.indexOf('/');
                    return slash < 0
                            ? packageFolder(rest)
                            : packageFolder(rest.substring(0, slash)).resolve(rest.substring(slash + 1));
                }
            }
            return from.resolve(name.startsWith("file://") ? name.substring("file://".length()) : name)
                    .normalize();
        } catch (InvalidPathException e) {
            throw refusal.apply("\"%s\" is no name of a file".formatted(name));
        }
    }

    /** The content of a file; refused where it does not exist, is outside of the folders, or is too large. */
    public byte[] read(Path file, int most) {
        Path real;
        try {
            real = file.toRealPath();
        } catch (IOException e) {
            throw refusal.apply("there is no file \"%s\"".formatted(file));
        }
        if (allowed.stream().noneMatch(real::startsWith)) {
            throw refusal.apply("\"%s\" is outside of the folders that may be read (%s); --package NAME=DIR adds one"
                    .formatted(
                            file,
                            NearestName.some(
                                    allowed.stream().map(Path::toString).toList())));
        }
        try {
            byte[] content = InputFile.bytes(
                    real, most, text -> refusal.apply("\"%s\" cannot be read: %s".formatted(file, text)));
            bytes += content.length;
            return content;
        } catch (UncheckedIOException e) {
            throw refusal.apply("\"%s\" cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    /** How many bytes were read. */
    public long bytes() {
        return bytes;
    }
}
