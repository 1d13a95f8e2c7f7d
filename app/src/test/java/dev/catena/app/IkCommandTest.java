package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IkCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private JsonNode poses(String states, String robot) throws IOException {
        Path file = Files.writeString(folder.resolve("states.json"), states);
        return JSON.readTree(CommandRun.of("eval", "--robot", robot, "--states", file.toString(), "--quantity", "pose")
                        .good()
                        .out())
                .get("results");
    }

    /** What ik prints, eval reads; and the body is where it was wanted in each of the postures. */
    @Test
    void posturesBringTheBodyWhereItIsWanted() throws IOException {
        String states = CommandRun.of(
                        "ik", "puma560", "--position", "0.5,0.2,0.3", "--rpy", "0.1,0.2,0.3", "--all", "--json")
                .good()
                .out();
        JsonNode results = poses(states, "puma560");
        assertThat(results.size()).isGreaterThanOrEqualTo(2);
        for (JsonNode result : results) {
            JsonNode pose = result.at("/pose/link6");
            assertThat(pose.at("/position/0").doubleValue()).isCloseTo(0.5, within(1e-9));
            assertThat(pose.at("/position/1").doubleValue()).isCloseTo(0.2, within(1e-9));
            assertThat(pose.at("/position/2").doubleValue()).isCloseTo(0.3, within(1e-9));
            // −sin of the pitch
            assertThat(pose.at("/rotation/2/0").doubleValue()).isCloseTo(-Math.sin(0.2), within(1e-9));
        }
    }

    @Test
    void aPositionAloneAndTheNearestPosture() {
        assertThat(CommandRun.of("ik", "panda", "--position", "0.4,0.1,0.5", "--from", "joint4=-1.5", "--nearest")
                        .good()
                        .out())
                .contains("posture", "joint7");
        assertThat(CommandRun.of("ik", "panda", "--quaternion", "0,0,0,1")
                        .good()
                        .out())
                .contains("posture");
    }

    @Test
    void whatIsOutOfReachEndsWithThree() {
        CommandRun run = CommandRun.of("ik", "two-link", "--position", "5,0,0", "--starts", "4");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("no posture");
        assertThat(run.err()).contains("from 4 starts none led to the goals");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "panda | say what is wanted of body",
                "panda --body nose --position 1,0,0 | has no body \"nose\"",
                "panda --position 1,0 | has 2 values, but needs 3",
                "panda --position 1,0,x | is no number",
                "panda --quaternion 0,0,0,0 | names no rotation",
                "panda --rpy 0,0,0 --quaternion 0,0,0,1 | take one of them",
                "panda --position 1,0,0 --all --nearest | take one of them",
                "panda --position 1,0,0 --starts 0 | from 1 to 1000000",
                "panda --position 1,0,0 --floating | floats",
                "four-bar --position 1,0,0 | closed loops"
            })
    void mistakesAreNamed(String arguments, String message) {
        CommandRun run = CommandRun.of(("ik " + arguments).split(" ", -1));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }
}
