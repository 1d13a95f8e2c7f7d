package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.catena.app.identify.LogFile;
import dev.catena.app.identify.LogFormat;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.RobotFiles;
import dev.catena.identification.log.MotionSegment;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code identify}, {@code excite} and {@code payload}, as one would use them. */
class IdentifyCommandTest {
    private static final String ROBOT = """
        catena: 1
        name: arm
        gravity: [0, -9.81, 0]
        convention: dh-standard
        joints:
          - name: shoulder
            kind: revolute
            body: upper
            a: 0.4
            friction: {coulomb: %1$s, viscous: 0.4}
            limits: {lower: -3, upper: 3, velocity: 4, effort: 60}
            inertia: {mass: %2$s, center-of-mass: [-0.2, 0.01, 0], tensor-about-center: [0.01, 0.05, 0.05]}
          - name: elbow
            kind: revolute
            body: lower
            a: 0.4
            friction: {coulomb: 0.3, viscous: 0.2}
            limits: {lower: -2.5, upper: 2.5, velocity: 4, effort: 30}
            inertia: {mass: %3$s, center-of-mass: [-0.15, 0, 0], tensor-about-center: [0.004, 0.03, 0.03]}
        """;

    @TempDir
    Path folder;

    private String given = "";

    @BeforeEach
    void writeRobots() throws IOException {
        given = Files.writeString(folder.resolve("given.yaml"), ROBOT.formatted(0, 2, 2))
                .toString();
        Files.writeString(folder.resolve("real.yaml"), ROBOT.formatted(0.5, 3, 1.5));
        Files.writeString(folder.resolve("loaded.yaml"), ROBOT.formatted(0.5, 3, 2.5));
    }

    /** A log of a robot in motion, with a little noise on efforts. */
    private String log(String robot, long seed, double efforts, String header) throws IOException {
        RobotModel model = RobotFiles.read(folder.resolve(robot));
        InverseDynamics dynamics = new InverseDynamics(model);
        Random random = new Random(seed);
        double[] phase = random.doubles(6, 0, 6).toArray();
        StringBuilder text = new StringBuilder(header).append('\n');
        double[] q = new double[2];
        double[] qd = new double[2];
        double[] qdd = new double[2];
        double[] tau = new double[2];
        for (int k = 0; k < 2000; k++) {
            double t = 0.005 * k;
            for (int j = 0; j < 2; j++) {
                q[j] = 0;
                qd[j] = 0;
                qdd[j] = 0;
                for (int h = 1; h <= 3; h++) {
                    double w = 1.1 * h + 0.4 * j;
                    double angle = w * t + phase[3 * j + h - 1];
                    q[j] += 0.7 / h * Math.sin(angle);
                    qd[j] += 0.7 / h * w * Math.cos(angle);
                    qdd[j] -= 0.7 / h * w * w * Math.sin(angle);
                }
            }
            dynamics.compute(q, qd, qdd, tau);
            text.append(String.format(
                    Locale.ROOT,
                    "%.4f,%.9f,%.9f,%.6f,%.6f%n",
                    t,
                    q[0],
                    q[1],
                    efforts * (tau[0] + 0.05 * random.nextGaussian()),
                    efforts * (tau[1] + 0.05 * random.nextGaussian())));
        }
        return Files.writeString(folder.resolve(robot + seed + ".csv"), text).toString();
    }

    private String log(String robot, long seed) throws IOException {
        return log(robot, seed, 1, "t,q1,q2,tau1,tau2");
    }

    private static CommandRun run(String... arguments) {
        return CommandRun.of(arguments);
    }

    /** Such as those of another robot, or of another time. */
    @Test
    void effortsThatNoBodiesExplainAreSaidToBeSuch() throws IOException {
        StringBuilder text = new StringBuilder("time,q_shoulder,q_elbow,tau_shoulder,tau_elbow\n");
        for (int k = 0; k < 300; k++) {
            double t = k / 100.0;
            text.append("%s,%s,%s,%s,%s\n"
                    .formatted(
                            t,
                            Math.sin(2 * t) + 0.5 * Math.cos(3.1 * t),
                            Math.cos(2.6 * t) - 0.3 * Math.sin(4.3 * t),
                            Math.sin(3 * t),
                            Math.cos(2 * t)));
        }
        String log = Files.writeString(folder.resolve("other.csv"), text).toString();
        CommandRun run = run("identify", "two-link", log, "--edge", "20");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out())
                .startsWith("Do not use this model as it is: the motion does not explain the efforts of joint")
                .contains("consistent parameters are not the best ones")
                .containsPattern("elbow  .* –\n");
        String json = run("identify", "two-link", log, "--edge", "20", "--json").out();
        assertThat(json.split("\"delay\"", -1)).as("of the shoulder alone").hasSize(2);
    }

    @Test
    void aRobotIsIdentifiedAndWritten() throws IOException {
        Path out = folder.resolve("identified.yaml");
        Path html = folder.resolve("report.html");
        CommandRun run = run(
                "identify",
                given,
                log("real.yaml", 1),
                "--validate",
                log("real.yaml", 2),
                "--dead-zone",
                "0.05",
                "--drives",
                "viscous,coulomb",
                "--out",
                out.toString(),
                "--html",
                html.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("The model can be used").contains("validation: real.yaml2.csv");
        assertThat(run("info", out.toString(), "--strict").code()).isZero();
        RobotModel identified = RobotFiles.read(out);
        assertThat(identified.movingJoints().get(0).friction().viscous()).isCloseTo(0.4, within(0.05));
        assertThat(identified.movingJoints().get(0).friction().coulomb()).isCloseTo(0.5, within(0.1));
        assertThat(Files.readString(html))
                .contains("Identification of arm", "Residuals", "Correlations", "class=\"plot\"");
    }

    @Test
    void theResultIsThereForMachines() throws IOException {
        CommandRun run = run("identify", given, log("real.yaml", 1), "--json", "--fit-until", "7", "--method", "huber");
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.get("usable").asBoolean()).isTrue();
        assertThat(json.get("parameters").size()).isGreaterThan(8);
        assertThat(json.get("validation")
                        .get(0)
                        .get("joints")
                        .get(0)
                        .get("explained")
                        .asDouble())
                .isGreaterThan(0.99);
    }

    @Test
    void aLogThatCannotBeExplainedEndsWithThree() throws IOException {
        String text = Files.readString(Path.of(log("real.yaml", 1)));
        StringBuilder wrong = new StringBuilder();
        Random random = new Random(4);
        text.lines()
                .forEach(line -> wrong.append(
                                line.startsWith("t")
                                        ? line
                                        : line.substring(0, line.lastIndexOf(',') + 1) + 3 * random.nextGaussian())
                        .append('\n'));
        String file = Files.writeString(folder.resolve("wrong.csv"), wrong).toString();
        CommandRun run = run("identify", given, file);
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).startsWith("Do not use this model").contains("\"elbow\"");
    }

    @Test
    void motorSideEffortsAreNoticedAndGearRatiosTakeThemToTheJoints() throws IOException {
        String motor = log("real.yaml", 1, 1 / 100.0, "t,q1,q2,tau1,tau2");
        CommandRun bare = run("identify", given, motor);
        assertThat(bare.code()).isEqualTo(3);
        assertThat(bare.out()).contains("without a gear ratio");
        Path format = Files.writeString(folder.resolve("log.yaml"), """
            catena-log: 1
            columns: {time: t, position: "q{}", effort: "tau{}"}
            motor-constants: [100, 100]
            """);
        CommandRun geared = run("identify", given, motor, "--log-format", format.toString());
        assertThat(geared.code()).as(geared.out()).isZero();
        // ratios of one stay beside motor constants
        CommandRun both = run("identify", given, motor, "--log-format", format.toString(), "--gear-ratios", "1,1");
        assertThat(both.out()).isEqualTo(geared.out());
        Files.writeString(format, "catena-log: 1\ngear-ratios: [2, 2]\n");
        assertThat(run("identify", given, motor, "--log-format", format.toString(), "--gear-ratios", "1,1")
                        .refused()
                        .err())
                .contains("gears are in the description of the log already");
    }

    /** Of the first joint, in a turn that begins amid its motion. */
    private String withinOneTurn(String log) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line : Files.readAllLines(Path.of(log))) {
            String[] fields = line.split(",");
            if (!fields[0].equals("t") && Double.parseDouble(fields[1]) < 0.2) {
                fields[1] = Double.toString(Double.parseDouble(fields[1]) + 2 * Math.PI);
            }
            text.append(String.join(",", fields)).append('\n');
        }
        return Files.writeString(folder.resolve("within.csv"), text).toString();
    }

    @Test
    void anglesWithinOneTurnAreContinuous() throws IOException {
        String log = log("real.yaml", 1);
        CommandRun counted = run("identify", given, log).good();
        CommandRun within = run("identify", given, withinOneTurn(log)).good();
        assertThat(within.out().lines().findFirst())
                .isEqualTo(counted.out().lines().findFirst());
        assertThat(within.out()).contains("the angle of joint 1 steps by full turns ");
        assertThat(counted.out()).doesNotContain("full turns");
        assertThat(run("identify", given, withinOneTurn(log), "--gear-ratios", "2,2")
                        .refused()
                        .err())
                .contains("the angle of the motor of joint \"shoulder\" steps by full turns ")
                .contains("only angles that count turns tell where the joint is");
    }

    /** Degrees are those of joints that turn, and of all motors. */
    @Test
    void slidesAreNotInDegrees() throws IOException {
        String robot = Files.writeString(
                        folder.resolve("slide.yaml"),
                        ROBOT.formatted(0, 2, 2).replaceFirst("kind: revolute", "kind: prismatic"))
                .toString();
        RobotModel model = RobotFiles.read(Path.of(robot));
        LogFormat format = LogFormat.parse("catena-log: 1\ndegrees: true\n", "f", model.movingJoints());
        Path log = Files.writeString(
                folder.resolve("s.csv"), "t,q1,q2,tau1,tau2\n0,0.5,90,1,1\n1,0.6,180,1,1\n2,0.7,270,1,1\n");
        MotionSegment segment = LogFile.read(log, format).segments().get(0);
        assertThat(segment.position()[0]).containsExactly(0.5, 0.6, 0.7);
        assertThat(segment.position()[1][0]).isCloseTo(Math.PI / 2, within(1e-15));
        MotionSegment motors = LogFile.read(log, format.withGearRatios(new double[] {10, 10}))
                .segments()
                .get(0);
        assertThat(motors.position()[0][0]).isCloseTo(Math.toRadians(0.05), within(1e-15));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--gear-ratios 1,1 --motor-side | take one of them",
                "--out robot.txt | robots are written as .yaml, .yml, .urdf or .xml, but not as \"robot.txt\"",
                "--filter-order 3 --cutoff 0 | --cutoff 0 leaves out",
                "--smoothing 0.1 --drives viscous | --smoothing is for Coulomb friction"
            })
    void optionsWithoutEffectAreRefused(String options, String message) throws IOException {
        String[] words = ("identify " + given + " " + log("real.yaml", 1) + " " + options).split(" ");
        assertThat(run(words).refused().err()).contains(message);
    }

    @Test
    void filtersAreForSignalsThatAreNotKnown() throws IOException {
        String text = Files.readString(Path.of(log("real.yaml", 1)))
                .replace("tau1,tau2", "tau1,tau2,qd1,qd2,qdd1,qdd2")
                .replaceAll("(?m)(\\.\\d+)$", "$1,0,0,0,0");
        String known = Files.writeString(folder.resolve("known.csv"), text).toString();
        assertThat(run("identify", given, known, "--cutoff", "5").refused().err())
                .contains("--cutoff is for logs without accelerations");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "t,q1,q2,tau1 | 0,1,2,3 | no column for the effort of joint \"elbow\"",
                "q1,q2,tau1,tau2 | 1,2,3,4 | no column for the time",
                "t,q1,q2,tau1,tau2 | 0,1,2,3 | there are 4 fields, but the header has 5",
                "t,q1,q2,tau1,tau2 | 0,1,2,3,x | \"x\" is no finite decimal number",
                "t,q1,q2,tau1,tau2 | 0,1,2,3,4 | needs two at least",
                "t,q1,q2,tau1,tau2,q1 | 0,1,2,3,4,5 | two columns \"q1\"",
                "t,q1,q2,qd1,tau1,tau2 | 0,1,2,3,4,5 | no column for the velocity of joint \"elbow\"",
                "t,q1,q2,qdd2,tau1,tau2 | 0,1,2,3,4,5 | no column for the acceleration of joint \"shoulder\""
            })
    void badLogsAreRefusedInOneSentence(String header, String line, String message) throws IOException {
        String file = Files.writeString(folder.resolve("bad.csv"), header + "\n" + line + "\n")
                .toString();
        CommandRun run = run("identify", given, file);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }

    @Test
    void noLogIsGivenTwice() throws IOException {
        String log = log("real.yaml", 1);
        assertThat(run("identify", given, log, "--validate", log).refused().err())
                .contains("is given twice");
        assertThat(run("payload", given, "--unloaded", log, "--loaded", log)
                        .refused()
                        .err())
                .contains("is given twice");
    }

    /** A joint called d1 has its position in q_d1 or q1; qd1 is a velocity. */
    @Test
    void noColumnIsTwoThings() throws IOException {
        String robot = Files.writeString(
                        folder.resolve("named.yaml"),
                        Files.readString(Path.of(given))
                                .replace("shoulder", "d1")
                                .replace("elbow", "d2"))
                .toString();
        String log = log("real.yaml", 1, 1, "t,q1,q2,tau1,tau2");
        String rates = Files.readString(Path.of(log))
                .replaceAll("(?m)(\\.\\d+)$", "$1,0,0")
                .replace("tau2", "tau2,qd1,qd2");
        String file = Files.writeString(folder.resolve("rates.csv"), rates).toString();
        assertThat(run("identify", robot, file).refused().err()).contains("\"qd1\" would be two things");
    }

    @ParameterizedTest
    @CsvSource({
        "--method,best,--method is",
        "--drives,magic,--drives has",
        "--dead-zone,'1,2,3',--dead-zone has 3",
        "--cutoff,-1,--cutoff is",
        "--decimate,99,a stage takes one of 99",
        "--gear-ratios,'1,2,3',3 gear ratios",
        "--log-format,none.yaml,none.yaml"
    })
    void badOptionsAreRefused(String option, String value, String message) throws IOException {
        CommandRun run = run("identify", given, log("real.yaml", 1), option, value);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }

    @Test
    void anExcitingMotionCanBeIdentifiedFrom() throws IOException {
        Path csv = folder.resolve("excitation.csv");
        Path html = folder.resolve("excitation.html");
        CommandRun run = run(
                "excite",
                folder.resolve("real.yaml").toString(),
                "--time",
                "5",
                "--harmonics",
                "3",
                "--samples",
                "30",
                "--rate",
                "100",
                "--out",
                csv.toString(),
                "--html",
                html.toString());
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains("condition number of unit columns");
        assertThat(Files.readString(html)).contains("Exciting motion of arm");
        assertThat(Files.readAllLines(csv)).hasSize(502);
        CommandRun identify = run("identify", given, csv.toString(), "--drives", "viscous,coulomb");
        assertThat(identify.code()).as(identify.out()).isZero();
    }

    @Test
    void aLoadIsFound() throws IOException {
        Path html = folder.resolve("load.html");
        CommandRun run = run(
                "payload",
                given,
                "--unloaded",
                log("real.yaml", 1),
                "--loaded",
                log("loaded.yaml", 2),
                "--dead-zone",
                "0.05",
                "--known-mass",
                "1",
                "--json",
                "--html",
                html.toString());
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(json.get("body").asText()).isEqualTo("lower");
        assertThat(json.get("explained").asBoolean()).isTrue();
        assertThat(Files.readString(html)).contains("Load of arm");
    }

    @Test
    void aLoadBelowZeroIsNone() throws IOException {
        String with = log("loaded.yaml", 2);
        String[] words = {
            "payload",
            given,
            "--unloaded",
            with,
            "--loaded",
            log("real.yaml", 1),
            "--known-mass",
            "1",
            "--dead-zone",
            "0.05"
        };
        CommandRun run = run(words);
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out())
                .startsWith("Do not use this: the load would have a mass of -1.0")
                .containsPattern("mass center z .m. +–\n")
                .doesNotContain("multiplied");
        words = Arrays.copyOf(words, words.length + 1);
        words[words.length - 1] = "--json";
        JsonNode json = run(words).json();
        assertThat(json.get("usable").asBoolean()).isFalse();
        assertThat(json.get("centerOfMass").get(0).isNumber()).isTrue();
        assertThat(json.get("centerOfMass").get(2).isNull()).isTrue();
        assertThat(json.get("tensorAboutCenter").get(8).isNumber()).isTrue();
        assertThat(json.get("tensorAboutCenter").get(0).isNull()).isTrue();
    }

    /** A wrist that follows the elbow: its motion is planned, its parameters are counted, found and written. */
    @Test
    void coupledRobots() throws IOException {
        String robot = Files.writeString(folder.resolve("coupled.yaml"), ROBOT.formatted(0, 2, 2) + """
              - name: wrist
                kind: revolute
                body: hand
                follows: {joint: elbow, factor: -0.5, offset: 0.2}
                friction: {coulomb: 0.1, viscous: 0.1}
                inertia: {mass: 0.5, center-of-mass: [0.1, 0.05, 0], tensor-about-center: [0.001, 0.002, 0.002]}
            """)
                .toString();
        String log = folder.resolve("coupled.csv").toString();
        CommandRun.of(
                        "excite",
                        robot,
                        "--time",
                        "5",
                        "--samples",
                        "40",
                        "--iterations",
                        "12",
                        "--rate",
                        "200",
                        "--out",
                        log)
                .good();
        String found = folder.resolve("found.yaml").toString();
        String report = CommandRun.of("identify", robot, log, "--cutoff", "0", "--out", found)
                .good()
                .out();
        assertThat(report).contains("ZZ(lower)*").contains("MX(hand)");
        assertThat(RobotFiles.read(Path.of(found)).couplings()).hasSize(1);

        CommandRun info = CommandRun.of("info", robot, "--base-parameters").good();
        assertThat(info.err()).contains("those of the coupled joints; with a coordinate for each there would be 9");
        assertThat(info.out()).contains("torques depend on 9 numbers");

        String regressor = CommandRun.of("eval", "--robot", robot, "--states", log, "--quantity", "regressor", "--csv")
                .good()
                .out();
        assertThat(regressor.lines().findFirst().orElseThrow())
                .contains("elbow_M")
                .contains("wrist_M");
    }

    @Test
    void manyCoupledJointsAreTooMany() throws IOException {
        StringBuilder text = new StringBuilder(ROBOT.formatted(0, 2, 2));
        for (int k = 0; k < 200; k++) {
            text.append(
                    "  - {name: j%1$s, kind: revolute, body: b%1$s, a: 0.1, follows: {joint: elbow}}\n".formatted(k));
        }
        String robot = Files.writeString(folder.resolve("long.yaml"), text).toString();
        assertThat(CommandRun.of("info", robot, "--base-parameters").err())
                .contains("too large for 202 joints; they are shown for at most 200");
    }
}
