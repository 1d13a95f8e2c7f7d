package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                "panda --body link3 | say what is wanted of body \"link3\"",
                "panda --body lnk3 --position 1,0,0 | has no body \"lnk3\"; did you mean",
                "panda --position 1,0 | has 2 values, but should be three numbers",
                "panda --pose 1,0,0 | has 3 values, but should be x,y,z and then",
                "panda --pose 1,0,0,0,0,0 --position 1,0,0 | take it, or --position and --orientation",
                "panda --orientation 1,0 | has 2 values",
                "panda --position 1,0,x | is no finite decimal number",
                "panda --position 1,0,1e999 | is no finite decimal number",
                "panda --quaternion 0,0,0,0 | names no rotation",
                "panda --rpy 0,0,0 --quaternion 0,0,0,1 | take one of them",
                "panda --position 1,0,0 --pose 1,0,0,0,0,0 --body flange | take it, or --position",
                "panda --position 1,0,0 --all --nearest | take one of them",
                "panda --position 1,0,0 --all --posture 0,0,0,0,0,0,0 | take one of them",
                "panda --position 1,0,0 --nearest --posture 0,0,0,0,0,0,0 | take one of them",
                "panda --position 1,0,0 --starts 0 | from 1 to 1000000",
                "panda --position 1,0,0 --all --floating | no end of postures",
                "five-bar --position 1,0,0 --nearest --floating | base that is held",
                "panda --position 1,0,0 --weight 0 | weight of a target must be above 0",
                "panda --position 1,0,0 --priority -1 | priorities begin at 0",
                "panda --orientation 0,0,0 --point 0,0,1 | --point is for a position",
                "panda --position 1,0,0 --out a.txt | written as .csv or .json",
                "panda --targets a.csv --position 1,0,0 | the goals are in the table",
                "panda --targets a.csv --all | one for each row",
                "panda --targets nothing.csv | nothing.csv"
            })
    void mistakesAreNamed(String arguments, String message) {
        CommandRun run = CommandRun.of(("ik " + arguments).split(" ", -1));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }

    /** Both knees are brought back to where they were, and eval closes the loops alike. */
    @Test
    void closedLoopsAreMovedByTheirIndependentJoints() throws IOException {
        String states =
                file("s.json", "{\"joints\": [\"left_hip\", \"right_hip\"], \"states\": [{\"q\": [1.9, 1.1]}]}");
        JsonNode there =
                poses(Files.readString(Path.of(states)), "five-bar").get(0).get("pose");
        List<String> command = new ArrayList<>(List.of("ik", "five-bar"));
        for (String body : List.of("left_shank", "right_shank")) {
            double[] at = position(there, body);
            command.addAll(List.of("--body", body, "--position", at[0] + "," + at[1] + "," + at[2]));
        }
        Path out = folder.resolve("found.csv");
        run(command, "--out", out.toString()).good();
        JsonNode found = CommandRun.of("eval", "--robot", "five-bar", "--states", out.toString(), "--quantity", "pose")
                .good()
                .json()
                .at("/results/0/pose");
        for (String body : List.of("left_shank", "right_shank")) {
            for (int k = 0; k < 3; k++) {
                assertThat(position(found, body)[k]).isCloseTo(position(there, body)[k], within(1e-9));
            }
        }
        assertThat(run(command, "--posture", "1.9,1.1", "--starts", "5").good().out())
                .contains("1.9000000000", "1.1000000000");
        assertThat(run(command, "--all", "--starts", "5").good().out()).contains("1.9000000000");
    }

    private static CommandRun run(List<String> command, String... more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(more));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private static double[] position(JsonNode poses, String body) {
        JsonNode position = poses.at("/" + body + "/position");
        return new double[] {
            position.get(0).doubleValue(),
            position.get(1).doubleValue(),
            position.get(2).doubleValue()
        };
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    /** A path of the hand comes back as states that eval and torque read, with the hand on the path. */
    @Test
    void aTableOfGoalsBecomesATableOfStates() throws IOException {
        StringBuilder table = new StringBuilder("\uFEFFtime,x,y,z,roll,pitch,yaw\n");
        for (int k = 0; k <= 8; k++) {
            table.append(0.25 * k).append(",0.4,").append(0.02 * k).append(",0.5,180deg,0,0\n\n");
        }
        Path out = folder.resolve("states.csv");
        CommandRun run = CommandRun.of(
                "ik",
                "panda",
                "--targets",
                file("path.csv", table.toString()),
                "--from",
                "joint4=-1.5,joint6=1.5",
                "--out",
                out.toString());
        assertThat(run.good().err()).contains("9 postures in", "largest step of a joint");
        JsonNode results = CommandRun.of("eval", "--robot", "panda", "--states", out.toString(), "--quantity", "pose")
                .good()
                .json()
                .get("results");
        assertThat(results.size()).isEqualTo(9);
        for (int k = 0; k < 9; k++) {
            double[] at = position(results.get(k).get("pose"), "flange");
            assertThat(at[1]).isCloseTo(0.02 * k, within(1e-9));
            assertThat(at[2]).isCloseTo(0.5, within(1e-9));
        }
        CommandRun.of("torque", "panda", out.toString()).good();
        assertThat(CommandRun.of(
                                "ik",
                                "panda",
                                "--targets",
                                "../examples/data/path.csv",
                                "--from",
                                "joint4=-90deg,joint6=90deg")
                        .good()
                        .out()
                        .lines())
                .hasSize(22);
        // two bodies, quaternions, another name
        CommandRun two = CommandRun.of(
                "ik",
                "panda",
                "--body",
                "flange",
                "--targets",
                file("two.csv", "x,y,z,link4_qx,link4_qy,link4_qz,link4_qw\n0.3,0.3,0.5,0.6,0,0.1,0.7\n"),
                "--json");
        assertThat(two.code()).isIn(0, 3);
        CommandRun far = CommandRun.of(
                "ik",
                "panda",
                "--starts",
                "3",
                "--targets",
                file("far.csv", "x,y,z\n0.4,0,0.5\n9,9,9\n"),
                "--out",
                folder.resolve("no.csv").toString());
        assertThat(far.code()).isEqualTo(3);
        assertThat(far.err()).contains("no posture for 1 of 2 rows: line 3");
        assertThat(folder.resolve("no.csv")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | there is no row",
                "x,y,z | there is no row",
                "x,y~1,2 | lacks the column z",
                "x,y,z~1,2 | 2 values, but 3 columns",
                "x,y,z,w~1,2,3,4 | unknown column \"w\"",
                "x,y,z,nose_x~1,2,3,4 | no body \"nose\"",
                "x,y,z,x~1,2,3,4 | occurs twice",
                "time,time~1,2 | occurs twice",
                "time~1 | there is no goal",
                "qx,qy,qz,qw~0,0,0,0 | names no rotation",
                "roll,pitch,yaw,qx,qy,qz,qw~0,0,0,0,0,0,1 | take one of them",
                "x,y,z~1,b,3 | column y: \"b\" is no finite decimal number"
            })
    void tablesOfGoalsAreChecked(String text, String message) throws IOException {
        CommandRun run = CommandRun.of("ik", "panda", "--targets", file("goals.csv", text.replace('~', '\n')));
        assertThat(run.refused().err()).contains(message);
    }

    @Test
    void severalGoalsAndAFloatingBase() {
        CommandRun run = CommandRun.of(
                ("ik panda --body flange --pose 0.4,0.1,0.5,180deg,0,0 --body link4 --position 0,0.5,0.8 --priority 1"
                                + " --point 0,0,0.1 --json")
                        .split(" "));
        assertThat(run.good().json().at("/states/0/q").size()).isEqualTo(7);
        JsonNode floating = CommandRun.of("ik", "panda", "--pose", "5,6,7,0,0,0,2", "--floating", "--json")
                .good()
                .json();
        assertThat(floating.at("/states/0/base/position").size()).isEqualTo(3);
        assertThat(CommandRun.of("ik", "panda", "--pose", "5,6,7,0,0,0,2", "--floating", "--nearest")
                        .good()
                        .out())
                .contains("base qw");
        CommandRun none = CommandRun.of("ik", "two-link", "--position", "5,0,0", "--starts", "2", "--json");
        assertThat(none.code()).isEqualTo(3);
        assertThat(none.json().get("states").size()).isZero();
    }
}
