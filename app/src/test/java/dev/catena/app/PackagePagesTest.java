package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every package has a page that says what it reads from and who reads it. */
class PackagePagesTest {
    @Test
    void everyPackageSaysWhoMayTouchIt() throws IOException {
        List<Path> packages = packages();
        assertThat(packages).hasSizeGreaterThan(40);
        assertThat(packages)
                .allSatisfy(folder -> assertThat(folder.resolve("package-info.java"))
                        .exists()
                        .content()
                        .containsAnyOf("<b>Reads from:</b>", "<b>Read by:</b>", "Not for users"));
    }

    private static List<Path> packages() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            return modules.map(module -> module.resolve("src/main/java/dev/catena"))
                    .filter(Files::isDirectory)
                    .flatMap(PackagePagesTest::javaFolders)
                    .distinct()
                    .toList();
        }
    }

    private static Stream<Path> javaFolders(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).map(Path::getParent).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
