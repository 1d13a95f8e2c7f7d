package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
    private static final String ROBOT = """
            catena: 1
            name: two-revolute
            gravity: [0, %s, 0]
            convention: dh-standard
            joints:
              - name: shoulder
                kind: revolute
                body: upper
                a: 0.4
                inertia: {mass: 0.5, center-of-mass: [-0.2, 0, 0], tensor-about-center: [0.1, 0.1, 0.1]}
              - name: elbow
                kind: revolute
                body: lower
                a: 0.4
                inertia: {mass: 0.5, center-of-mass: [-0.2, 0, 0], tensor-about-center: [0.1, 0.1, 0.1]}
            """;

    private static final String PROBLEM = """
            catena-plan: 1
            robot: arm.yaml
            start: {elbow: -2}
            goal: [1, -1]
            spline: {degree: 3, control-points: 12, samples: 60}
            limits: {torque: 10}
            """;

    @TempDir
    Path folder;

    private String problem(String text) throws IOException {
        return problem(text, 0);
    }

    private String problem(String text, double gravity) throws IOException {
        Files.writeString(folder.resolve("arm.yaml"), ROBOT.formatted(gravity));
        return Files.writeString(folder.resolve("problem.yaml"), text).toString();
    }

    @Test
    void planIsPrintedAndWrittenAndCanBePlayedBack() throws IOException {
        Path csv = folder.resolve("motion.csv");
        Path html = folder.resolve("report.html");

        CommandRun run = CommandRun.of(
                        "plan", problem(PROBLEM), "--json", "--out", csv.toString(), "--html", html.toString())
                .good();

        JsonNode json = run.json();
        assertThat(json.get("status").textValue()).isEqualTo("optimal");
        double duration = json.at("/terms/time").doubleValue();
        assertThat(duration).isCloseTo(0.3956, within(3e-4));
        assertThat(json.get("largestExcess").doubleValue()).isLessThan(1e-3);
        assertThat(run.err()).contains("iteration", "objective", "infeasibility", "wrote " + csv);
        assertThat(Files.readString(csv)).startsWith("time,q_shoulder,q_elbow,qd_shoulder");
        assertThat(Files.readString(html))
                .contains("<title>Motion of two-revolute", "torque of shoulder", "limits as bands")
                .doesNotContain("<script", "src=\"http");
        JsonNode played = CommandRun.of(
                        "simulate",
                        folder.resolve("arm.yaml").toString(),
                        "--time",
                        Double.toString(duration),
                        "--q",
                        "0,-2",
                        "--torque",
                        csv.toString(),
                        "--json")
                .good()
                .json();
        assertThat(played.at("/q/0").doubleValue()).isCloseTo(1, within(1e-3));
        assertThat(played.at("/q/1").doubleValue()).isCloseTo(-1, within(1e-3));
    }

    @Test
    void everythingThatAFileCanSayIsRead() throws IOException {
        String all = """
                catena-plan: 1
                robot: arm.yaml
                start: [0, -60 deg]
                goal: [0.5, -1]
                goal-pose: {body: lower, xyz: [0.6, 0.2, 0], any-orientation: true, distance: 1e-4}
                still: true
                time: {least: 0.1, most: 3, guess: 0.8}
                spline: {control-points: 10, samples: 20}
                limits:
                  of-robot: false
                  position: {lower: {elbow: -2.5}, upper: 2}
                  velocity: 20
                  acceleration: 300
                  jerk: {shoulder: 50000}
                  torque: {shoulder: 10, elbow: 8}
                  torque-rate: 900
                  reaction-force: {elbow: 40}
                  box: [{body: lower, lower: [-1, -1, -1], upper: [1, 1, 1], during: [0.2, 0.9]}]
                  orientation: [{body: lower, rpy: [0, 0, -45 deg], angle: 80 deg}]
                  corridor: [{body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.35}]
                objective: {time: 1, effort: 0.001, torque-rate: 1e-7, energy: 0.01, work: 0.01, acceleration: 1e-6, jerk: 1e-9}
                refinement: {tolerance: 0.01, times: 4}
                """;
        CommandRun run = CommandRun.of("plan", problem(all), "--quiet").good();
        assertThat(run.out()).contains("optimal", "∫ energy dt", "∫ torque-rate dt", "rounds");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void pathsAreFollowed() throws IOException {
        String path = """
                catena-plan: 1
                robot: arm.yaml
                path: {through: [[0, -2], [0.3, -1.9], [0.7, -1.4], [1, -1]]}
                spline: {control-points: 20, samples: 60}
                limits: {torque: 10, torque-rate: 400}
                """;
        JsonNode json = CommandRun.of("plan", problem(path), "--json").good().json();
        assertThat(json.at("/terms/time").doubleValue()).isBetween(0.40, 0.8);
    }

    @Test
    void drivenJointsOfAClosedLoopArePlanned() throws IOException {
        String loop = """
                catena-plan: 1
                robot: five-bar
                start: {left_hip: 1.8, right_hip: 1.2}
                goal: [2.1, 1.4]
                spline: {control-points: 8, samples: 16}
                limits: {torque: 12}
                """;
        Path csv = folder.resolve("motion.csv");
        Path html = folder.resolve("report.html");
        CommandRun run = CommandRun.of("plan", problem(loop), "--out", csv.toString(), "--html", html.toString())
                .good();
        assertThat(run.out()).contains("optimal", "torque of left_hip");
        assertThat(Files.readString(csv)).startsWith("time,q_left_hip,q_right_hip,qd_left_hip,");
        assertThat(Files.readString(html)).contains("right_hip, limits as bands");
        String box = loop.replace(
                "torque: 12", "torque: 12, box: [{body: left_shank, upper: [1, 1, 1], lower: [-1, -1, -1]}]");
        assertThat(CommandRun.of("plan", problem(box)).refused().err()).contains("is for trees only");
    }

    @Test
    void problemWithoutSolutionEndsWithItsOwnCodeAndNamesTheLimits() throws IOException {
        String tight =
                PROBLEM.replace("limits: {torque: 10}", "limits: {torque: {shoulder: 10, elbow: 0.2}}\nstill: true");
        CommandRun run = CommandRun.of("plan", problem(tight.replace("-2", "0").replace("[1, -1]", "[0, 0.3]"), -9.81));
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("infeasible", "torque of elbow");
    }

    @Test
    void timeLimitEndsARun() throws IOException {
        CommandRun run = CommandRun.of("plan", problem(PROBLEM), "--time-limit", "0");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("time limit");
    }

    @Test
    void badFilesAreRefusedWithEveryProblemAndItsLine() throws IOException {
        String bad = """
                catena-plan: 1
                robot: arm.yaml
                start: [0, 1, 2]
                goal: {elbow: 1, wrist: 2}
                via: [{at: 2, position: [0, 0]}]
                limits: {torque: -3, corridor: [{body: hand, from: [0, 0, 0], to: [1, 0, 0], radius: 0.1}]}
                objective: {haste: 1}
                """;
        CommandRun run = CommandRun.of("plan", problem(bad));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains(
                        "problem.yaml has 7 problems",
                        "problem.yaml:3: start must be a list of 2 numbers, but is a list of 3",
                        "problem.yaml:4: unknown key \"wrist\"",
                        "problem.yaml:5: a via point is at 2.0",
                        "problem.yaml:6: the limit on torque of shoulder is -3.0, but must be positive",
                        "problem.yaml:6: robot \"two-revolute\" has no body \"hand\"",
                        "problem.yaml:7: unknown key \"haste\"");
        CommandRun.of("plan", folder.resolve("none.yaml").toString()).refused();
        CommandRun.of("plan", problem(PROBLEM), "--solver", "magic").refused();
        CommandRun.of("plan", problem("catena-plan: 1\nrobot: nobody\nstart: 0\ngoal: 1\n"))
                .refused();
        CommandRun.of("plan", problem(PROBLEM.replace("control-points: 12", "control-points: 3")))
                .refused();
        assertThat(CommandRun.of("plan", problem("catena-plan: [1")).err()).contains("broken YAML");
    }
}
