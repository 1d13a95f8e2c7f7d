package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** What was computed is not lost with the disk; and is of no use to another sweep. */
    @Test
    void aFullDiskLosesNothing() throws IOException {
        Path full = Files.createSymbolicLink(folder.resolve("map.csv"), Path.of("/dev/full"));
        CommandRun run = CommandRun.of(arguments(SPEC, "--quiet"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("cannot write", "map.csv").doesNotContain("Exception");
        assertThat(folder.resolve("map.csv.checkpoint")).exists();
        Files.delete(full);

        CommandRun other = CommandRun.of(arguments(SPEC.replace("seed: 2", "seed: 3"), "--quiet"));
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("is the checkpoint of another sweep", "name another file or delete it");
        assertThat(folder.resolve("map.csv.checkpoint")).exists();

        CommandRun again = CommandRun.of(arguments(SPEC, "--quiet")).good();
        assertThat(again.err()).contains("going on from");
        assertThat(folder.resolve("map.csv")).exists();
        assertThat(folder.resolve("map.csv.checkpoint")).doesNotExist();
    }

    /** Where neither results nor checkpoints can be written beside each other. */
    @Test
    void whatWasComputedIsKeptElsewhereIfTheDiskIsFull() throws IOException {
        Path full = Files.createSymbolicLink(folder.resolve("map.csv"), Path.of("/dev/full"));
        String spec = SPEC.replace("seed: 2", "seed: 77");
        String nowhere = folder.resolve("nowhere/map.checkpoint").toString();
        CommandRun run = CommandRun.of(arguments(spec, "--quiet", "--checkpoint", nowhere));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("checkpoints are written to", "what was computed is in", "cannot write");
        Path kept = Path.of(run.err().replaceAll("(?s).*what was computed is in (\\S+),.*", "$1"));
        assertThat(kept).exists();
        Files.delete(full);

        CommandRun again = CommandRun.of(arguments(spec, "--quiet")).good();
        assertThat(again.err()).contains("going on from " + kept);
        assertThat(folder.resolve("map.csv")).exists();
        assertThat(kept).doesNotExist();
    }

    @Test
    void aVeryLongSweepIsAskedForTwice() throws IOException {
        CommandRun run = CommandRun.of(arguments(SPEC.replace("40000", "1e15")));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .containsPattern("1000000000000000 states would take about \\d+ (days|years)")
                .contains("--yes");
        assertThat(folder.resolve("map.csv")).doesNotExist();
    }

    @Test
    void plansAreRowsAndSoAreTheirFailures() throws IOException {
        String plan = """
            catena-plan: 1
            robot: two-link
            start: {elbow: -2}
            goal: [GOAL, -1]
            spline: {degree: 3, control-points: 10, samples: 40}
            limits: {torque: 3000}
            """;
        Files.createDirectory(folder.resolve("plans"));
        Files.writeString(folder.resolve("plans/a.yaml"), plan.replace("GOAL", "1"));
        Files.writeString(
                folder.resolve("plans/b.yaml"), plan.replace("GOAL", "0.5").replace("3000", "1e-3"));
        Files.writeString(folder.resolve("plans/c.yaml"), plan.replace("goal", "gaol"));
        CommandRun run = CommandRun.of(arguments("""
            catena-sweep: 1
            plans: ["plans/*.yaml", none.yaml]
            """, "--threads", "2")).good();
        assertThat(run.err()).contains("4 problems, 3 failed");
        List<String> lines = Files.readAllLines(folder.resolve("map.csv"));
        assertThat(lines.get(0)).isEqualTo("problem,status,reason,duration,objective,iterations,largest_excess");
        assertThat(lines.get(1)).startsWith("plans/a.yaml,solved,,");
        assertThat(lines.get(2)).startsWith("plans/b.yaml,failed,");
        assertThat(String.join(" ", lines)).contains("unknown key", "no such file");
        double objective = Double.parseDouble(lines.get(1).split(",", -1)[4]);
        CommandRun alone = CommandRun.of("plan", folder.resolve("plans/a.yaml").toString(), "--json")
                .good();
        assertThat(alone.json().at("/objective").doubleValue()).isEqualTo(objective);
    }

    @Test
    void identificationsAreRows() throws IOException {
        CommandRun excited = CommandRun.of(
                        "excite",
                        "two-link",
                        "--time",
                        "2",
                        "--rate",
                        "200",
                        "--iterations",
                        "12",
                        "--out",
                        folder.resolve("log1.csv").toString())
                .good();
        Files.copy(folder.resolve("log1.csv"), folder.resolve("log2.csv"));
        Files.writeString(folder.resolve("log3.csv"), "time,q_shoulder\n0,1\n");
        CommandRun run = CommandRun.of(arguments("""
            catena-sweep: 1
            robot: two-link
            logs: ["log?.csv"]
            """)).good();
        assertThat(excited.code()).isZero();
        assertThat(run.err()).contains("3 problems, 1 failed");
        List<String> lines = Files.readAllLines(folder.resolve("map.csv"));
        assertThat(lines.get(1)).startsWith("log1.csv,solved,,");
        assertThat(lines.get(1).substring(8)).isEqualTo(lines.get(2).substring(8));
        assertThat(lines.get(3)).startsWith("log3.csv,failed,").contains("has no column");
    }

    @Test
    void mistakesInListsOfProblemsAreNamed() throws IOException {
        refused("catena-sweep: 1\nplans: [\"none/*.yaml\"]\n", "cannot be looked for");
        refused("catena-sweep: 1\nplans: [\"*.nothing\"]\n", "there is no file \"*.nothing\"");
        refused("catena-sweep: 2\nplans: []\n", "the version is \"2\"");
        refused("catena-sweep: 1\nplans: [a]\nlogs: [b]\n", "plans");
        refused("catena-sweep: 1\nlogs: [b]\n", "\"robot\" is missing");
    }
}
