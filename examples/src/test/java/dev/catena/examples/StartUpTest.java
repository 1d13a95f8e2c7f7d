package dev.catena.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.junit.jupiter.api.Test;

/** The start-up file of JShell is understood line by line, and then a robot is there. */
class StartUpTest {
    @Test
    void everyLineIsUnderstood() throws Exception {
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            shell.addToClasspath(Repository.classPath());
            String rest = Files.readString(Repository.ROOT.resolve("examples/start.jsh"));
            while (!rest.isBlank()) {
                CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
                for (SnippetEvent event : shell.eval(next.source())) {
                    assertThat(event.status())
                            .as("%s%n%s", next.source(), problems(shell, event.snippet()))
                            .isEqualTo(Snippet.Status.VALID);
                    assertThat(event.exception()).as(next.source()).isNull();
                }
                rest = next.remaining();
            }
            List<SnippetEvent> held = shell.eval("robot.gravity(q).length");
            assertThat(held.get(0).value()).isEqualTo("7");
        }
    }

    private static List<String> problems(JShell shell, Snippet snippet) {
        return shell.diagnostics(snippet)
                .map(problem -> problem.getMessage(java.util.Locale.ROOT))
                .toList();
    }
}
