package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What acts on a robot besides its drives: contacts, wrenches, a base that moves. */
class ActingCommandsTest {
    private static final String HUMANOID = "../examples/data/humanoid.urdf";

    @TempDir
    private Path folder;

    private static double end(JsonNode summary, String joint) {
        int at = 0;
        while (!summary.at("/joints/" + at).asText().equals(joint)) {
            at++;
        }
        return summary.at("/q/" + at).asDouble();
    }

    private static CommandRun simulate(String robot, String... options) {
        List<String> all = new ArrayList<>(List.of("simulate", robot));
        all.addAll(List.of(options));
        return CommandRun.of(all.toArray(String[]::new));
    }

    /** Both feet stay, the knees bend, and the pelvis comes down by what the legs get shorter. */
    @Test
    void aHumanoidSquatsOnItsFeet() {
        String bent =
                "left_knee=K,right_knee=K,left_hip_pitch=H,right_hip_pitch=H,left_ankle_pitch=H,right_ankle_pitch=H";
        JsonNode summary = simulate(
                        HUMANOID,
                        "--floating",
                        "--q",
                        bent.replace("K", "0.5").replace("H", "-0.25"),
                        "--target",
                        bent.replace("K", "0.9").replace("H", "-0.45"),
                        "--contact",
                        "left_foot:flat",
                        "--contact",
                        "right_foot:flat",
                        "--torque",
                        "computed-torque",
                        "--move",
                        "0.2",
                        "--time",
                        "0.25",
                        "--no-friction",
                        "--integrator",
                        "rk4",
                        "--step",
                        "2e-3",
                        "--json")
                .good()
                .json();
        assertThat(end(summary, "left_knee")).isCloseTo(0.9, within(1e-6));
        assertThat(end(summary, "right_hip_pitch")).isCloseTo(-0.45, within(1e-6));
        assertThat(end(summary, "neck")).isCloseTo(0, within(1e-6));
        JsonNode base = summary.at("/base/position");
        assertThat(base.get(2).asDouble()).isLessThan(-0.05);
        assertThat(base.get(1).asDouble()).isCloseTo(0, within(1e-9));
        assertThat(summary.at("/energy/drift").asDouble()).isLessThan(1e-5);
    }

    /** A plastic impact of the whole robot: ½ m v² is an upper bound of what is lost. */
    @Test
    void aStartAgainstAContactStrikesIt() {
        CommandRun run = simulate(
                HUMANOID,
                "--floating",
                "--base-velocity",
                "0,0,-1,0,0,0",
                "--contact",
                "left_foot:flat",
                "--contact",
                "right_foot:hinge-y:0,0,-0.05",
                "--time",
                "0.002");
        run.good();
        assertThat(run.err()).contains("strikes its contacts and loses", "left_foot takes", "right_foot takes");
        assertThat(run.out()).containsPattern("momentum drift.*unknown");
    }

    /**
     * Loops are closed before contacts are put where bodies are, in velocity too, from an assembly that is given nearly: a start at rest does not
     * move, and one whose rocker turns loses in the impact what it has less afterwards.
     */
    @Test
    void contactsHoldLoopsWhereTheyAreClosed() {
        String satellite = "../examples/data/satellite-four-bar.yaml";
        JsonNode still = simulate(satellite, "--contact", "rocker_link:flat", "--time", "0.02", "--json")
                .good()
                .json();
        assertThat(still.at("/energy/drift").asDouble()).isLessThan(1e-12);
        CommandRun free = simulate(satellite, "--qd", "crank=1", "--time", "0.02", "--json");
        CommandRun run =
                simulate(satellite, "--contact", "rocker_link:flat", "--qd", "crank=1", "--time", "0.02", "--json");
        double before = free.good().json().at("/energy/start").asDouble();
        double after = run.good().json().at("/energy/start").asDouble();
        assertThat(before).isPositive();
        String lost = run.err().replaceAll("(?s).*and loses ([^ ]+) J.*", "$1");
        assertThat(Double.parseDouble(lost)).isCloseTo(before - after, within(1e-3 * before));
    }

    @Test
    void wrenchesPushAndBasesCarry() throws Exception {
        String arm = "../examples/data/arm.urdf";
        double free = end(
                simulate(arm, "--time", "0.2", "--no-friction", "--json").good().json(), "shoulder");
        double pushed = end(
                simulate(arm, "--time", "0.2", "--no-friction", "--wrench", "tool:0,0,200", "--json")
                        .good()
                        .json(),
                "shoulder");
        double inBody = end(
                simulate(arm, "--time", "0.2", "--no-friction", "--wrench", "tool:0,0,200,0,0,0:body", "--json")
                        .good()
                        .json(),
                "shoulder");
        assertThat(Math.abs(pushed - free)).isGreaterThan(0.005);
        assertThat(Math.abs(inBody - pushed)).isGreaterThan(1e-4);

        // a base that goes evenly changes nothing
        Path falling = Files.writeString(folder.resolve("up.yaml"), "base: [{along: [0, 0, 1], rate: 3}]\n");
        double even = end(
                simulate(arm, "--time", "0.2", "--no-friction", "--around", falling.toString(), "--json")
                        .good()
                        .json(),
                "shoulder");
        assertThat(even).isCloseTo(free, within(1e-6));
        Path turning = Files.writeString(folder.resolve("turn.yaml"), """
            base: [{about: [0, 1, 0], amplitude: 0.5, frequency: 2}]
            wrenches: [{body: tool, force: [0, 0, 1], frame: world}]
            """);
        CommandRun run = simulate(arm, "--time", "0.2", "--no-friction", "--around", turning.toString(), "--json")
                .good();
        assertThat(Math.abs(end(run.json(), "shoulder") - free)).isGreaterThan(0.01);
    }

    /** Joints stay where they are held on a ship, by laws that know how it moves; others say that they do not. */
    @Test
    void controllersKnowHowTheBaseMoves() throws Exception {
        Path deck = Files.writeString(
                folder.resolve("deck.yaml"),
                "base: [{along: [0, 0, 1], amplitude: 0.3, frequency: 0.5}, {about: [1, 0, 0], amplitude: 0.2,"
                        + " frequency: 0.4}]\n");
        for (String law : List.of("pd", "computed-torque")) {
            CommandRun run = simulate(
                            "../examples/data/arm.urdf",
                            "--q",
                            "0.1,0.4,0.3,0,0.2,0",
                            "--torque",
                            law,
                            "--bandwidth",
                            "5",
                            "--time",
                            "0.5",
                            "--no-friction",
                            "--around",
                            deck.toString(),
                            "--json")
                    .good();
            assertThat(end(run.json(), "shoulder")).isCloseTo(0.4, within(1e-7));
            assertThat(end(run.json(), "elbow")).isCloseTo(0.3, within(1e-7));
            assertThat(run.err()).doesNotContain("does not know");
        }
        assertThat(simulate("four-bar", "--torque", "pd", "--time", "0.01", "--around", deck.toString())
                        .good()
                        .err())
                .contains("--torque pd does not know that the base moves");
    }

    /** The same words for eval and torque: the numbers are those of states that say it themselves. */
    @Test
    void statesAreLoadedToo() throws Exception {
        String arm = "../examples/data/arm.urdf";
        Path states = Files.writeString(folder.resolve("s.csv"), """
            time,q_swivel,q_shoulder,q_elbow,q_roll,q_pitch,q_spin
            0.5,0.3,0,0,0,0,0
            0.6,0.4,0,0,0,0,0
            """);
        Path json = Files.writeString(folder.resolve("s.json"), """
            {"joints": ["swivel", "shoulder", "elbow", "roll", "pitch", "spin"],
             "states": [{"q": [0.3, 0, 0, 0, 0, 0],
               "wrenches": {"tool": {"frame": "world", "force": [1, 2, 3], "moment": [0, 0, 0]}}}]}
            """);
        JsonNode loaded = CommandRun.of("eval", "--robot", arm, "--states", states.toString(), "--wrench", "tool:1,2,3")
                .good()
                .json();
        JsonNode told = CommandRun.of("eval", "--robot", arm, "--states", json.toString())
                .good()
                .json();
        for (int j = 0; j < 6; j++) {
            assertThat(loaded.at("/results/0/torque/" + j).asDouble())
                    .isCloseTo(told.at("/results/0/torque/" + j).asDouble(), within(1e-12));
        }
        Path turning = Files.writeString(folder.resolve("r.yaml"), "base: [{about: [1, 0, 0], start: 90 deg}]\n");
        JsonNode tilted = CommandRun.of(
                        "eval", "--robot", arm, "--states", states.toString(), "--around", turning.toString())
                .good()
                .json();
        assertThat(Math.abs(tilted.at("/results/0/torque/0").asDouble())).isGreaterThan(0.1);
        assertThat(CommandRun.of("eval", "--robot", arm, "--states", json.toString(), "--wrench", "tool:1,0,0")
                        .refused()
                        .err())
                .contains("already");
        assertThat(CommandRun.of("eval", "--robot", arm, "--states", json.toString(), "--around", turning.toString())
                        .refused()
                        .err())
                .contains("has no time");
        assertThat(CommandRun.of(
                                "eval",
                                "--robot",
                                arm,
                                "--states",
                                states.toString(),
                                "--wrench",
                                "tool:1,0,0",
                                "--wrench",
                                "tool:1,0,0:body")
                        .refused()
                        .err())
                .contains("one of them");
    }

    /** dτ/dt on a base that moves by the clock is how τ changes with the time, jerk of the base included. */
    @Test
    void ratesKnowTheJerkOfTheBase() throws Exception {
        Path deck = Files.writeString(
                folder.resolve("swell.yaml"),
                "base: [{along: [1, 2, 3], amplitude: 0.3, frequency: 0.5}, {about: [1, 0.5, 0], amplitude: 0.4,"
                        + " frequency: 0.4}, {about: [0, 0, 1], rate: 0.7}]\n");
        for (String robot : List.of("two-link", "four-bar")) {
            // q = 0.9 + 0.6 t
            String header = robot.equals("four-bar") ? "q_crank,qd_crank" : "q_elbow,qd_elbow,q_shoulder";
            String rest = robot.equals("four-bar") ? "" : ",0.4";
            Path states = Files.writeString(
                    folder.resolve(robot + ".csv"),
                    "time,%s\n".formatted(header)
                            + DoubleStream.of(-2, -1, 0, 1, 2)
                                    .map(k -> 0.2 + 1e-3 * k)
                                    .mapToObj(t -> "%s,%s,0.6%s\n".formatted(t, 0.9 + 0.6 * t, rest))
                                    .collect(Collectors.joining()));
            List<String> words = new ArrayList<>(List.of("eval", "--robot", robot, "--no-friction", "--states"));
            words.addAll(List.of(states.toString(), "--around", deck.toString(), "--quantity", "torque,torqueRate"));
            for (boolean batch : new boolean[] {false, true}) {
                if (batch) {
                    words.add("--batch");
                }
                JsonNode results = CommandRun.of(words.toArray(String[]::new))
                        .good()
                        .json()
                        .get("results");
                double[] torque = IntStream.range(0, 5)
                        .mapToDouble(
                                k -> results.at("/%s/torque/0".formatted(k)).asDouble())
                        .toArray();
                double slope = (torque[0] - 8 * torque[1] + 8 * torque[3] - torque[4]) / 12e-3;
                assertThat(results.at("/2/torqueRate/0").asDouble())
                        .isCloseTo(slope, within(1e-10 * Math.max(1, Math.abs(slope))));
            }
        }
        Path jerked = Files.writeString(folder.resolve("jerked.json"), """
            {"joints": ["shoulder", "elbow"], "states": [{"q": [0.1, 0.2], "base": {"angularJerk": [0, 0, 1]}}]}
            """);
        for (String batch : List.of("--json", "--batch")) {
            assertThat(CommandRun.of(
                                    "eval",
                                    "--robot",
                                    "two-link",
                                    "--states",
                                    jerked.toString(),
                                    "--floating",
                                    "--quantity",
                                    "torqueRate",
                                    batch)
                            .refused()
                            .err())
                    .contains("jerk");
        }
    }

    @Test
    void whatIsWrongIsNamed() throws Exception {
        assertThat(simulate("two-link", "--contact", "fore").refused().err()).contains("BODY:KIND");
        assertThat(simulate("two-link", "--contact", "all").refused().err()).contains("has no contacts");
        assertThat(simulate("two-link", "--contact", "nobody:flat").refused().err())
                .contains("nobody");
        assertThat(simulate(HUMANOID, "--contact", "left_foot:glue").refused().err())
                .contains("glue", "hinge-x");
        assertThat(simulate(HUMANOID, "--floating", "--contact", "left_foot:flat", "--torque", "pd")
                        .refused()
                        .err())
                .contains("take --torque computed-torque");
        assertThat(simulate(
                                HUMANOID,
                                "--floating",
                                "--contact",
                                "left_foot:flat",
                                "--torque",
                                "computed-torque",
                                "--bandwidth",
                                "0")
                        .refused()
                        .err())
                .contains("bandwidth");
        assertThat(simulate("two-link", "--wrench", "fore").refused().err()).contains("BODY:FX,FY,FZ");
        assertThat(simulate("two-link", "--wrench", "nobody:1,2,3").refused().err())
                .contains("nobody");
        assertThat(simulate(HUMANOID, "--wrench", "left_foot:1,2").refused().err())
                .contains("needs 6");
        Path base = Files.writeString(folder.resolve("b.yaml"), "base: [{along: [0, 0, 1], rate: 3}]\n");
        assertThat(simulate(HUMANOID, "--floating", "--around", base.toString())
                        .refused()
                        .err())
                .contains("withFixedBase()");
        Path wrong = Files.writeString(folder.resolve("w.yaml"), "base: [{rate: 3}]\n");
        assertThat(simulate(HUMANOID, "--around", wrong.toString()).code()).isEqualTo(2);
        Path misspelled =
                Files.writeString(folder.resolve("misspelled.yaml"), "wrench: [{body: hand, force: [1, 0, 0]}]\n");
        assertThat(simulate(HUMANOID, "--around", misspelled.toString())
                        .refused()
                        .err())
                .contains("neither wrenches nor base");
        Path loaded = Files.writeString(
                folder.resolve("loaded.yaml"),
                "base: [{along: [0, 0, 1], rate: 3}]\ncarrying: [{body: left_foot, mass: 2}]\n");
        assertThat(simulate(HUMANOID, "--around", loaded.toString()).refused().err())
                .contains("carrying changes the robot, which --around does not");
    }
}
