package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepCommandTest {
    private static final String SPEC = """
        catena-sweep: 1
        robot: two-link
        states: {random: 40000, seed: 2}
        vary:
          q: {from: -3, to: 3}
          qd: {from: -1, to: 1}
        by: [{voxel: lower, size: 0.2}]
        reduce: [{peak: torque}]
        """;

    @TempDir
    private Path folder;

    private String[] arguments(String spec, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("spec.yaml"), spec);
        String[] arguments = new String[4 + more.length];
        arguments[0] = "sweep";
        arguments[1] = file.toString();
        arguments[2] = "--out";
        arguments[3] = folder.resolve("map.csv").toString();
        System.arraycopy(more, 0, arguments, 4, more.length);
        return arguments;
    }

    @Test
    void aMapIsWrittenAndDrawn() throws IOException {
        Path page = folder.resolve("map.html");

        CommandRun unused = CommandRun.of(arguments(SPEC, "--html", page.toString(), "--threads", "2"))
                .good();
        String table = Files.readString(folder.resolve("map.csv"));
        CommandRun alone = CommandRun.of(arguments(SPEC, "--threads", "1")).good();

        assertThat(table).startsWith("x,y,z,count,peak_torque_shoulder,peak_torque_elbow\n");
        assertThat(table.lines().count()).isGreaterThan(20);
        assertThat(Files.readString(folder.resolve("map.csv"))).isEqualTo(table);
        assertThat(Files.readString(page)).contains("Slices of the workspace", "<rect", "peak_torque_shoulder");
        assertThat(folder.resolve("map.csv.checkpoint")).doesNotExist();
        assertThat(alone.err()).contains("40000 states");
    }

    @Test
    void mistakesAreNamed() throws IOException {
        refused(SPEC.replace("lower", "lowr"), "no body \"lowr\"");
        refused(SPEC.replace(", size: 0.2", ""), "\"size\" is missing");
        refused(SPEC.replace("{voxel: lower, size: 0.2}", "{value: q_elbow, from: -3, to: 3}"), "\"bins\" is missing");
        refused(SPEC.replace("peak", "pek"), "a reducer is one of max, min, peak");
        refused(SPEC.replace("peak: torque", "peak: torqe"), "\"torqe\" is no number of the states");
        refused(SPEC.replace("  qd:", "  qx:"), "\"qx\" is nothing that robot");
        refused(SPEC.replace("random: 40000", "random: 1.5"), "random must be a whole number");
        refused(SPEC.replace("{random: 40000, seed: 2}", "{}"), "states are one of random, halton");
    }

    private void refused(String spec, String words) throws IOException {
        CommandRun run = CommandRun.of(arguments(spec));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(words);
        assertThat(folder.resolve("map.csv")).doesNotExist();
    }
}
