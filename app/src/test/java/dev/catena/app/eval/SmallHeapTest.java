package dev.catena.app.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.formats.ShippedRobots;
import dev.catena.quantity.Quantity;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables larger than the memory of the program go through it: from CSV to Parquet and back. */
class SmallHeapTest {
    private static final int ROWS = 1_000_000;

    @TempDir
    private Path folder;

    /** The program: a table, and those that it makes from it. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            for (int k = 1; k < arguments.length; k++) {
                StreamedEvaluation evaluation = new StreamedEvaluation(
                        ShippedRobots.load("two-link"), Path.of(arguments[0]), List.of(Quantity.TORQUE));
                System.out.println(evaluation.write(Path.of(arguments[k])));
            }
        }
    }

    @Test
    void aTableMayBeLargerThanTheMemory() throws IOException, InterruptedException {
        Path states = folder.resolve("states.csv");
        String row = "0.12345678901234567,-0.98765432109876543,0.5\n";
        byte[] rows = row.repeat(1000).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(states))) {
            out.write("q_shoulder,q_elbow,qd_elbow\n".getBytes(StandardCharsets.US_ASCII));
            for (int k = 0; k < ROWS / 1000; k++) {
                out.write(rows);
            }
        }
        assertThat(Files.size(states)).isGreaterThan(44_000_000);
        Path csv = folder.resolve("torques.csv");
        Path parquet = folder.resolve("torques.parquet");
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        states.toString(),
                        csv.toString(),
                        parquet.toString()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            Process unused = process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        assertThat(Files.readAllLines(log))
                .filteredOn(line -> line.equals("" + ROWS))
                .hasSize(2);
        assertThat(Files.size(parquet)).isBetween(16_000_000L, 16_100_000L);
        assertThat(Files.size(csv)).isGreaterThan(30_000_000);
    }
}
