package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.app.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goals that are poses begin with inverse kinematics. */
class PlanGoalTest {
    @TempDir
    Path folder;

    private CommandRun plan(String text, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("problem.yaml"), text);
        String[] all = new String[2 + more.length];
        all[0] = "plan";
        all[1] = file.toString();
        System.arraycopy(more, 0, all, 2, more.length);
        return CommandRun.of(all);
    }

    private JsonNode lastPose(String robot, Path motion) {
        JsonNode results = CommandRun.of("eval", "--robot", robot, "--states", motion.toString(), "--quantity", "pose")
                .good()
                .json()
                .get("results");
        return results.get(results.size() - 1).get("pose");
    }

    @Test
    void theBodyEndsWhereItIsWanted() throws IOException {
        Path motion = folder.resolve("motion.csv");
        String problem = """
            catena-plan: 1
            robot: panda
            start: {joint4: -90 deg, joint6: 90 deg}
            goal: {body: flange, position: [0.3, 0.4, 0.4], orientation: [180 deg, 0, 0]}
            limits: {acceleration: 10}
            spline: {control-points: 8, samples: 15}
            """;
        plan(problem, "--out", motion.toString(), "--quiet").good();
        JsonNode pose = lastPose("panda", motion).get("flange");
        assertThat(pose.at("/position/0").doubleValue()).isCloseTo(0.3, within(1e-6));
        assertThat(pose.at("/position/1").doubleValue()).isCloseTo(0.4, within(1e-6));
        assertThat(pose.at("/rotation/2/2").doubleValue()).isCloseTo(-1, within(1e-6));
        assertThat(pose.at("/rotation/0/0").doubleValue()).isCloseTo(1, within(1e-6));
    }

    /** Of closed loops it is the posture nearest to the start. */
    @Test
    void closedLoopsEndInThePostureThatWasFound() throws IOException {
        Path motion = folder.resolve("motion.csv");
        JsonNode wanted = CommandRun.of(
                        "eval",
                        "--robot",
                        "four-bar",
                        "--states",
                        Files.writeString(
                                        folder.resolve("s.json"),
                                        "{\"joints\": [\"crank\"], \"states\": [{\"q\": [1.4]}]}")
                                .toString(),
                        "--quantity",
                        "pose")
                .good()
                .json()
                .at("/results/0/pose/coupler_link/position");
        String problem = """
            catena-plan: 1
            robot: four-bar
            start: {crank: 0.6}
            goal: {body: coupler_link, position: [%s, %s, %s]}
            limits: {torque: 20, velocity: 12}
            spline: {control-points: 8, samples: 15}
            """.formatted(wanted.get(0), wanted.get(1), wanted.get(2));
        plan(problem, "--out", motion.toString(), "--quiet").good();
        JsonNode found = lastPose("four-bar", motion).at("/coupler_link/position");
        for (int k = 0; k < 3; k++) {
            assertThat(found.get(k).doubleValue()).isCloseTo(wanted.get(k).doubleValue(), within(1e-8));
        }
    }

    /** Orientation alone; limits of the plan are those of the posture, and wider than the robot's where it says so. */
    @Test
    void anOrientationAloneIsAGoalToo() throws IOException {
        String problem = """
            catena-plan: 1
            robot: panda
            start: {joint4: -90 deg, joint6: 90 deg}
            goal: {body: link7, orientation: [0.2, -0.9, 0.3, 0.1]}
            limits: {acceleration: 10, position: {lower: {joint1: -0.4}, upper: {joint1: 0.5}}}
            spline: {control-points: 8, samples: 15}
            refinement: {times: 1, tolerance: 0.1}
            """;
        assertThat(plan(problem, "--quiet").good().out()).contains("turn about x of link7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "panda | goal: {body: flange, position: [3, 0, 0]} | cannot be brought there within the limits",
                "panda | goal: {body: flange} | needs a position, an orientation or both",
                "panda | goal: {body: nose, position: [0.3, 0, 0.5]} | has no body \"nose\"",
                "panda | goal: {body: flange, positon: [0.3, 0, 0.5]} | unknown key \"positon\"",
                "panda | goal: {body: flange, position: [0.3, 0, 0.5], xyz: [0, 0, 0]} | only one of them may be",
                "panda | goal: {body: flange, orientation: [0, 0, 0, 0]} | names no rotation",
                "panda | goal: {body: flange, orientation: [0, 0]} | orientation must be a list of 3",
                "panda | goal: {body: flange, position: [0.3, 0]} | position must be a list of 3",
                "panda | goal: {body: flange, position: [0.3, 0, 0.5], any-orientation: true, orientation: [0, 0, 1]}"
                        + " | means nothing",
                "four-bar | goal: {body: coupler_link, position: [3, 0, 0]} | cannot be brought there",
                "four-bar | goal: {body: coupler_link, position: [0.1, 0, 0], distance: 0.1} | met exactly",
                "panda | goal-pose: {body: flange, xyz: [3, 0, 0]} | cannot be brought there",
                "panda | goal: {body: flange, position: [0.8, 0, 0.33]}~limits: {position: {lower: {joint4: -1.51},"
                        + " upper: {joint4: -1.49}}} | cannot be brought there"
            })
    void mistakesAreNamedWithTheirLine(String robot, String goal, String message) throws IOException {
        String start = robot.equals("panda") ? "{joint4: -1.5, joint6: 1.5}" : "{crank: 0.6}";
        CommandRun run =
                plan("catena-plan: 1\nrobot: %s\nstart: %s\n%s\n".formatted(robot, start, goal.replace('~', '\n')));
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
        assertThat(run.err()).contains("problem.yaml:4: ", message).doesNotContain("\tat ");
    }
}
