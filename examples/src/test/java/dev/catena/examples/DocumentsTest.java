package dev.catena.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.table.StateTables;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What documents print is what files say. A comment {@code <!-- snippet: FirstSteps.java -->} is followed by a block of that
 * file; {@code -Dsnippets=write} writes the blocks anew.
 */
class DocumentsTest {
    private static final Pattern SNIPPET =
            Pattern.compile("<!-- snippet: (\\S+) -->\n(?:```\\w*\n.*?```\n)?", Pattern.DOTALL);
    private static final Pattern JAVA =
            Pattern.compile("(?<before>[^\n]*)\n```java\n(?<text>.*?)```\n", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("^(?:    |)(?:\\./)?(?:catena|examples/run) .*");
    private static final Pattern FILE = Pattern.compile("[\\w./-]+\\.(?:urdf|yaml|yml|csv|json|par|xml)");
    /** Stands for a file of the reader's. */
    private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z][A-Z0-9]*\\.\\w+");

    private static final Set<String> OUTPUTS = Set.of("--out", "--html", "--png", ">");

    @TempDir
    Path folder;

    static List<Path> documents() {
        return Repository.documents();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void snippetsAreWhatTheirFilesSay(Path document) throws IOException {
        String text = Files.readString(document);
        String anew = SNIPPET.matcher(text).replaceAll(match -> Matcher.quoteReplacement(block(match.group(1))));
        if (System.getProperty("snippets", "").equals("write")) {
            Files.writeString(document, anew);
        } else {
            assertThat(text)
                    .as("%s differs from its files; -Dsnippets=write on this test rewrites it", document)
                    .isEqualTo(anew);
        }
    }

    private static String block(String name) {
        try {
            String language = name.substring(name.lastIndexOf('.') + 1);
            String text = language.equals("java")
                    ? Files.readString(Repository.ROOT
                                    .resolve("examples/src/main/java/dev/catena/examples")
                                    .resolve(name))
                            .replaceFirst("package [^\n]*\n\n", "")
                    : Files.readString(Repository.ROOT.resolve("examples").resolve(name));
            return "<!-- snippet: %s -->\n```%s\n%s```\n".formatted(name, language, text);
        } catch (IOException e) {
            throw new AssertionError("a document names " + name, e);
        }
    }

    /** No Java is printed that nobody compiles, and none that needs more than what is printed. */
    @Test
    void javaCompilesAsPrinted() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path document : documents()) {
            Matcher blocks = JAVA.matcher(Files.readString(document));
            while (blocks.find()) {
                assertThat(blocks.group("before"))
                        .as("%s, before %s", document, blocks.group("text"))
                        .startsWith("<!-- snippet: ");
                Matcher name = Pattern.compile("public final class (\\w+)").matcher(blocks.group("text"));
                assertThat(name.find()).isTrue();
                Path source = folder.resolve(name.group(1) + ".java");
                Files.writeString(source, blocks.group("text"));
                sources.add(source);
            }
        }
        assertThat(sources).hasSizeGreaterThan(3);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-Xlint:all,-path", "-d", folder.toString(), "-cp", Repository.classPath());
            boolean compiled = compiler.getTask(
                            messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }

    /** A file that a command reads exists, unless a command before has written it. */
    @ParameterizedTest
    @MethodSource("documents")
    void filesOfCommandsExist(Path document) throws IOException {
        Set<String> written = new HashSet<>();
        for (String line : Files.readAllLines(document)) {
            if (COMMAND.matcher(line).matches()) {
                String[] words = line.replaceFirst(" #.*", "").trim().split("\\s+", -1);
                for (int k = 1; k < words.length; k++) {
                    boolean output = OUTPUTS.contains(words[k - 1]) || (words[1].equals("convert") && k == 3);
                    if (output) {
                        written.add(words[k]);
                    } else if (FILE.matcher(words[k]).matches()
                            && !PLACEHOLDER.matcher(words[k]).matches()
                            && !written.contains(words[k])) {
                        assertThat(Repository.ROOT.resolve(words[k]))
                                .as("%s: %s", document.getFileName(), line)
                                .exists();
                    }
                }
            }
        }
    }

    /** The coordinates that are printed are those of this version. */
    @Test
    void coordinatesAreOfThisVersion() throws IOException {
        String readme = Files.readString(Repository.ROOT.resolve("README.md"));
        Matcher version = Pattern.compile("<artifactId>catena</artifactId>\\s*<version>([^<]*)<")
                .matcher(Files.readString(Repository.ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(readme)
                .contains("<version>" + version.group(1) + "</version>", "catena-bom:" + version.group(1) + "\"");
        assertThat(Pattern.compile("catena-bom:(?!" + Pattern.quote(version.group(1)) + "\")")
                        .matcher(readme)
                        .find())
                .isFalse();
    }

    @Test
    void allDataCanBeRead() throws IOException {
        try (Stream<Path> files = Files.list(Repository.DATA)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.equals("path.csv")) {
                    assertThat(Files.readString(file))
                            .as("goals of catena ik")
                            .startsWith("time,x,y,z,roll,pitch,yaw\n");
                } else if (name.endsWith(".csv") || name.endsWith(".json")) {
                    assertThat(StateTables.read(file, RobotFiles.read(Path.of(Repository.ARM)))
                                    .size())
                            .as(name)
                            .isPositive();
                } else if (name.endsWith(".par")) {
                    assertThat(CraneParameters.crane(file, 100).warnings())
                            .as(name)
                            .isEmpty();
                } else if (!Files.readString(file).matches("(?s)catena-(plan|sweep):.*")) {
                    assertThat(RobotFiles.read(file).warnings()).as(name).isEmpty();
                }
            }
        }
    }
}
