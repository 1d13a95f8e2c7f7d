package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code catena equations}. */
class EquationsCommandTest {
    @TempDir
    Path folder;

    @Test
    void printsAndWrites() throws IOException {
        assertThat(CommandRun.of("equations", "two-link").good().out())
                .contains("tau2 = ", "MXR2*C12", "C12 = cos(q1 + q2)");
        assertThat(CommandRun.of("equations", "two-link", "--quantity", "massMatrix", "--format", "latex")
                        .good()
                        .out())
                .contains("\\begin{align*}", "M_{12} ={} & ");
        assertThat(CommandRun.of("equations", "two-link", "--quantity", "gravity", "--open", "none")
                        .good()
                        .out())
                .contains("G2 = 245.25*C12");
        Path file = folder.resolve("pose.md");
        CommandRun.of(
                        "equations",
                        "puma560",
                        "--quantity",
                        "pose",
                        "--format",
                        "markdown",
                        "--body",
                        "link3",
                        "--out",
                        file.toString())
                .good();
        assertThat(Files.readString(file)).contains("# Direct geometric model of robot \"puma560\"", "p_{x}");
    }

    @Test
    void refusesWhatItCannotDo() {
        assertThat(CommandRun.of("equations", "two-link", "--quantity", "color")
                        .refused()
                        .err())
                .contains("color", "massMatrix");
        assertThat(CommandRun.of("equations", "two-link", "--format", "pdf")
                        .refused()
                        .err())
                .contains("text, markdown or latex");
        assertThat(CommandRun.of("equations", "two-link", "--form", "short")
                        .refused()
                        .err())
                .contains("expanded or steps");
        assertThat(CommandRun.of("equations", "two-link", "--body", "nose", "--quantity", "pose")
                        .refused()
                        .err())
                .contains("nose");
        assertThat(CommandRun.of("equations", "two-link", "--quantity", "closure")
                        .refused()
                        .err())
                .contains("has no closed loops");
        assertThat(CommandRun.of("equations", "four-bar", "--quantity", "closure")
                        .good()
                        .out())
                .contains("phi2 = -d2*S1 + sx4*S3 - tx4*S12");
        assertThat(CommandRun.of("equations", "panda", "--form", "expanded")
                        .refused()
                        .err())
                .contains("ask for steps");
    }
}
