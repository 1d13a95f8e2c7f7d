package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the script at the root does before Java starts; {@code .ci/run} runs it as a whole. */
class ScriptTest {
    private static final Path SCRIPT = Path.of("../catena").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private String failure(Path script, Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", script.toString(), "--help")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(text).isEqualTo(1);
        return text;
    }

    @Test
    void missingJavaIsToldInOneLine() throws IOException, InterruptedException {
        assertThat(failure(SCRIPT, Map.of("JAVA_HOME", folder.toString())))
                .startsWith("catena: JAVA_HOME is \"%s\"".formatted(folder))
                .hasLineCount(1);
    }

    @Test
    void oldJavaIsToldInOneLine() throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("old java"));
        Path java = Files.createFile(Files.createDirectory(home.resolve("bin")).resolve("java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");

        assertThat(failure(SCRIPT, Map.of("JAVA_HOME", home.toString())))
                .contains("Java 17 or later is needed", "11.0.2")
                .hasLineCount(1);
    }

    @Test
    void findsItsHomeThroughLinksAndSpaces() throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("a home"));
        Path copy = Files.copy(SCRIPT, home.resolve("catena"));
        Path finder = Path.of("app/src/main/distribution/lib/java.sh");
        Files.createDirectories(home.resolve(finder).getParent());
        assertThat(Files.copy(Path.of("..").resolve(finder), home.resolve(finder)))
                .exists();
        Path link = Files.createSymbolicLink(folder.resolve("linked catena"), Path.of("a home/catena"));
        Path java = Path.of(System.getProperty("java.home"));
        // a Maven that tells where it is started, and fails
        Files.createFile(home.resolve("pom.xml"));
        Path maven = Files.createDirectories(folder.resolve("tools")).resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\necho \"started in $PWD\"\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        String path = maven.getParent() + ":" + System.getenv("PATH");
        String text = failure(link, Map.of("JAVA_HOME", java.toString(), "PATH", path));

        assertThat(copy).exists();
        assertThat(text).contains("building", "started in " + home.toRealPath(), "the build failed");
    }
}
