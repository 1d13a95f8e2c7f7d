package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the scripts do before Java starts, and how they start it; {@code .ci/run} runs them as a whole. */
class ScriptTest {
    private static final Path SCRIPT = Path.of("../catena").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private String failure(Path script, Map<String, String> environment) throws IOException, InterruptedException {
        return failure(1, script, environment, "--help");
    }

    private String failure(int code, Path script, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/bin/bash", script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(text).isEqualTo(code);
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

    /** A checkout with the scripts alone. */
    private static Path checkout(Path home) throws IOException {
        Path finder = Path.of("app/src/main/distribution/lib/java.sh");
        Files.createDirectories(home.resolve(finder).getParent());
        Path unused = Files.copy(Path.of("..").resolve(finder), home.resolve(finder));
        Files.createFile(home.resolve("pom.xml"));
        return Files.copy(SCRIPT, home.resolve("catena"));
    }

    /** A Maven that begins with a module, tells where it is started, and fails. */
    private Map<String, String> environment() throws IOException {
        Path maven = Files.createDirectories(folder.resolve("tools")).resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\necho '[INFO] Building core 1 [1/2]'\necho \"started in $PWD\"\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        return Map.of(
                "JAVA_HOME", System.getProperty("java.home"), "PATH", maven.getParent() + ":" + System.getenv("PATH"));
    }

    @Test
    void findsItsHomeThroughLinksAndSpaces() throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("a home"));
        assertThat(checkout(home)).exists();
        Path link = Files.createSymbolicLink(folder.resolve("linked catena"), Path.of("a home/catena"));

        assertThat(failure(link, environment()))
                .contains("building", "started in " + home.toRealPath(), "the build failed")
                .as("no progress in a pipe")
                .doesNotContain("module 1", "\r");
    }

    @Test
    void aColonInThePathIsToldInOneLine() throws IOException, InterruptedException {
        Path script = checkout(Files.createDirectories(folder.resolve("at 12:30")));

        assertThat(failure(script, environment()))
                .contains("whose path has a colon", "at 12:30")
                .hasLineCount(1);
    }

    @Test
    void aCheckoutThatCannotBeWrittenIsToldInOneLine() throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("read-only"));
        Path script = checkout(home);
        // nobody can make a folder where a file is, whatever his rights
        Files.createFile(home.resolve("app/target"));

        assertThat(failure(script, environment()))
                .contains("app/target cannot be written")
                .hasLineCount(1);
    }

    /** The program with the classes of this test in the place of its jars. */
    private Path program(Path home) throws IOException {
        Path lib = Files.createDirectories(home.resolve("lib"));
        Path bin = Files.createDirectories(home.resolve("bin"));
        Path distribution = Path.of("src/main/distribution");
        Path unused = Files.copy(distribution.resolve("lib/java.sh"), lib.resolve("java.sh"));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Main.class.getName());
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Pattern.compile(File.pathSeparator)
                                .splitAsStream(System.getProperty("java.class.path"))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        Path jar = lib.resolve("catena.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        // newer than the jar, even if both are made within a tick, it spares the making of an archive of classes
        Path archive = Files.createFile(lib.resolve("catena-%s.jsa".formatted(System.getProperty("java.version"))));
        Path old = Files.setLastModifiedTime(
                jar,
                FileTime.from(Files.getLastModifiedTime(archive).toInstant().minusSeconds(60)));
        assertThat(old).isRegularFile();
        return Files.copy(distribution.resolve("bin/catena"), bin.resolve("catena"));
    }

    /** The names are UTF-8 as bytes; a process of Java's own would not hand them on in every locale. */
    @Test
    void namesOfFilesMayHaveAnyLettersInAnyLocale() throws IOException, InterruptedException {
        Path script = program(folder.resolve("a program"));
        Path robot = Path.of("../formats/src/main/resources/dev/catena/formats/robots/two-link.yaml");
        Files.writeString(folder.resolve("run.sh"), """
            cp "%s" 'größe → 機器人.yaml' && "%s" convert 'größe → 機器人.yaml' 'grün → 腕.urdf' && cat 'grün → 腕.urdf'
            """.formatted(robot.toAbsolutePath(), script));
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", "run.sh")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(text).isZero();
        // nor does Java complain about an archive that is none
        assertThat(text)
                .startsWith("wrote grün → 腕.urdf")
                .contains("<robot name=\"two-link\"")
                .doesNotContain("archive");
    }

    @Test
    void aProgramInAPathWithAColonIsToldInOneLine() throws IOException, InterruptedException {
        assertThat(failure(program(folder.resolve("12:30")), Map.of("JAVA_HOME", System.getProperty("java.home"))))
                .contains("whose path has a colon")
                .hasLineCount(1);
    }

    /** Java warns of the module of vectors; users need not know, but must see all else and the exit code. */
    @Test
    void vectorsAreNotWarnedOf() throws IOException, InterruptedException {
        Path script = program(folder.resolve("vectors"));
        assertThat(failure(2, script, Map.of("JAVA_HOME", System.getProperty("java.home")), "bench", "no-such-robot"))
                .contains("no-such-robot")
                .doesNotContain("WARNING", "incubator");
        assertThat(failure(2, script, Map.of("JAVA_HOME", System.getProperty("java.home")), "sweep"))
                .contains("Missing required")
                .doesNotContain("WARNING", "incubator");
    }

    /** What makes the archive of classes must work: that it does not is told to nobody, and every start takes three times as long. */
    @Test
    void commandsThatFillTheArchiveAreAccepted() throws IOException {
        String script = Files.readString(Path.of("src/main/distribution/bin/catena"));
        Matcher table = Pattern.compile("printf '(.*)' > \"\\$draft(.*)\"").matcher(script);
        Matcher command = Pattern.compile("(?m)^ +(eval .*) > /dev/null").matcher(script);
        assertThat(table.find()).isTrue();
        assertThat(command.find()).isTrue();
        String draft = folder.resolve("draft").toString();
        Path states = Files.writeString(
                Path.of(draft + table.group(2)), table.group(1).translateEscapes());
        String[] arguments =
                command.group(1).replace("\"", "").replace("$draft", draft).split(" ");

        CommandRun run = CommandRun.of(arguments);
        assertThat(run.code()).as(run.err()).isZero();
        // the table is read, not replaced
        assertThat(states).hasContent(table.group(1).translateEscapes().strip());
    }
}
