package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
    @TempDir
    Path folder;

    @Test
    void theExperimentReproducesThePaper() throws IOException {
        Path report = folder.resolve("new/report.html");

        CommandRun run =
                CommandRun.of("demo", "--json", "--out", report.toString()).good();

        JsonNode json = run.json();
        Golden golden = Golden.dynamics();
        for (int k = 0; k < 6; k++) {
            String state = "guarino/stanford/quintic/" + k;
            assertThat(json.get("times").get(k).doubleValue())
                    .isEqualTo(golden.at(state + "/t").doubleValue());
            golden.check(state + "/tau_with_Ia", Golden.array(json.get("torque").get(k)));
            golden.check(
                    state + "/tau_dot_with_Ia",
                    Golden.array(json.get("torqueRate").get(k)));
        }
        String[] samplingTimes = {"0.0001", "0.001", "0.01"};
        for (int k = 0; k < 3; k++) {
            // a difference of nearly equal torques over 1e-4 s keeps ten digits of a rate of some hundred Nm/s
            Agreement.check(
                    "backward difference",
                    Golden.array(json.get("backwardDifferenceError").get(k)),
                    golden.array("guarino/stanford_headline/values/quintic,Ia=Paul,Ts=" + samplingTimes[k]),
                    2e-9);
        }
        assertThat(json.at("/backwardDifferenceError/0/0").doubleValue()).isCloseTo(2.462e-2, within(0.5e-5));
        assertThat(json.at("/operations/published/multiplications").intValue()).isEqualTo(1692);
        assertThat(json.at("/operations/countedByComponents/multiplications").intValue())
                .isBetween(
                        1,
                        json.at("/operations/countedAsPublished/multiplications")
                                        .intValue()
                                - 1);
        assertThat(run.err()).contains(report.toString());
        assertThat(Files.readString(report))
                .contains("<title>Torques and torque rates of the Stanford manipulator", "2.46201e-02", "catena demo")
                .doesNotContain("src=", "http:", "https:");
    }

    /** Reports have a viewer for each motion, and the scripts once. */
    private static void assertViewers(String report, int count) {
        assertThat(report).containsOnlyOnce("id=\"catena-scripts\"").doesNotContain("No moving picture");
        assertThat(report.split("<iframe class=\"viewer\"", -1)).hasSize(1 + count);
    }

    /** The platform ends as it began, so all work of the legs is lost to friction; and cut joints agree. */
    @Test
    void thePlatformOnSixLegs() throws IOException {
        Path report = folder.resolve("stewart.html");
        JsonNode json = CommandRun.of("demo", "stewart", "--json", "--out", report.toString())
                .good()
                .json();
        assertThat(json.get("largestDifferenceFromCutJoints").doubleValue()).isBetween(0.0, 1e-9);
        double[] times = Golden.array(json.get("times"));
        double[] power = Golden.array(json.get("power"));
        double[] friction = Golden.array(json.get("frictionPower"));
        double work = 0;
        double lost = 0;
        for (int k = 1; k < times.length; k++) {
            work += (times[k] - times[k - 1]) * (power[k] + power[k - 1]) / 2;
            lost += (times[k] - times[k - 1]) * (friction[k] + friction[k - 1]) / 2;
        }
        assertThat(work).isGreaterThan(10).isCloseTo(lost, within(1e-3));
        assertThat(Files.readString(report))
                .contains("<title>Leg forces of a Gough-Stewart platform", "smallest singular value")
                .doesNotContain("src=", "http:", "https:");
        assertViewers(Files.readString(report), 1);
        assertThat(CommandRun.of("demo", "stewart", "--out", report.toString())
                        .good()
                        .out())
                .contains("leg 6 (N)", "26.6254", "condition number");
    }

    @Test
    void thesisManipulatorsReachTheirOptima() throws IOException {
        Path report = folder.resolve("two-link.html");

        Path picture = folder.resolve("two-link.png");

        JsonNode json = CommandRun.of(
                        "demo", "two-link", "--json", "--out", report.toString(), "--png", picture.toString())
                .good()
                .json();
        assertThat(ImageIO.read(picture.toFile()).getWidth()).isGreaterThan(1000);

        double time = json.at("/twoRevolute/time").doubleValue();
        assertThat(time - json.at("/twoRevolute/optimalTime").doubleValue()).isBetween(0.0, 5e-4);
        for (int k = 0; k < 2; k++) {
            JsonNode reading = json.at("/slideAndTurn").get(k);
            assertThat(reading.get("time").doubleValue())
                    .isCloseTo(reading.get("optimalTime").doubleValue(), within(1e-5));
            assertThat(reading.get("objective").doubleValue())
                    .isCloseTo(reading.get("optimalObjective").doubleValue(), within(1e-5));
        }
        assertThat(Files.readString(report)).contains("0.5585 s is reproduced by no reading", "Two-link manipulators");
    }

    @Test
    void unknownDemo() {
        assertThat(CommandRun.of("demo", "tango").refused().err())
                .contains("tango")
                .contains("stanford");
    }

    /** Errors as the independent computation of the same robot has them; the published ones are near. */
    @Test
    void elasticJointsTrackAsInThePaper() throws IOException {
        Path report = folder.resolve("elastic.html");

        JsonNode json = CommandRun.of("demo", "elastic", "--json", "--out", report.toString())
                .good()
                .json();

        Golden golden = Golden.sensitivityPlanningElastic();
        String[][] names = {{"noPayload", "no_payload"}, {"payload", "payload_literal"}};
        for (String[] name : names) {
            JsonNode entry = json.get(name[0]);
            double[] rms = Golden.array(entry.get("rms"));
            Agreement.check(name[0], rms, golden.array("hua_simulation/trajectory_" + name[1] + "/rms"), 1e-5);
            Agreement.check(name[0], rms, Golden.array(entry.get("rmsPublished")), 1e-4);
            double[] end = Golden.array(golden.at("hua_simulation/trajectory_" + name[1] + "/rows/20"));
            Agreement.check(name[0], Golden.array(entry.get("q")), new double[] {end[1], end[2], end[3]}, 1e-4);
            Agreement.check(name[0], Golden.array(entry.get("theta")), new double[] {end[7]}, 1e-4);
        }
        assertThat(Files.readString(report)).contains("As figure 8 of the paper", "0.0526780");
        assertViewers(Files.readString(report), 2);
    }

    @Test
    void theShuttlesArmIsTheSameInEveryForm() {
        JsonNode json = CommandRun.of(
                        "demo",
                        "srms",
                        "--json",
                        "--out",
                        folder.resolve("srms.html").toString())
                .good()
                .json();
        assertThat(json.get("cases")).hasSize(4);
        for (JsonNode one : json.get("cases")) {
            assertThat(one.get("proximalDifference").asDouble()).isLessThan(1e-12);
            assertThat(one.get("articulatedDifference").asDouble()).isLessThan(1e-12);
            assertThat(one.get("energyError").asDouble()).isLessThan(1e-7);
        }
        assertThat(json.get("links").get(7).asInt()).isEqualTo(200);
    }

    @Test
    void loopsGoAround() throws IOException {
        Path report = folder.resolve("loops.html");
        JsonNode json = CommandRun.of("demo", "loops", "--json", "--out", report.toString())
                .good()
                .json();
        assertViewers(Files.readString(report), 4);
        assertThat(json).hasSize(4);
        for (JsonNode one : json) {
            assertThat(one.get("loopResidual").asDouble()).isLessThan(1e-12);
            assertThat(one.get("wayBack").asDouble()).isLessThan(1e-11);
        }
        // a turn ends where it began
        JsonNode bennett = json.get(3).get("efforts");
        assertThat(bennett.get(360).get(0).asDouble())
                .isCloseTo(bennett.get(0).get(0).asDouble(), within(1e-10));
    }
}
