package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Motions of robots of every kind, each planned by one file, read by the other commands, and played back forward. */
class PlanKindsTest {
    private static final Path DATA = Path.of("../examples/data");

    @TempDir
    private Path folder;

    private static String data(String name) {
        Path file = DATA.resolve(name);
        return Files.exists(file) ? file.toString() : name;
    }

    /** Columns by name. */
    private static Map<String, double[]> table(Path csv) throws Exception {
        List<String[]> rows = Files.readAllLines(csv).stream()
                .map(line -> line.split(",", -1))
                .toList();
        String[] header = rows.get(0);
        Map<String, double[]> columns = new HashMap<>();
        for (int c = 0; c < header.length; c++) {
            int column = c;
            columns.put(
                    header[c],
                    rows.stream()
                            .skip(1)
                            .mapToDouble(row -> Double.parseDouble(row[column]))
                            .toArray());
        }
        return columns;
    }

    private static double[] column(Map<String, double[]> table, String name) {
        return Objects.requireNonNull(table.get(name), name);
    }

    private static double last(double[] values) {
        return values[values.length - 1];
    }

    /** @param within what torques that are straight lines between rows, and other smoothing of friction, leave at the end */
    @ParameterizedTest
    @CsvSource({
        "delta-pick.yaml, delta, 5e-3",
        "four-bar-turn.yaml, four-bar, 2e-3",
        "elastic-swing.yaml, elastic-arm.yaml, 5e-4",
        "elastic-four-bar-turn.yaml, elastic-four-bar.yaml, 2e-3",
        "satellite-reach.yaml, satellite-arm.yaml, 1e-4",
        "elastic-satellite-reach.yaml, elastic-satellite.yaml, 1e-4",
        "gripper-close.yaml, gripper-arm.yaml, 5e-4",
        "satellite-four-bar-turn.yaml, satellite-four-bar.yaml, 1e-4",
    })
    void plansArePlayedBack(String problem, String robot, double within) throws Exception {
        Path motion = folder.resolve("motion.csv");
        JsonNode plan = CommandRun.of("plan", data(problem), "--quiet", "--json", "--out", motion.toString())
                .good()
                .json();
        assertThat(plan.at("/limits").size()).isPositive();
        plan.at("/limits")
                .forEach(limit -> assertThat(limit.get("excess").asDouble())
                        .as(limit.toString())
                        .isLessThan(1e-3));
        Map<String, double[]> planned = table(motion);
        Path replay = folder.resolve("replay.csv");
        String duration = Double.toString(last(column(planned, "time")));
        CommandRun.of(
                        "simulate",
                        data(robot),
                        "--torque",
                        motion.toString(),
                        "--time",
                        duration,
                        "--out",
                        replay.toString())
                .good();
        Map<String, double[]> played = table(replay);
        for (String column : planned.keySet()) {
            if (column.startsWith("q_") || column.startsWith("theta_") || column.startsWith("base_q")) {
                assertThat(last(column(played, column)))
                        .as("%s at the end", column)
                        .isCloseTo(last(column(planned, column)), within(within));
            }
        }
    }

    /** The satellite turns, its center of mass stays: the momentum of every row is zero, and torques are those of eval. */
    @ParameterizedTest
    @CsvSource({
        "satellite-reach.yaml, satellite-arm.yaml, yaw shoulder elbow",
        "satellite-four-bar-turn.yaml, satellite-four-bar.yaml, crank",
    })
    void theMomentumOfASatelliteStaysZero(String problem, String robot, String drives) throws Exception {
        Path motion = folder.resolve("motion.csv");
        CommandRun.of("plan", data(problem), "--quiet", "--rate", "20", "--out", motion.toString())
                .good();
        JsonNode results = CommandRun.of(
                        "eval",
                        "--robot",
                        data(robot),
                        "--states",
                        motion.toString(),
                        "--quantity",
                        "momentum,torque,centerOfMass")
                .good()
                .json()
                .at("/results");
        Map<String, double[]> planned = table(motion);
        double[] center = Golden.array(results.get(0).get("centerOfMass"));
        for (int k = 0; k < results.size(); k++) {
            for (String part : List.of("linear", "angular")) {
                for (double number : Golden.array(results.get(k).get("momentum").get(part))) {
                    assertThat(number).isCloseTo(0, within(1e-10));
                }
            }
            Agreement.check("center of mass", Golden.array(results.get(k).get("centerOfMass")), center, 1e-7);
            double[] torque = Golden.array(results.get(k).get("torque"));
            int row = k;
            double[] wanted = Arrays.stream(drives.split(" ", -1))
                    .mapToDouble(name -> column(planned, "tau_" + name)[row])
                    .toArray();
            Agreement.check("torque", torque, wanted, 1e-9);
        }
        assertThat(Math.abs(last(column(planned, "base_qz")))).isGreaterThan(0.02);
    }

    /** Where a body is depends on how the base moved. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "robot: satellite-four-bar.yaml",
                "robot: four-bar\nbase: [{along: [1, 0, 0], amplitude: 0.1, frequency: 1}]"
            })
    void aGoalOfABodyIsRefusedWhereTheBaseOfALoopMoves(String robot) throws Exception {
        Path problem = folder.resolve("problem.yaml");
        Files.copy(Path.of(data("satellite-four-bar.yaml")), folder.resolve("satellite-four-bar.yaml"));
        Files.writeString(
                problem,
                "catena-plan: 1\n" + robot
                        + "\nstart: {crank: 0.6}\ngoal: {body: coupler_link, position: [0, 0.12, 0]}\n");
        assertThat(CommandRun.of("plan", problem.toString(), "--quiet")
                        .refused()
                        .err())
                .contains("moves, and where a body is depends on that: give the positions of the joints");
    }

    /** The base is in the output, so that eval finds the same torques, up to the smoothing of friction. */
    @Test
    void aDeckMovesTheArm() throws Exception {
        Path motion = folder.resolve("motion.csv");
        CommandRun.of("plan", data("deck-reach.yaml"), "--quiet", "--rate", "10", "--out", motion.toString())
                .good();
        JsonNode results = CommandRun.of(
                        "eval", "--robot", data("arm.urdf"), "--states", motion.toString(), "--quantity", "torque")
                .good()
                .json()
                .at("/results");
        Map<String, double[]> planned = table(motion);
        int fast = 0;
        for (int k = 0; k < results.size(); k++) {
            boolean isFast = Math.abs(column(planned, "qd_shoulder")[k]) > 0.4;
            assertThat(Golden.array(results.get(k).get("torque"))[1])
                    .isCloseTo(column(planned, "tau_shoulder")[k], within(isFast ? 1e-5 : 5));
            fast += isFast ? 1 : 0;
        }
        assertThat(fast).isGreaterThan(3);
        CommandRun.of("torque", data("arm.urdf"), motion.toString()).good();
        // a base that stands would move the arm otherwise
        assertThat(CommandRun.of("simulate", data("arm.urdf"), "--torque", motion.toString(), "--time", "0.01")
                        .refused()
                        .err())
                .contains("has a base that moves, but that of robot \"arm\" stands: --around");
    }

    @Test
    void wrenchesLoadTheArm() throws Exception {
        Path motion = folder.resolve("motion.csv");
        CommandRun.of("plan", data("pushed-reach.yaml"), "--quiet", "--rate", "10", "--out", motion.toString())
                .good();
        double loaded = column(table(motion), "tau_shoulder")[0];
        Path without = folder.resolve("plan.yaml");
        String text = Files.readString(DATA.resolve("pushed-reach.yaml"));
        Files.writeString(
                without,
                text.replaceAll("(?m)^wrenches:.*\\R(  - .*\\R)+", "")
                        .replace(
                                "arm.urdf",
                                DATA.resolve("arm.urdf").toAbsolutePath().toString()));
        CommandRun.of("plan", without.toString(), "--quiet", "--rate", "10", "--out", motion.toString())
                .good();
        assertThat(Math.abs(loaded - column(table(motion), "tau_shoulder")[0])).isGreaterThan(1);
    }

    @Test
    void whatIsWrongIsNamed() throws Exception {
        String good = Files.readString(DATA.resolve("deck-reach.yaml"))
                .replace("arm.urdf", DATA.resolve("arm.urdf").toAbsolutePath().toString());
        refuses(good.replace("time: 1.5", "time: {most: 3}"), "by the clock");
        refuses(good.replace("along: [0, 0, 1], ", ""), "either along or about");
        refuses(good.replace("amplitude: 0.6", "amplitude: .inf"), "amplitude");
        refuses(good + "limits: {box: [{body: tool, lower: [0, 0, 0]}]}\n", "base at rest");
        refuses(good + "wrenches: [{body: tool, force: [0, 0, 1], frame: moon}]\n", "body or world");
        refuses(good + "wrenches: [{body: nobody, force: [0, 0, 1], frame: body}]\n", "nobody");
        refuses(good + "wrenches: [{body: tool, frame: body}]\n", "force or a moment");
        String floating = Files.readString(DATA.resolve("satellite-reach.yaml"))
                .replace(
                        "satellite-arm.yaml",
                        DATA.resolve("satellite-arm.yaml").toAbsolutePath().toString());
        refuses(floating + "wrenches: [{body: fore, force: [0, 0, 1], frame: body}]\n", "withFixedBase()");
        String elastic = Files.readString(DATA.resolve("elastic-swing.yaml"))
                .replace(
                        "elastic-arm.yaml",
                        DATA.resolve("elastic-arm.yaml").toAbsolutePath().toString());
        refuses(elastic + "base: [{along: [0, 0, 1], rate: 1}]\n", "by the clock");
        refuses(
                elastic.replaceAll("(?m)^(start|goal):.*$", "")
                        + "path: {through: [[0, 0], [1, 1], [0, 1], [1, 0], [1, 1], [0, 0]], degree: 3}\n",
                "not smooth enough");
    }

    private void refuses(String text, String words) throws Exception {
        Path file = folder.resolve("bad.yaml");
        Files.writeString(file, text);
        CommandRun run = CommandRun.of("plan", file.toString(), "--quiet");
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(words);
    }
}
