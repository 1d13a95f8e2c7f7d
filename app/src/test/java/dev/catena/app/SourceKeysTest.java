package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every source that a comment cites is listed in REFERENCES.md. */
class SourceKeysTest {
    /** A word of three letters or more in brackets, alone or before a number: a whole work, an equation, a section. */
    private static final Pattern CITATION =
            Pattern.compile("(?<![\\w\\])])\\[([A-Z][A-Za-z]{2,})(?=]| (?:[A-Z]\\.)?\\d)");

    private static final Pattern KEY = Pattern.compile("^### (\\w+)$", Pattern.MULTILINE);

    /** Comments and literals, whichever begins first: a comment begins with a slash. */
    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile("//[^\\n]*|/\\*(?s:.*?)\\*/"
            + "|\"\"\"(?s:.*?)(?<!\\\\)\"\"\"|\"(?:[^\"\\\\\\n]++|\\\\.)*+\"|'(?:[^'\\\\\\n]++|\\\\.)*+'");

    private record Citation(String key, String place) {}

    @Test
    void everyCitedKeyIsInReferences() throws IOException {
        Path root = root();
        Set<String> keys = KEY.matcher(Files.readString(root.resolve("REFERENCES.md")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());

        List<Citation> cited = new ArrayList<>();
        for (Path file : javaFiles(root)) {
            cited.addAll(citations(root.relativize(file).toString(), Files.readString(file)));
        }

        assertThat(cited).as("citations in comments below %s", root).isNotEmpty();
        assertThat(cited.stream().filter(citation -> !keys.contains(citation.key())))
                .as("citations without a heading in REFERENCES.md (brackets in comments are kept for source keys)")
                .isEmpty();
    }

    @Test
    void findsCitationsInCommentsOnly() {
        String source = """
                // τ = Sᵀ f [Alpha]
                String s = "// [Beta 1]"; char c = '"'; /* see [Gamma 2.1.14],
                 * [Delta 13–31] and [Epsilon A.2.4] */ int[] a = x[Zeta]; // x[Eta], [N], [Nm 2], [Not a key]
                """;

        assertThat(citations("S.java", source))
                .containsExactly(
                        new Citation("Alpha", "S.java:1"),
                        new Citation("Gamma", "S.java:2"),
                        new Citation("Delta", "S.java:3"),
                        new Citation("Epsilon", "S.java:3"));
    }

    private static List<Citation> citations(String file, String source) {
        List<Citation> found = new ArrayList<>();
        if (!CITATION.matcher(source).find()) {
            return found;
        }
        Matcher part = COMMENT_OR_LITERAL.matcher(source);
        while (part.find()) {
            if (part.group().startsWith("/")) {
                Matcher citation = CITATION.matcher(source).region(part.start(), part.end());
                while (citation.find()) {
                    long line = 1
                            + source.substring(0, citation.start())
                                    .chars()
                                    .filter(c -> c == '\n')
                                    .count();
                    found.add(new Citation(citation.group(1), file + ":" + line));
                }
            }
        }
        return found;
    }

    static List<Path> javaFiles(Path root) throws IOException {
        try (Stream<Path> modules = Files.list(root)) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(SourceKeysTest::javaFilesBelow)
                    .sorted()
                    .toList();
        }
    }

    private static Stream<Path> javaFilesBelow(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("REFERENCES.md"))) {
                return folder;
            }
        }
        throw new AssertionError("no folder above the working directory has REFERENCES.md");
    }
}
