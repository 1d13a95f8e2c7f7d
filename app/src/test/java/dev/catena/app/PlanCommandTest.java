package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void aCompiledRobotIsPlannedForAlike() throws IOException {
        String file = problem(PROBLEM);
        CommandRun byHand = CommandRun.of("plan", file, "--json", "--compiled", "no", "--verbose")
                .good();
        CommandRun compiled = CommandRun.of("plan", file, "--json", "--compiled", "yes", "--verbose")
                .good();
        assertThat(byHand.err()).contains("dynamics: torque hand-written; torque derivatives hand-written");
        assertThat(compiled.err()).contains("dynamics: torque compiled; torque derivatives compiled");
        assertThat(compiled.json().at("/terms/time").doubleValue())
                .isCloseTo(byHand.json().at("/terms/time").doubleValue(), within(1e-8));
        assertThat(CommandRun.of("plan", file, "--compiled", "often").refused().err())
                .contains("\"often\"", "auto, yes or no");
    }

    @Test
    void planIsPrintedAndWrittenAndCanBePlayedBack() throws IOException {
        Path csv = folder.resolve("motion.csv");
        Path html = folder.resolve("report.html");

        CommandRun run = CommandRun.watched(
                        "plan", problem(PROBLEM), "--json", "--out", csv.toString(), "--html", html.toString())
                .good();

        JsonNode json = run.json();
        assertThat(json.get("status").textValue()).isEqualTo("optimal");
        double duration = json.at("/terms/time").doubleValue();
        assertThat(duration).isCloseTo(0.3956, within(3e-4));
        assertThat(json.get("largestExcess").doubleValue()).isLessThan(1e-3);
        assertThat(json.get("loadsAtSamplesOnly").booleanValue()).isFalse();
        assertThat(run.err()).contains("iteration", "objective", "infeasibility", "wrote " + csv);
        assertThat(Files.readString(csv)).startsWith("time,q_shoulder,q_elbow,qd_shoulder");
        assertThat(Files.readString(html))
                .contains("<title>Motion of two-revolute", "torque of shoulder", "limits as bands")
                .doesNotContain("src=", "http:", "https:");
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

    /** The problem that docs/plan.md prints. */
    @Test
    void theProblemOfTheDocumentsIsSolved() {
        JsonNode json = CommandRun.of("plan", "../examples/data/reach.yaml", "--json", "--quiet")
                .good()
                .json();

        // the swivel's 1.4 rad at 2 rad/s and 25 rad/s² take 1.4/2 + 2/25 s at least
        assertThat(json.at("/terms/time").doubleValue()).isBetween(0.78, 0.85);
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
        CommandRun run = CommandRun.of("plan", problem(path), "--json").good();
        assertThat(run.json().at("/terms/time").doubleValue()).isBetween(0.40, 0.8);
        assertThat(run.err()).as("no progress where nobody watches").isEmpty();
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

    private static final String LIMITED_ROBOT = ROBOT.replace(
                    "body: upper", "body: upper\n    limits: {lower: -3, upper: 3, velocity: 2, effort: 10}")
            .replace("body: lower", "body: lower\n    limits: {lower: -3, upper: 3, velocity: 1.5, effort: 10}");

    /** The limit of a quantity by joint that is in force, as the summary tells it; infinite for none. */
    private double inForce(String limits, String name, String bound) throws IOException {
        Files.writeString(folder.resolve("limited.yaml"), LIMITED_ROBOT.formatted(0.0));
        String text = """
            catena-plan: 1
            robot: limited.yaml
            start: {elbow: -2}
            goal: [1, -1]
            spline: {control-points: 8, samples: 20}
            """ + limits;
        Path file = Files.writeString(folder.resolve("limited-problem.yaml"), text);
        CommandRun run =
                CommandRun.of("plan", file.toString(), "--json", "--quiet").good();
        for (JsonNode limit : run.json().get("limits")) {
            if (limit.get("name").textValue().equals(name) && limit.has(bound)) {
                assertThat(limit.get("excess").doubleValue()).isLessThan(1e-3);
                return limit.get(bound).doubleValue();
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    @Test
    void limitsOfTheFileReplaceThoseOfTheRobotJointByJoint() throws IOException {
        String wider = "limits: {velocity: {shoulder: 5}, position: {upper: {elbow: 1}}}\n";
        assertThat(inForce("", "velocity of shoulder", "upper")).isEqualTo(2);
        assertThat(inForce(wider, "velocity of shoulder", "upper")).isEqualTo(5);
        assertThat(inForce(wider, "velocity of elbow", "upper")).isEqualTo(1.5);
        assertThat(inForce(wider, "position of elbow", "upper")).isEqualTo(1);
        assertThat(inForce(wider, "position of elbow", "lower")).isEqualTo(-3);
        assertThat(inForce("limits: {velocity: [90 deg, .inf]}\n", "velocity of shoulder", "upper"))
                .isEqualTo(Math.PI / 2);
        assertThat(inForce("limits: {velocity: [90 deg, .inf]}\n", "velocity of elbow", "upper"))
                .isInfinite();
        String always = "limits: {of-robot: always, velocity: {shoulder: 5, elbow: 1}, position: {lower: -2.5}}\n";
        assertThat(inForce(always, "velocity of shoulder", "upper")).isEqualTo(2);
        assertThat(inForce(always, "velocity of elbow", "upper")).isEqualTo(1);
        assertThat(inForce(always, "position of elbow", "upper")).isEqualTo(3);
        assertThat(inForce(always, "position of elbow", "lower")).isEqualTo(-2.5);
        String alone = "limits: {of-robot: false, torque: {elbow: 4}, velocity: {shoulder: 5}}\n";
        assertThat(inForce(alone, "torque of elbow", "upper")).isEqualTo(4);
        assertThat(inForce(alone, "torque of shoulder", "upper")).isInfinite();
        assertThat(inForce(alone, "velocity of elbow", "upper")).isInfinite();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        goal: {elbow: .inf} | elbow must be a finite decimal number, but is ".inf"
        goal: [.nan, 0] | goal must be a finite decimal number, but is ".nan"
        goal: -.inf | goal must be a finite decimal number
        goal: [1, 0.5 m] | goal must be a finite decimal number, but is "0.5 m"
        goal-velocity: {elbow: .inf} | elbow must be a finite decimal number
        start-acceleration: [0, .inf] | start-acceleration must be a finite decimal number
        time: .inf | time must be a finite decimal number
        time: 0 | a duration is 0.0 s, but must be positive and finite
        time: {least: 3, most: 2} | no duration is between 3.0 s and 2.0 s
        time: {guess: .nan} | guess must be a finite decimal number
        objective: {effort: .inf} | effort must be a finite decimal number
        objective: {effort: -1} | a weight is -1.0, but must be zero or positive and finite
        refinement: {tolerance: .inf} | tolerance must be a finite decimal number
        refinement: {tolerance: 0} | the tolerance must be positive
        refinement: {times: 1e9} | times must be a whole number from 0 to 100, but is 1e9
        spline: {samples: 1e18} | samples must be a whole number from 2 to 20000, but is 1e18
        spline: {control-points: .inf} | control-points must be a finite decimal number
        via: [{at: .nan, position: [0, 0]}] | at must be a finite decimal number
        via: [{at: 0.5, position: [0, .inf]}] | position must be a finite decimal number
        limits: {torque: .nan} | torque must be a finite decimal number
        limits: {torque: 10 deg} | torque must be a finite decimal number, but is "10 deg"
        limits: {torque: -.inf} | the limit on torque of shoulder is -Infinity, but must be positive
        limits: {position: {lower: .inf}} | position of shoulder: the lower bound Infinity is not below
        limits: {position: {lower: 2, upper: 1}} | position of shoulder: the lower bound 2.0 is not below
        limits: {of-robot: perhaps} | of-robot must be true, always or false, but is "perhaps"
        limits: {box: [{body: lower, lower: [.nan, 0, 0]}]} | lower must be a finite decimal number
        limits: {corridor: [{body: lower, from: [0, 0, .inf], to: [1, 0, 0], radius: 1}]} | from must be a finite
        goal-pose: {body: lower, xyz: [0, 0, .nan]} | xyz must be a finite decimal number
        """)
    void numbersThatMakeNoSenseAreRefusedWithTheirLine(String entry, String message) throws IOException {
        String start = entry.startsWith("goal:") ? "" : "goal: [1, -1]\n";
        CommandRun run = CommandRun.of(
                "plan", problem("catena-plan: 1\nrobot: arm.yaml\nstart: {elbow: -2}\n" + start + entry + "\n"));
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
        assertThat(run.err())
                .contains("problem.yaml:" + (start.isEmpty() ? 4 : 5) + ": ")
                .contains(message);
        assertThat(run.err()).doesNotContain("internal", "\tat ");
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() throws IOException {
        String path = "catena-plan: 1\nrobot: arm.yaml\npath: {through: [[0, -2], [1, -1]]}\n";
        assertThat(CommandRun.of("plan", problem(path + "start: [0, 0]\nstill: true\n"))
                        .err())
                .contains(
                        "problem.yaml:4: start cannot be given together with path",
                        "problem.yaml:5: still cannot be given together with path");
        String pose = PROBLEM + "goal-pose: {body: lower, xyz: [0.5, 0.2, 0], any-orientation: true, rpy: [0, 0, 1]}\n"
                + "goal-velocity: [0, 1]\n";
        assertThat(CommandRun.of("plan", problem(pose)).err())
                .contains(
                        "problem.yaml:7: rpy means nothing where any-orientation is true",
                        "problem.yaml:8: goal-velocity cannot be given together with goal-pose");
        assertThat(CommandRun.of("plan", problem(PROBLEM + "via: [{at: 0.5, position: 0}, {at: 0.5, position: 1}]\n"))
                        .err())
                .contains("problem.yaml:7: two via points are at 0.5 of the duration");
        assertThat(CommandRun.of(
                                "plan",
                                problem(PROBLEM.replace("goal: [1, -1]", "goal: [1, -1]\nobjective: {effort: 0}")))
                        .refused()
                        .err())
                .contains("problem.yaml: the objective is empty");
        String corners = path.replace("]]}", "], [0, 0]], degree: 1}");
        assertThat(CommandRun.of("plan", problem(corners)).err()).contains("degree must be a whole number from 2 to 9");
    }

    @Test
    void absurdRatesAreRefusedWithWhatTheyTake() throws IOException {
        String csv = folder.resolve("motion.csv").toString();
        CommandRun absurd = CommandRun.of("plan", problem(PROBLEM), "--quiet", "--out", csv, "--rate", "1e20")
                .refused();
        assertThat(absurd.err()).contains("e+19 rows", "GB");
        assertThat(Path.of(csv)).doesNotExist();
        assertThat(CommandRun.of("plan", problem(PROBLEM), "--rate", "Infinity")
                        .refused()
                        .err())
                .contains("'--rate': \"Infinity\" is no finite decimal number");
        assertThat(CommandRun.of("plan", problem(PROBLEM), "--rate", "NaN")
                        .refused()
                        .err())
                .contains("'--rate': \"NaN\" is no finite decimal number");
        assertThat(CommandRun.of("plan", problem(PROBLEM), "--time-limit", "NaN")
                        .refused()
                        .err())
                .contains("'--time-limit': \"NaN\" is no finite decimal number");
        String nowhere = folder.resolve("no/such/folder.csv").toString();
        assertThat(CommandRun.of("plan", problem(PROBLEM), "--out", nowhere)
                        .refused()
                        .err())
                .doesNotContain("iteration");
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
