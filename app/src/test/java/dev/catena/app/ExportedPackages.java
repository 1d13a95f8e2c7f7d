package dev.catena.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The packages that modules export to everybody, as their descriptors say. */
public final class ExportedPackages {
    private static final Pattern EXPORTS = Pattern.compile("^\\s*exports\\s+([\\w.]+);", Pattern.MULTILINE);

    private static final List<String> NAMES = read();

    private ExportedPackages() {}

    public static boolean contain(String packageName) {
        return NAMES.contains(packageName);
    }

    public static List<String> names() {
        return NAMES;
    }

    private static List<String> read() {
        try (Stream<Path> folders = Files.list(Path.of(".."))) {
            return folders.map(folder -> folder.resolve("src/main/java/module-info.java"))
                    .filter(Files::exists)
                    .flatMap(file -> EXPORTS.matcher(text(file)).results().map(found -> found.group(1)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
