package dev.catena.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory of a sweep depends on its bins, not on the number of its states. */
class SweepMemoryTest {
    @TempDir
    Path folder;

    /** Its states alone would take 96 MB. */
    @Test
    void aSmallHeapDoesForMillionsOfStates() throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHeapSweep.class.getName(),
                        "4000000"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int exit = process.waitFor();
        assertThat(exit).as(Files.readString(log)).isZero();
        assertThat(Files.readString(log)).contains("608 rows");
    }
}
