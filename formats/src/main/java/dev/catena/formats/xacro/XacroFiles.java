package dev.catena.formats.xacro;

import dev.catena.formats.file.InputFile;
import dev.catena.formats.file.ReadableFolders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files that a description may read, and the folder of the one that is being expanded. */
final class XacroFiles {
    private static final int MOST_BYTES = 16 << 20;

    private final ReadableFolders folders;
    private Path current;

    /** @param main the description, or null for a text without files */
    XacroFiles(@Nullable Path main, Map<String, Path> given, @Nullable String packagePath) {
        folders = new ReadableFolders(main, given, packagePath, XacroException::new);
        Path folder = folders.folder();
        current = folder == null ? Path.of("") : folder;
    }

    Path current() {
        return current;
    }

    void enter(Path folder) {
        current = folder;
    }

    /** @throws XacroException where nobody knows the package */
    Path packageFolder(String name) {
        return folders.packageFolder(name);
    }

    /** A file named in the description, relative to the one that names it; {@code package://} and {@code file://} work too. */
    Path resolve(String name) {
        return folders.resolve(name, current);
    }

    boolean exists(Path file) {
        return Files.isRegularFile(file);
    }

    /** @throws XacroException where the file does not exist, is outside of the given folders, or is too large */
    byte[] read(Path file) {
        byte[] content = folders.read(file, MOST_BYTES);
        if (folders.bytes() > InputFile.LARGEST_DESCRIPTION) {
            throw XacroException.tooMuch(
                    "the included files have more than %s bytes".formatted(InputFile.LARGEST_DESCRIPTION));
        }
        return content;
    }

    String text(Path file) {
        return new String(read(file), StandardCharsets.UTF_8);
    }
}
