package dev.catena.studio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mesh files that a robot names, under numbers that pages ask for. Names are relative to the robot's file,
 * {@code file://} or {@code package://}; a package is a folder of that name around the robot's file.
 */
final class MeshFiles {
    private static final String PACKAGE = "package://";
    private static final Set<String> KINDS = Set.of("stl", "obj", "dae");

    private final @Nullable Path folder;
    private final Map<String, String> numbers = new LinkedHashMap<>();
    private final Map<String, Path> files = new LinkedHashMap<>();

    /** @param robotFile null for a robot that came from no file */
    MeshFiles(@Nullable Path robotFile) {
        folder = robotFile == null
                ? null
                : robotFile.toAbsolutePath().normalize().getParent();
    }

    /** The number of a mesh, empty if there is no such file. */
    Optional<String> number(String name) {
        if (!numbers.containsKey(name)) {
            find(name).ifPresent(file -> {
                String number = String.valueOf(numbers.size());
                numbers.put(name, number);
                files.put(number, file);
            });
        }
        return Optional.ofNullable(numbers.get(name));
    }

    /** All files by number. */
    Map<String, Path> files() {
        return files;
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("mesh %s cannot be read".formatted(file.getFileName()), e);
        }
    }

    private Optional<Path> find(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        if (folder == null || !KINDS.contains(ending)) {
            return Optional.empty();
        }
        try {
            if (name.startsWith(PACKAGE)) {
                return inPackage(folder, name.substring(PACKAGE.length()));
            }
            Path file = name.startsWith("file:") ? Path.of(URI.create(name)) : folder.resolve(name);
            return Optional.of(file).filter(Files::isRegularFile);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Path> inPackage(Path start, String name) {
        for (Path around = start; around != null; around = around.getParent()) {
            Path file = around.resolve(name);
            if (Files.isRegularFile(file)) {
                return Optional.of(file);
            }
        }
        // a package that was copied under another name
        int slash = name.indexOf('/');
        for (Path around = start; slash >= 0 && around != null; around = around.getParent()) {
            Path file = around.resolve(name.substring(slash + 1));
            if (Files.isRegularFile(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }
}
