package dev.catena.formats;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Test data beside the repository; a test that needs it is skipped with a message where it is absent. */
final class SharedFiles {
    private static final Path FOLDER = Path.of("..", "..", "shared").normalize();

    private SharedFiles() {}

    static Path require(String path) {
        Path file = FOLDER.resolve(path);
        assumeTrue(Files.exists(file), file.toAbsolutePath() + " is absent");
        return file;
    }

    /** The files of a folder with that ending, sorted; none where the folder is absent. */
    static List<Path> list(String folder, String ending) {
        Path path = FOLDER.resolve(folder);
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
