package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code catena eval --batch} and {@code catena bench}. */
class BatchCommandsTest {
    private static final List<String> JOINTS = List.of("joint1", "joint2", "joint3", "joint4", "joint5", "joint6");

    @TempDir
    Path folder;

    /** States of the Stanford arm, not a multiple of any number of lanes and more than one chunk. */
    private Path states(int count) throws IOException {
        RandomNumbers random = new RandomNumbers(5);
        List<String> header = new ArrayList<>();
        for (String series : List.of("q_", "qd_", "qdd_", "qddd_", "tau_")) {
            JOINTS.forEach(joint -> header.add(series + joint));
        }
        StringBuilder text = new StringBuilder(String.join(",", header)).append('\n');
        for (int s = 0; s < count; s++) {
            text.append(Arrays.stream(random.vector(30, 2))
                            .mapToObj(Double::toString)
                            .collect(Collectors.joining(",")))
                    .append('\n');
        }
        return Files.writeString(folder.resolve("states.csv"), text);
    }

    private static double[] numbers(String csv) {
        return csv.lines()
                .skip(1)
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @Test
    void aBatchIsWhatItsStatesAre() throws IOException {
        String file = states(37).toString();
        String quantities =
                "torque,torqueRate,gravity,bias,acceleration,massMatrix,torqueByPosition,accelerationByTorque";
        String[] one = {"eval", "--robot", "stanford", "--states", file, "--quantity", quantities, "--csv"};
        String[] batch = Arrays.copyOf(one, one.length + 1);
        batch[one.length] = "--batch";

        String expected = CommandRun.of(one).good().out();
        String actual = CommandRun.of(batch).good().out();

        assertThat(actual.lines().findFirst()).isEqualTo(expected.lines().findFirst());
        Agreement.check("batch", numbers(actual), numbers(expected), 1e-11);
    }

    @Test
    void moreStatesThanAChunk() throws IOException {
        String file = states(16_391).toString();
        Path out = folder.resolve("out.csv");
        CommandRun.of("eval", "--robot", "stanford", "--states", file, "--csv", "--batch", "--out", out.toString())
                .good();

        String expected = CommandRun.of("eval", "--robot", "stanford", "--states", file, "--csv")
                .good()
                .out();
        Agreement.check("chunks", numbers(Files.readString(out)), numbers(expected), 1e-11);
    }

    @Test
    void whatABatchCannotDoIsRefused() throws IOException {
        String file = states(2).toString();
        assertThat(CommandRun.of("eval", "--robot", "stanford", "--states", file, "--batch", "--quantity", "pose")
                        .refused()
                        .err())
                .contains("--batch has no pose", "torque, torqueRate");
        assertThat(CommandRun.of(
                                "eval",
                                "--robot",
                                "stanford",
                                "--states",
                                file,
                                "--batch",
                                "--floating",
                                "--quantity",
                                "torqueByVelocity")
                        .refused()
                        .err())
                .contains("floats", "without --batch");
    }

    @Test
    void basesThatMoveAndWrenches() throws IOException {
        Path file = Files.writeString(folder.resolve("moving.json"), """
            {"joints": ["joint1", "joint2", "joint3", "joint4", "joint5", "joint6"],
             "states": [{"q": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "qd": [1, 2, 3, 4, 5, 6], "qdd": [6, 5, 4, 3, 2, 1],
                         "qddd": [1, 1, 2, 2, 3, 3], "tau": [1, 2, 3, 3, 2, 1],
                         "base": {"position": [1, 2, 3], "orientation": [0.5, 0.5, -0.5, 0.5],
                                  "linearVelocity": [1, 0.5, 2], "angularVelocity": [0.3, -0.2, 0.1],
                                  "linearAcceleration": [0.1, 0.2, 0.3], "angularAcceleration": [3, 2, 1]},
                         "wrenches": {"link6": {"frame": "body", "force": [1, 2, 3], "moment": [4, 5, 6]}}},
                        {"q": [0.3, 0.1, 0.2, 0.5, 0.4, 0.6], "qd": [1, 0, 2, 0, 3, 1], "qdd": [0, 0, 1, 1, 2, 2],
                         "wrenches": {"link3": {"frame": "world", "force": [3, 2, 1], "moment": [0, 1, 0]},
                                      "link6": {"frame": "world", "force": [0, 2, 1], "moment": [0, 1, 5]}}}]}
            """);
        for (String base : List.of("--verbose", "--floating")) {
            // rates while floating are those of a base that nothing holds, whose acceleration is not given
            String rate = base.equals("--floating") ? "" : "torqueRate,";
            String[] one = {
                "eval",
                "--robot",
                "stanford",
                "--states",
                file.toString(),
                base,
                "--csv",
                "--quantity",
                rate + "torque,gravity,bias,acceleration,massMatrix,torqueByPosition,accelerationByTorque"
            };
            String[] batch = Arrays.copyOf(one, one.length + 1);
            batch[one.length] = "--batch";
            String expected = CommandRun.of(one).good().out();
            String actual = CommandRun.of(batch).good().out();
            assertThat(actual.lines().findFirst()).isEqualTo(expected.lines().findFirst());
            Agreement.check("batch " + base, numbers(actual), numbers(expected), 1e-11);
        }
        assertThat(CommandRun.of(
                                "eval",
                                "--robot",
                                "stanford",
                                "--states",
                                file.toString(),
                                "--floating",
                                "--batch",
                                "--quantity",
                                "torqueRate")
                        .refused()
                        .err())
                .contains("leave the acceleration of the base out");
    }

    @Test
    void ratesWhileFloating() throws IOException {
        String[] one = {
            "eval",
            "--robot",
            "stanford",
            "--states",
            states(3).toString(),
            "--floating",
            "--csv",
            "--quantity",
            "torqueRate"
        };
        String[] batch = Arrays.copyOf(one, one.length + 1);
        batch[one.length] = "--batch";
        Agreement.check(
                "rates",
                numbers(CommandRun.of(batch).good().out()),
                numbers(CommandRun.of(one).good().out()),
                1e-11);
    }

    @Test
    void benchMeasuresAndCompares() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of("bench", "scara", "--time", "0.01", "--quantity", "torque,massMatrix", "--json")
                        .good()
                        .out());
        for (String quantity : List.of("torque", "massMatrix")) {
            JsonNode times = json.get("quantities").get(quantity);
            assertThat(times.get("handWritten").asDouble()).isPositive();
            assertThat(times.get("compiled").asDouble()).isPositive();
            assertThat(times.get("batchedOnAllCores").asDouble()).isPositive();
            assertThat(times.get("difference").asDouble()).isLessThan(1e-12);
        }
        assertThat(CommandRun.of("bench", "two-link", "--time", "0.01", "--quantity", "gravity")
                        .good()
                        .out())
                .contains("two-link: 2 joints", "hand-written", "gravity");
    }

    @Test
    void benchRefusesBadInput() {
        assertThat(CommandRun.of("bench", "--help").good().out()).contains("Example: catena bench");
        assertThat(CommandRun.of("bench", "panda", "--time", "0").refused().err())
                .contains("--time is 0");
        assertThat(CommandRun.of("bench", "panda", "--quantity", "speed")
                        .refused()
                        .err())
                .contains("speed");
        assertThat(CommandRun.of("bench", "two-link", "--floating", "--time", "0.01", "--quantity", "torque")
                        .good()
                        .out())
                .contains("torque");
    }
}
