package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.Catena;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TorqueCommandTest {
    private static final RobotModel PANDA = ShippedRobots.load("panda");
    private static final int SAMPLES = 101;

    @TempDir
    Path folder;

    /** All joints swing by sin t about a pose, times uneven. */
    private static double[] swing(double t, int derivative) {
        double[] middle = {0.1, -0.2, 0.3, -1.6, 0.2, 1.8, 0.3};
        double[] value = new double[7];
        for (int j = 0; j < 7; j++) {
            double amplitude = 0.1 * (j + 1);
            value[j] = (derivative == 0 ? middle[j] : 0) + amplitude * Math.sin(t + derivative * Math.PI / 2);
        }
        return value;
    }

    private static double time(int k) {
        return 2.0 * k / (SAMPLES - 1) + 0.002 * (k % 3);
    }

    private Path trajectory(int highest, boolean timed) throws IOException {
        List<String> keys = List.of("q", "qd", "qdd", "qddd").subList(0, highest + 1);
        List<String> header = new ArrayList<>();
        if (timed) {
            header.add("time");
        }
        keys.forEach(key -> PANDA.jointNames().forEach(joint -> header.add(key + "_" + joint)));
        StringBuilder text = new StringBuilder(String.join(",", header)).append('\n');
        for (int k = 0; k < SAMPLES; k++) {
            List<String> row = new ArrayList<>();
            if (timed) {
                row.add(Double.toString(time(k)));
            }
            for (int d = 0; d <= highest; d++) {
                Arrays.stream(swing(time(k), d)).mapToObj(Double::toString).forEach(row::add);
            }
            text.append(String.join(",", row)).append('\n');
        }
        return Files.writeString(folder.resolve("swing%s.csv".formatted(highest)), text);
    }

    /** A column of CSV by name. */
    private static double[] column(Path csv, String name) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        int at = List.of(lines.get(0).split(",")).indexOf(name);
        assertThat(at).as(name).isNotNegative();
        return lines.subList(1, lines.size()).stream()
                .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[at]))
                .toArray();
    }

    private static double[] expected(int joint, DoubleFunction<double[]> at) {
        double[] values = new double[SAMPLES];
        for (int k = 0; k < SAMPLES; k++) {
            values[k] = at.apply(time(k))[joint];
        }
        return values;
    }

    private static double[] torque(double t) {
        return Catena.of(PANDA).torque(swing(t, 0), swing(t, 1), swing(t, 2));
    }

    private static double[] torqueRate(double t) {
        return Catena.of(PANDA).torqueRate(swing(t, 0), swing(t, 1), swing(t, 2), swing(t, 3));
    }

    @Test
    void givenDerivativesAreUsedAsTheyAre() throws IOException {
        Path out = folder.resolve("out.csv");
        CommandRun run = CommandRun.of("torque", "panda", trajectory(3, true).toString(), "--out", out.toString())
                .good();

        assertThat(run.err()).doesNotContain("note:");
        for (int j = 0; j < 7; j++) {
            String joint = PANDA.jointNames().get(j);
            assertThat(column(out, "tau_" + joint)).isEqualTo(expected(j, TorqueCommandTest::torque));
            assertThat(column(out, "tauRate_" + joint)).isEqualTo(expected(j, TorqueCommandTest::torqueRate));
        }
    }

    @Test
    void missingDerivativesAreComputedAndSaidSo() throws IOException {
        Path out = folder.resolve("out.csv");
        CommandRun run = CommandRun.of("torque", "panda", trajectory(0, true).toString(), "--out", out.toString())
                .good();

        assertThat(run.err()).contains("note: the trajectory does not give qd, qdd, qddd");
        for (int j = 0; j < 7; j++) {
            String joint = PANDA.jointNames().get(j);
            Agreement.check(joint, column(out, "tau_" + joint), expected(j, TorqueCommandTest::torque), 1e-6);
            Agreement.check(joint, column(out, "tauRate_" + joint), expected(j, TorqueCommandTest::torqueRate), 1e-5);
        }
        run = CommandRun.of("torque", "panda", trajectory(1, true).toString()).good();
        assertThat(run.err()).contains("does not give qdd, qddd;");
    }

    @Test
    void limitsThatAreExceededAreFound() throws IOException {
        // joint 7 swings by 0.7 about 0.3, with a speed of up to 0.7
        Path robot = folder.resolve("tight.yaml");
        RobotModel tight = PANDA.toBuilder()
                .replace(PANDA.movingJoints()
                        .get(6)
                        .with(JointLimits.position(-2, 0.9).withVelocity(0.5)))
                .build();
        RobotFiles.write(tight, robot);
        String trajectory = trajectory(3, true).toString();

        JsonNode json = CommandRun.of("torque", robot.toString(), trajectory, "--json")
                .good()
                .json();

        List<String> kinds = json.findValuesAsText("kind");
        assertThat(kinds).containsExactly("position above upper limit", "velocity");
        // 0.3 + 0.7 sin t > 0.9 from asin(6/7) on; |0.7 cos t| > 0.5 up to acos(5/7)
        JsonNode position = json.get("violations").get(0);
        assertThat(position.get("from").doubleValue()).isCloseTo(Math.asin(6.0 / 7), within(0.025));
        assertThat(position.get("worst").doubleValue()).isCloseTo(1.0, within(1e-3));
        JsonNode velocity = json.get("violations").get(1);
        assertThat(velocity.get("to").doubleValue()).isCloseTo(Math.acos(5.0 / 7), within(0.025));
        assertThat(CommandRun.of("torque", robot.toString(), trajectory, "--fail-on-violation")
                        .code())
                .isEqualTo(3);
        assertThat(CommandRun.of("torque", "panda", trajectory, "--fail-on-violation")
                        .code())
                .isZero();
        assertThat(CommandRun.of("torque", robot.toString(), trajectory).good().out())
                .contains("Limits exceeded", "position above upper limit");
    }

    @Test
    void reportAndPictureAreWritten() throws IOException {
        Path html = folder.resolve("report.html");
        Path png = folder.resolve("plots.png");
        String trajectory = trajectory(3, true).toString();

        CommandRun.of("torque", "panda", trajectory, "--html", html.toString(), "--png", png.toString())
                .good();

        assertThat(Files.readString(html))
                .contains("<title>Torques of panda", "class=\"plot\"", "catena torque panda")
                .doesNotContain("http://", "https://");
        assertThat(ImageIO.read(png.toFile()).getHeight()).isGreaterThan(1000);
    }

    @Test
    void whatIsNoTrajectoryIsRefused() throws IOException {
        assertThat(CommandRun.of("torque", "panda", trajectory(3, false).toString())
                        .refused()
                        .err())
                .contains("time");
        Path csv = folder.resolve("short.csv");
        Files.writeString(csv, header() + row(0, 0) + row(0.1, 0));
        assertThat(CommandRun.of("torque", "panda", csv.toString()).refused().err())
                .contains("2 samples are too few");
        Files.writeString(csv, header() + row(0, 0) + row(0.2, 0) + row(0.1, 0));
        assertThat(CommandRun.of("torque", "panda", csv.toString()).refused().err())
                .contains("times must increase");
    }

    private static String header() {
        return "time,"
                + String.join(
                        ",",
                        PANDA.jointNames().stream().map(name -> "q_" + name).toList()) + "\n";
    }

    private static String row(double time, double q) {
        return String.format(Locale.ROOT, "%s%s\n", time, ("," + q).repeat(7));
    }

    /** Motors behind springs need other torques. */
    @Test
    void springsAreLeftOutWithAWord() throws IOException {
        Path file = Files.writeString(folder.resolve("still.csv"), """
            time,q_shoulder,q_elbow,qd_shoulder,qd_elbow,qdd_shoulder,qdd_elbow,qddd_shoulder,qddd_elbow
            0,0,0,0,0,0,0,0,0
            1,0,0,0,0,0,0,0,0
            """);
        String robot = "../examples/data/elastic-arm.yaml";
        assertThat(CommandRun.of("torque", robot, file.toString()).good().err())
                .contains("takes the drives of robot \"elastic-arm\" as rigid");
    }

    /** Rates of one joint alone would let the other move at rest. */
    @Test
    void ratesOfSomeJointsAreRefused() throws IOException {
        StringBuilder text = new StringBuilder("time,q_shoulder,q_elbow,qd_shoulder\n");
        StringBuilder resting = new StringBuilder(text);
        for (int k = 0; k < 20; k++) {
            double t = 0.05 * k;
            text.append("%s,%s,%s,%s\n".formatted(t, Math.sin(t), Math.sin(2 * t), Math.cos(t)));
            resting.append("%s,%s,%s,%s\n".formatted(t, Math.sin(t), k % 2 * 1e-6, Math.cos(t)));
        }
        Path some = Files.writeString(folder.resolve("some.csv"), text);
        assertThat(CommandRun.of("torque", "two-link", some.toString())
                        .refused()
                        .err())
                .contains("qd of joint \"elbow\" is zero or missing throughout, though its q changes");
        Path noise = Files.writeString(folder.resolve("noise.csv"), resting);
        CommandRun.of("torque", "two-link", noise.toString()).good();
    }

    @Test
    void ratesOfBasesThatFloatAreToldApart() throws IOException {
        Path states = Files.writeString(folder.resolve("float.csv"), "q_yaw,q_shoulder,q_elbow\n0.1,0.2,0.3\n");
        String[] eval = {
            "eval", "--robot", "../examples/data/satellite-arm.yaml", "--states", states.toString(), "--quantity"
        };
        assertThat(CommandRun.of(with(eval, "torque,torqueRate")).good().err()).contains("a base which nothing holds");
        assertThat(CommandRun.of(with(eval, "torqueRate")).good().err()).isEmpty();
    }

    private static String[] with(String[] words, String last) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = last;
        return all;
    }

    @Test
    void equationsSayThatSpringsAreLeftOut() {
        String elastic = "../examples/data/elastic-arm.yaml";
        assertThat(CommandRun.of("equations", elastic, "--quantity", "gravity")
                        .good()
                        .err())
                .contains("equations takes the drives of robot \"elastic-arm\" as rigid");
    }

    @Test
    void resultsGoToFilesOfTheirOwn() throws IOException {
        Path csv = Files.writeString(folder.resolve("a.csv"), "time,q_shoulder,q_elbow\n0,0,0\n");
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), csv.getFileName());
        String file = csv.toString();
        assertThat(CommandRun.of("torque", "two-link", file, "--out", file)
                        .refused()
                        .err())
                .contains("--out would replace TRAJECTORY, which is read");
        assertThat(CommandRun.of("simulate", "two-link", "--torque", file, "--html", link.toString())
                        .refused()
                        .err())
                .contains("--html would replace --torque");
        String html = folder.resolve("new.html").toString();
        assertThat(CommandRun.of("torque", "two-link", file, "--html", html, "--png", folder + "/./new.html")
                        .refused()
                        .err())
                .contains("are one file");
        CommandRun.of("simulate", "two-link", "--time", "0.01", "--out", "/dev/null", "--html", "/dev/null")
                .good();
        assertThat(csv).hasContent("time,q_shoulder,q_elbow\n0,0,0\n");
        assertThat(Path.of(html)).doesNotExist();
    }
}
