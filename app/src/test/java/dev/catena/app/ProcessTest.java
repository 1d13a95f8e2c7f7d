package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a process of its own, where it also has to end. */
class ProcessTest {
    @TempDir
    Path folder;

    @Test
    void endsWithoutAWordAfterWritingAFile() throws IOException, InterruptedException {
        File errors = folder.resolve("errors").toFile();
        File robot = folder.resolve("robot.yaml").toFile();
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
                .redirectError(errors)
                .start();

        assertThat(process.waitFor()).isZero();

        assertThat(robot).isNotEmpty();
        assertThat(errors).usingCharset(StandardCharsets.UTF_8).hasContent("");
    }
}
