package dev.catena.app.gait;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.app.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GaitDemoTest {
    @TempDir
    private Path folder;

    /** A whole step: what it costs, what the ground gives, and that forces and motion belong together. */
    @Test
    void aStepIsPredicted() {
        Path report = folder.resolve("gait.html");
        JsonNode step = CommandRun.of("demo", "gait", "--json", "--out", report.toString())
                .good()
                .json();
        assertThat(step.get("objective").asDouble()).isBetween(0.15, 0.216);
        assertThat(step.at("/peaks/0/0").asDouble()).isBetween(1.0, 1.3);
        assertThat(step.at("/peaks/1/0").asDouble()).isBetween(0.6, 0.95);
        assertThat(step.at("/peaks/2/0").asDouble()).isBetween(1.0, 1.3);
        assertThat(step.at("/fore-aft/0").asDouble()).isBetween(-0.25, -0.08);
        assertThat(step.at("/fore-aft/1").asDouble()).isBetween(0.08, 0.25);
        assertThat(step.at("/between/0").asDouble()).isLessThan(1e-3);
        assertThat(step.at("/between/1").asDouble()).isLessThan(0.035);
        assertThat(step.at("/between/2").asDouble()).isLessThan(0.01);
        assertThat(step.get("simulation-error").asDouble()).isLessThan(1e-3);
        assertThat(report).content().contains("A step of human walking", "class=\"plot\"");
    }
}
