package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trajectories that do not fit into the memory of the program. */
class SmallHeapCommandsTest {
    /** As objects of states these would take three times the memory that there is. */
    private static final int ROWS = 150_000;

    private static final String HEAP = "-Xmx28m";

    @TempDir
    private Path folder;

    private List<String> run(int exit, String... arguments) throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            Process unused = process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(log);
        assertThat(process.exitValue()).as(String.join("\n", lines)).isEqualTo(exit);
        return lines;
    }

    @Test
    void torqueHoldsNoTable() throws IOException, InterruptedException {
        Path motion = folder.resolve("motion.csv");
        try (BufferedWriter out = Files.newBufferedWriter(motion, StandardCharsets.US_ASCII)) {
            out.write("time,q_shoulder,q_elbow\n");
            for (int k = 0; k < ROWS; k++) {
                double t = k / 1024.0;
                out.write("%s,%s,%s\n".formatted(t, Math.sin(t), Math.cos(1.5 * t) + 0.3 * Math.sin(2.5 * t)));
            }
        }
        Path torques = folder.resolve("torques.parquet");
        assertThat(run(0, "torque", "two-link", motion + "", "--out", torques + ""))
                .anyMatch(line -> line.startsWith("motion.csv: %s samples".formatted(ROWS)));
        assertThat(Files.size(torques)).isGreaterThan(13L * 8 * ROWS);
        try (var left = Files.list(folder)) {
            assertThat(left.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
        }
    }
}
