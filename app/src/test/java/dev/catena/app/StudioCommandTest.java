package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudioCommandTest {
    @TempDir
    private Path folder;

    @Test
    void help() {
        assertThat(CommandRun.of("studio", "--help").good().out())
                .contains("Usage: catena studio", "--trajectory", "--no-browser", "Examples: catena studio");
    }

    @Test
    void writesThePage() throws IOException {
        Path motion = Files.writeString(
                folder.resolve("motion.csv"),
                "time,q_shoulder,q_elbow\n0,0,0\n0.1,0.1,0.2\n0.2,0.2,0.3\n0.3,0.3,0.3\n0.4,0.4,0.3\n0.5,0.5,0.2\n");
        Path page = folder.resolve("page.html");

        CommandRun run = CommandRun.of(
                        "studio", "two-link", "--trajectory", motion.toString(), "--out", page.toString())
                .good();

        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("computed from its samples", "wrote ");
        assertThat(Files.readString(page)).contains("catena-scripts", "catena-data");
    }

    /** A report of a motion has the robot in motion, whatever it is. */
    @Test
    void reportsOfMotionsHaveAViewer() throws IOException {
        Path report = folder.resolve("report.html");
        for (List<String> robot : List.of(
                List.of("two-link"), List.of("two-link", "--floating"), List.of("five-bar", "--q", "0.6,2.2"))) {
            List<String> words = new ArrayList<>(List.of("simulate"));
            words.addAll(robot);
            words.addAll(List.of("--time", "0.05", "--html", report.toString()));
            CommandRun.of(words.toArray(String[]::new)).good();
            assertThat(Files.readString(report))
                    .as(words.toString())
                    .containsOnlyOnce("id=\"catena-scripts\"")
                    .contains("<iframe class=\"viewer\"", "id=&quot;catena-data&quot;");
        }
    }

    @Test
    void badInputIsTold() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.csv"), "time,q_shoulder,q_elbow\n0,zero,0\n");
        Path page = folder.resolve("page.html");

        assertThat(CommandRun.of("studio", "two-link", "--trajectory", broken.toString(), "--out", page.toString())
                        .refused()
                        .err())
                .contains("broken.csv", "zero");
        assertThat(page).doesNotExist();
        assertThat(CommandRun.of("studio", "nobody").refused().err()).contains("nobody");
        assertThat(CommandRun.of("studio", "panda", "--port", "70000").refused().err())
                .contains("70000", "65535");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());
            assertThat(CommandRun.of("studio", "two-link", "--no-browser", "--port", port)
                            .refused()
                            .err())
                    .contains("port " + port + " is taken");
        }
    }
}
