package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.app.console.UserError;
import dev.catena.app.simulate.MotionTable;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateCommandTest {
    @TempDir
    Path folder;

    private static CommandRun simulate(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "simulate";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return CommandRun.of(all);
    }

    @ParameterizedTest
    @CsvSource({"dormand-prince,1e-6", "rk4,1e-4", "symplectic,3", "midpoint,3"})
    void energyOfAFreeSwing(String integrator, double drift) {
        JsonNode json = simulate(
                        "two-link",
                        "--time",
                        "2",
                        "--q",
                        "0.5,0.3",
                        "--integrator",
                        integrator,
                        "--no-friction",
                        "--json")
                .good()
                .json();
        assertThat(json.get("status").asText()).isEqualTo("finished");
        assertThat(json.get("time").doubleValue()).isEqualTo(2);
        assertThat(json.get("samples").intValue()).isEqualTo(201);
        assertThat(json.at("/energy/drift").doubleValue()).isLessThan(drift);
        assertThat(json.at("/energy/end").doubleValue())
                .isCloseTo(json.at("/energy/start").doubleValue(), within(drift));
        assertThat(Golden.array(json.get("q"))).isNotEqualTo(new double[] {0.5, 0.3});
    }

    @Test
    void aCompiledRobotMovesAlike() {
        String[] options = {"--time", "0.5", "--torque", "computed-torque", "--target", "0.3,0.2", "--json", "--verbose"
        };
        double[] ends = new double[2];
        for (String code : List.of("no", "yes")) {
            CommandRun run = simulate(Stream.concat(Stream.of("two-link", "--compiled", code), Stream.of(options))
                            .toArray(String[]::new))
                    .good();
            assertThat(run.err()).contains("accelerations: " + (code.equals("yes") ? "compiled" : "hand-written"));
            ends[code.equals("yes") ? 1 : 0] = run.json().at("/q/0").doubleValue();
        }
        assertThat(ends[1]).isCloseTo(ends[0], within(1e-9)).isNotZero();
        assertThat(simulate("two-link", "--time", "0.1", "--floating", "--compiled", "yes", "--verbose")
                        .err())
                .contains("accelerations: compiled");
        assertThat(simulate("two-link", "--time", "0.1").good().err()).doesNotContain("accelerations");
    }

    @Test
    void momentumOfAFloatingArm() throws IOException {
        Path robot = Files.writeString(folder.resolve("satellite.yaml"), """
            catena: 1
            name: satellite
            convention: dh-standard
            base:
              name: hull
              inertia: {mass: 20, center-of-mass: [0, 0, 0], tensor-about-center: [2, 3, 4]}
            joints:
              - name: arm
                kind: revolute
                body: boom
                a: 1
                inertia: {mass: 2, center-of-mass: [-0.5, 0, 0], tensor-about-center: [0.1, 0.2, 0.2]}
            """);
        String[] arguments = {
            robot.toString(),
            "--floating",
            "--time",
            "1",
            "--base",
            "0,0,1,0,0,0,2",
            "--base-velocity",
            "0.1,0.2,0,0.3,0,0.5",
            "--tolerance",
            "1e-12"
        };
        String[] asJson = Arrays.copyOf(arguments, arguments.length + 1);
        asJson[arguments.length] = "--json";
        JsonNode json = simulate(asJson).good().json();
        assertThat(json.get("momentumDrift").doubleValue()).isLessThan(1e-9);
        assertThat(json.at("/base/position/2").doubleValue()).isLessThan(-3);
        assertThat(simulate(arguments).good().out()).contains("momentum drift");
    }

    @Test
    void baseWithoutInertiaCannotFloat() {
        CommandRun run = simulate("panda", "--floating", "--time", "1").refused();
        assertThat(run.err()).contains("has no inertia");
    }

    /** The recorded motion is consistent: eval computes the recorded accelerations from the recorded torques. */
    @Test
    void recordingCanBeEvaluated() throws IOException {
        Path csv = folder.resolve("run.csv");
        simulate(
                        "panda",
                        "--time",
                        "0.5",
                        "--torque",
                        "pd",
                        "--target",
                        "joint2=0.4,joint4=-1.5",
                        "--q",
                        "joint4=-1.2",
                        "--no-friction",
                        "--rate",
                        "20",
                        "--out",
                        csv.toString())
                .good();
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines).hasSize(12);
        JsonNode results = CommandRun.of(
                        "eval",
                        "--robot",
                        "panda",
                        "--states",
                        csv.toString(),
                        "--quantity",
                        "acceleration",
                        "--no-friction")
                .good()
                .json()
                .get("results");
        List<String> header = List.of(Pattern.compile(",").split(lines.get(0)));
        int first = header.indexOf("qdd_joint1");
        for (int k = 0; k < 11; k++) {
            String[] cells = Pattern.compile(",").split(lines.get(k + 1), -1);
            double[] recorded = new double[7];
            for (int j = 0; j < 7; j++) {
                recorded[j] = Double.parseDouble(cells[first + j]);
            }
            Agreement.check("row " + k, Golden.array(results.get(k).get("acceleration")), recorded, 1e-12);
        }
    }

    /** Torques of a computed-torque run, played back open-loop, give the same motion. */
    @Test
    void torquesCanBePlayedBack() {
        Path csv = folder.resolve("driven.csv");
        String[] drive = {
            "two-link",
            "--time",
            "0.5",
            "--torque",
            "computed-torque",
            "--target",
            "0.4,0.6",
            "--move",
            "0.5",
            "--rate",
            "2000",
            "--out",
            csv.toString(),
            "--json"
        };
        double[] driven = Golden.array(simulate(drive).good().json().get("q"));
        Agreement.check("target", driven, new double[] {0.4, 0.6}, 1e-7);
        double[] played = Golden.array(simulate("two-link", "--time", "0.5", "--torque", csv.toString(), "--json")
                .good()
                .json()
                .get("q"));
        Agreement.check("played back", played, driven, 1e-5);
    }

    @Test
    void reportHasPlots() throws IOException {
        Path html = folder.resolve("new/report.html");
        CommandRun run =
                simulate("two-link", "--time", "0.3", "--html", html.toString()).good();
        assertThat(run.err()).contains("wrote " + html);
        assertThat(run.out()).contains("energy drift").contains("peak");
        assertThat(Files.readString(html))
                .contains("<h1>Simulation of two-link</h1>", "class=\"plot\"", "energy drift", "position, velocity");
    }

    @Test
    void stopsAndLimitsAreHeeded() {
        JsonNode json = simulate("panda", "--time", "1", "--stops", "--json", "--q", "joint2=1.5")
                .good()
                .json();
        assertThat(json.get("events")).isNotEmpty();
        assertThat(json.get("events").get(0).get("name").asText()).endsWith("limit");
        assertThat(simulate("panda", "--time", "1", "--stops").good().out()).contains("Limits reached:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nobody --time 1",
                "two-link --time 1 --torque pid",
                "two-link --time 1 --q 0,10degrees",
                "stanford --time 1 --q joint3=10deg",
                "two-link --time -1",
                "two-link --time 1 --q 1,2,3",
                "two-link --time 1 --q elbwo=2",
                "two-link --time 1 --q x,1",
                "two-link --time 1 --qd NaN,1",
                "two-link --time 1 --integrator euler",
                "two-link --time 1 --integrator rk4 --step 0",
                "two-link --time 1 --torque nowhere.csv",
                "two-link --time 1 --target 1,1",
                "two-link --time 1 --base 0,0,0,0,0,0,1",
                "two-link --floating --time 1 --base 0,0,0,0,0,0,0",
                "two-link --time 1 --rate 0",
                "two-link --time 1 --friction-smoothing 0",
                "two-link --time 1 --torque pd --move 0",
                "two-link --time 1 --restitution 0.5",
                "two-link --time 1 --stops --restitution 2",
                "four-bar --time 1 --stops --restitution 0.5 --integrator rk4"
            })
    void badInputIsRefused(String arguments) {
        simulate(Pattern.compile(" ").split(arguments)).refused();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "time,tau_shoulder\n0,1\n",
                "time,tau_shoulder,tau_elbow\n0,1\n",
                "time,tau_shoulder,tau_elbow\n0,1,x\n",
                "time,tau_shoulder,tau_elbow\n1,1,1\n0,2,2\n",
                "time,tau_shoulder,tau_elbow\n"
            })
    void badTorqueFilesAreRefused(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.csv"), text);
        Path out = folder.resolve("out.csv");
        CommandRun run = simulate("two-link", "--time", "1", "--torque", file.toString(), "--out", out.toString())
                .refused();
        assertThat(run.err()).contains("bad.csv");
        assertThat(out).doesNotExist();
    }

    /** A motion that was cut out of a longer one would stay under its first torques until its first time comes. */
    @Test
    void aFileThatStartsLateIsNoStart() throws IOException {
        Path late = Files.writeString(
                folder.resolve("late.csv"),
                "time,q_shoulder,q_elbow,tau_shoulder,tau_elbow\n3,0.1,0.2,1,0\n3.2,0.1,0.2,2,0\n");
        String[] options = {"two-link", "--time", "0.1", "--torque", late.toString()};
        assertThat(simulate(options).refused().err()).contains("late.csv begins at 3.0 s", "times begin at 0");
        Path torques =
                Files.writeString(folder.resolve("torques.csv"), "time,tau_shoulder,tau_elbow\n0.02,1,0\n0.05,2,0\n");
        CommandRun run = simulate("two-link", "--time", "0.1", "--torque", torques.toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("begins at 0.02 s; until then", "ends at 0.05 s; from then on");
        assertThat(simulate("two-link", "--time", "0.1", "--hold").refused().err())
                .contains("--torque FILE");
    }

    @Test
    void failuresSayWhyAndKeepTheMotion() throws IOException {
        Path csv = folder.resolve("early.csv");
        Path html = folder.resolve("early.html");
        CommandRun run = simulate(
                "five-bar",
                "--torque",
                "zero",
                "--time",
                "2",
                "--rate",
                "200",
                "--out",
                csv.toString(),
                "--html",
                html.toString(),
                "--json");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("stopped early", "singular pose", "the motion up to 0.256", "wrote " + csv);
        JsonNode json = run.json();
        assertThat(json.get("status").asText()).isEqualTo("failed");
        assertThat(json.get("message").asText()).contains("singular pose");
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines).hasSize(1 + json.get("samples").intValue()).hasSizeGreaterThan(51);
        assertThat(Double.parseDouble(lines.get(lines.size() - 1).split(",", 2)[0]))
                .isEqualTo(json.get("time").doubleValue())
                .isBetween(0.25, 0.26);
        assertThat(Files.readString(html)).contains("Stopped early: at 0.256");
    }

    /** A step that is given counts with every integrator, or is refused. */
    @Test
    void stepsAndTolerancesCountOrAreRefused() {
        JsonNode free = simulate("two-link", "--time", "1", "--json").good().json();
        JsonNode bound = simulate("two-link", "--time", "1", "--step", "0.001", "--json")
                .good()
                .json();
        assertThat(bound.get("steps").intValue())
                .isGreaterThanOrEqualTo(1000)
                .isGreaterThan(free.get("steps").intValue());
        assertThat(simulate("two-link", "--integrator", "dormand-prince", "--step", "0.001", "--json")
                        .good()
                        .json()
                        .get("steps")
                        .intValue())
                .isGreaterThanOrEqualTo(2000);
        assertThat(simulate("two-link", "--integrator", "rk4", "--tolerance", "1e-3")
                        .refused()
                        .err())
                .contains("--tolerance is for adaptive steps, but those of --integrator rk4 are fixed");
        for (String step : List.of("0", "-1")) {
            assertThat(simulate("two-link", "--step", step).refused().err())
                    .contains("--step is", "positive and finite");
        }
        for (String step : List.of("NaN", "Infinity")) {
            assertThat(simulate("two-link", "--step", step).refused().err())
                    .contains("'--step': \"" + step + "\" is no finite decimal number");
        }
    }

    @Test
    void stepsThatAreTooLongEndTheRun() {
        CommandRun run = simulate(
                "two-link",
                "--time",
                "10",
                "--torque",
                "pd",
                "--bandwidth",
                "1e5",
                "--integrator",
                "symplectic",
                "--target",
                "1,1");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .contains("stopped early")
                .containsAnyOf("is no longer finite", "is beyond the range of numbers");
        assertThat(run.out()).contains("Stopped early");
    }

    @Test
    void timeLimitEndsTheRun() {
        CommandRun run = simulate("two-link", "--time", "1e6", "--time-limit", "0", "--json");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("stopped early, canceled at");
        assertThat(run.json().get("status").asText()).isEqualTo("canceled");
        simulate("two-link", "--time", "1", "--time-limit", "-1").refused();
    }

    /** Absurd numbers are refused with what they would take, at once, and nothing is written. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --time 1 --integrator rk4 --step 1e-20              | 1.00e+20 steps of 1.0E-20 s
        --time 1 --rate 1e18                                | 1.00e+18 samples at 1.0E18 per second
        --time 1e300 --rate 1e-299 --integrator stick-slip  | 1.00e+303 steps of 0.001 s
        --time 1e12 --rate 1e-9                             | 1.00e+13 steps of at most 0.1 s
        """)
    void absurdNumbersAreRefused(String arguments, String message) {
        Path csv = folder.resolve("run.csv");
        CommandRun run = simulate(Pattern.compile(" ").split("two-link " + arguments + " --out " + csv))
                .refused();
        assertThat(run.err()).contains(message);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void tablesThatDoNotFitAreRefused() {
        Path csv = folder.resolve("run.csv");
        RobotModel robot = ShippedRobots.load("two-link");
        double bytes = MotionTable.bytes(robot, 1e9);
        // every number of a sample takes some characters
        assertThat(bytes).isBetween(1e10, 1e12);
        assertThatThrownBy(() -> SimulateCommand.requireRoom(1e4, 1e5, bytes, 0.5 * bytes, csv))
                .isInstanceOf(UserError.class)
                .hasMessageMatching(
                        "10000.0 s at 100000.0 samples per second would take about .* GB, but there are .* GB left for "
                                + Pattern.quote(csv.toString()));
        assertThatNoException().isThrownBy(() -> SimulateCommand.requireRoom(1e4, 1e5, bytes, bytes, csv));
    }

    /** More samples than are drawn: the table has all, the tables of extremes know all, the page has some. */
    @Test
    void longRunsAreDecimatedInPlotsOnly() throws IOException {
        Path csv = folder.resolve("long.csv");
        Path html = folder.resolve("long.html");
        JsonNode json = simulate(
                        "two-link",
                        "--time",
                        "0.3",
                        "--rate",
                        "30000",
                        "--out",
                        csv.toString(),
                        "--html",
                        html.toString(),
                        "--json")
                .good()
                .json();
        assertThat(json.get("samples").intValue()).isEqualTo(9001);
        assertThat(Files.readAllLines(csv)).hasSize(9002);
        assertThat(html).isNotEmptyFile();
    }

    private Path springy() throws IOException {
        Path file = folder.resolve("springy.yaml");
        Files.writeString(file, """
            catena: 1
            name: springy
            gravity: [0, -9.81, 0]
            convention: dh-standard
            joints:
              - name: shoulder
                kind: revolute
                body: upper
                a: 1
                drive: {reflected-inertia: 1}
                inertia: {mass: 5, center-of-mass: [-0.5, 0, 0], tensor-about-center: [0.1, 0.5, 0.5]}
              - name: elbow
                kind: revolute
                body: lower
                a: 1
                drive: {reflected-inertia: 0.004, spring: {stiffness: 100000}}
                inertia: {mass: 5, center-of-mass: [-0.5, 0, 0], tensor-about-center: [0.1, 0.5, 0.5]}
            """);
        return file;
    }

    @Test
    void elasticJointsHaveMotors() throws IOException {
        Path csv = folder.resolve("run.csv");
        Path html = folder.resolve("run.html");
        JsonNode json = simulate(
                        springy().toString(),
                        "--time",
                        "1",
                        "--q",
                        "0.5,0.3",
                        "--torque",
                        "tracking",
                        "--target",
                        "1,0",
                        "--move",
                        "0.8",
                        "--integrator",
                        "midpoint",
                        "--out",
                        csv.toString(),
                        "--html",
                        html.toString(),
                        "--json")
                .good()
                .json();
        assertThat(json.get("elasticJoints").get(0).asText()).isEqualTo("elbow");
        Agreement.check("goal", Golden.array(json.get("q")), new double[] {1, 0}, 1e-3);
        // at rest the spring holds 5 kg at 0.5 m: 24.5 cos(1) Nm
        assertThat(json.get("theta").get(0).doubleValue() - json.get("q").get(1).doubleValue())
                .isCloseTo(24.525 * Math.cos(1) / 1e5, within(1e-6));
        assertThat(Files.readAllLines(csv).get(0)).endsWith("tau_elbow,theta_elbow,thetad_elbow");
        assertThat(Files.readString(html)).contains("elbow motor", "springs included");
    }

    /** pd and computed-torque know springs: both reach the goal, and hold it against gravity with a loaded spring. */
    @ParameterizedTest
    @ValueSource(strings = {"pd", "computed-torque"})
    void controllersOfElasticJointsReachTheirGoal(String law) throws IOException {
        Path soft = folder.resolve("soft.yaml");
        Files.writeString(
                soft, Files.readString(springy()).replace("100000", "3000").replace("0.004", "0.2"));
        JsonNode json = simulate(
                        soft.toString(),
                        "--time",
                        "2",
                        "--q",
                        "0.5,0.3",
                        "--torque",
                        law,
                        "--target",
                        "1,0",
                        "--move",
                        "0.8",
                        "--bandwidth",
                        "15",
                        "--json")
                .good()
                .json();
        Agreement.check("goal", Golden.array(json.get("q")), new double[] {1, 0}, 2e-3);
    }

    @Test
    void whatElasticJointsCannotHaveIsRefused() throws IOException {
        String robot = springy().toString();
        assertThat(simulate(robot, "--floating", "--time", "1", "--torque", "tracking")
                        .refused()
                        .err())
                .contains("--torque tracking is for trees on a fixed base", "--torque computed-torque");
        assertThat(simulate(robot, "--time", "1", "--q", "0.5,0.3", "--integrator", "rk4")
                        .refused()
                        .err())
                .contains("a motor can vibrate on its spring", "implicit midpoint rule");
        JsonNode json = simulate(robot, "--time", "0.1", "--rigid", "--torque", "pd", "--integrator", "rk4", "--json")
                .good()
                .json();
        assertThat(json.has("theta")).isFalse();
    }
}
