package dev.catena.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.table.CsvTableSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed, as by {@code kill -9}, loses nothing but what came after its last checkpoint. */
class KilledSweepTest {
    @TempDir
    Path folder;

    @Test
    void aKilledProcessIsGoneOnFromItsCheckpointToTheSameBits() throws IOException, InterruptedException {
        Path checkpoint = folder.resolve("sweep.checkpoint");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledSweep.class.getName(),
                        checkpoint.toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        try {
            while (!Files.exists(checkpoint) && process.isAlive()) {
                Thread.sleep(20);
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("log")))
                .isEqualTo(128 + 9);

        Sweep sweep = KilledSweep.sweep();
        AtomicLong first = new AtomicLong(-1);
        String resumed = text(sweep.run(SweepOptions.threads(1)
                .withCheckpoint(checkpoint, 1000)
                .withProgress(done -> first.compareAndSet(-1, done))));

        assertThat(first.get()).isPositive().isLessThan(sweep.states());
        assertThat(resumed).isEqualTo(text(sweep.run(2)));
    }

    @Test
    void aBrokenCheckpointIsSaidToBeBroken() throws IOException {
        Path checkpoint = Files.write(folder.resolve("sweep.checkpoint"), new byte[] {0, 3, 1, 2});
        assertThatThrownBy(() -> KilledSweep.sweep().run(SweepOptions.threads(1).withCheckpoint(checkpoint, 1)))
                .hasMessageContaining("is no checkpoint of a sweep, or a broken one");
    }

    private static String text(SweepTable table) {
        StringBuilder text = new StringBuilder();
        try (CsvTableSink sink = new CsvTableSink(text, table.columns())) {
            table.write(sink);
            sink.finish();
        }
        return text.toString();
    }
}
