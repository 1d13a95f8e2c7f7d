package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a process of its own, where it also has to end. */
class ProcessTest {
    @TempDir
    Path folder;

    @Test
    void endsQuietlyAfterWritingAFile() throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Path robot = folder.resolve("robot.yaml");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.catena.app.Main",
                        "convert",
                        "two-link",
                        robot.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(errors.toFile())
                .start();

        assertThat(process.waitFor()).isZero();

        assertThat(robot).isNotEmptyFile();
        assertThat(Files.readString(errors)).isEqualTo("wrote %s%n".formatted(robot));
    }
}
