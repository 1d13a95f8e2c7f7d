package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands take robots of all kinds with the same words: every quantity of every kind, and every command. */
class EveryKindTest {
    private static final String BY_WRENCH =
            "jointWrenchByPosition jointWrenchByVelocity jointWrenchByAcceleration elasticJointWrench";
    private static final String FED = "motorTorque motorTorqueRate motorMotion";

    @TempDir
    Path folder;

    /** A robot, how it is read, and what is refused of it: by quantity, what the message says. */
    record Kind(String robot, List<String> options, Map<String, String> refused) {
        @Override
        public String toString() {
            return robot + options;
        }
    }

    private static Kind kind(String robot, String options, String... refused) {
        Map<String, String> all = new TreeMap<>();
        for (int k = 0; k < refused.length; k += 2) {
            for (String quantity : refused[k].split(" ", -1)) {
                all.put(quantity, refused[k + 1]);
            }
        }
        return new Kind(robot, options.isEmpty() ? List.of() : List.of(options.split(" ", -1)), all);
    }

    static Stream<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>();
        for (String name : ShippedRobots.names()) {
            RobotModel robot = ShippedRobots.load(name);
            boolean floats = robot.baseKind() == BaseKind.FLOATING;
            kinds.add(
                    robot.hasLoops()
                            ? kind(name, "", BY_WRENCH, "--open-loops")
                            : floats ? floating(name, "") : kind(name, ""));
        }
        kinds.add(floating("two-link", "--floating"));
        kinds.add(floating("elastic-satellite.yaml", ""));
        kinds.add(kind("elastic-arm.yaml", ""));
        kinds.add(kind("gripper-arm.yaml", ""));
        kinds.add(kind("four-bar", "--open-loops"));
        kinds.add(kind(
                "four-bar",
                "--floating",
                BY_WRENCH,
                "--open-loops",
                "elasticAccelerationSensitivity",
                "",
                FED,
                "a base that rests"));
        kinds.add(kind("elastic-four-bar.yaml", "", BY_WRENCH, "--open-loops"));
        return kinds.stream();
    }

    private static Kind floating(String robot, String options) {
        return kind(robot, options, "elasticAccelerationSensitivity", "", FED, "a base that rests");
    }

    private String file(String robot) throws IOException {
        if (robot.equals("elastic-four-bar.yaml")) {
            String text = ShippedRobots.text("four-bar")
                    .replace("reflected-inertia: 0.02", "reflected-inertia: 0.02, spring: {stiffness: 300}");
            return Files.writeString(folder.resolve(robot), text).toString();
        }
        if (robot.equals("elastic-satellite.yaml")) {
            String text = Files.readString(root().resolve("examples/data/satellite-arm.yaml"));
            return Files.writeString(
                            folder.resolve(robot),
                            text.replace(
                                    "effort: 15}",
                                    "effort: 15}\n    drive: {reflected-inertia: 0.1, spring: {stiffness: 200}}"))
                    .toString();
        }
        return robot.contains(".") ? root().resolve("examples/data/" + robot).toString() : robot;
    }

    private static Path root() {
        Path place = Path.of("").toAbsolutePath();
        while (!Files.exists(place.resolve("docs/robot-yaml.md"))) {
            place = Objects.requireNonNull(place.getParent());
        }
        return place;
    }

    /** A state near the assembly, of the joints that states of the robot name. */
    private static String states(RobotModel robot, int count) {
        List<String> joints = robot.hasLoops() ? robot.loops().activeJoints() : robot.jointNames();
        List<String> states = new ArrayList<>();
        for (int s = 0; s < count; s++) {
            double time = 0.01 * s;
            List<String> series = new ArrayList<>();
            for (String key : List.of("q", "qd", "qdd", "qddd", "q4", "q5", "theta", "thetad", "thetadd", "tau")) {
                double[] numbers = new double[joints.size()];
                for (int k = 0; k < numbers.length; k++) {
                    double start =
                            robot.hasLoops() ? robot.loops().assembly().getOrDefault(joints.get(k), 0.0) : 0.1 * k;
                    numbers[k] = key.equals("q") || key.equals("theta") ? start + 0.01 + 0.1 * time : 0.1 + 0.01 * k;
                    if (key.startsWith("qd") && count > 1) {
                        numbers[k] = key.equals("qd") ? 0.1 : 0;
                    }
                }
                series.add("\"%s\": %s".formatted(key, Arrays.toString(numbers)));
            }
            states.add("{\"time\": %s, %s}".formatted(time, String.join(", ", series)));
        }
        return "{\"joints\": [%s], \"states\": [%s]}"
                .formatted(
                        joints.stream().map(joint -> "\"" + joint + "\"").collect(Collectors.joining(", ")),
                        String.join(",\n", states));
    }

    private RobotModel read(Kind kind, String file) {
        RobotModel robot = file.contains("/") ? RobotFiles.read(Path.of(file)) : ShippedRobots.load(file);
        robot = kind.options.contains("--open-loops") ? robot.openTree() : robot;
        return kind.options.contains("--floating") ? robot.withFloatingBase() : robot;
    }

    private static CommandRun run(List<String> options, String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        all.addAll(options);
        return CommandRun.of(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void evalHasEveryQuantity(Kind kind) throws IOException {
        String file = file(kind.robot);
        Path states = Files.writeString(folder.resolve("states.json"), states(read(kind, file), 1));
        List<String> answered = EvalCommand.keys().stream()
                .filter(key -> !kind.refused.containsKey(key))
                .toList();
        JsonNode result = run(
                        kind.options,
                        "eval",
                        "--robot",
                        file,
                        "--states",
                        states.toString(),
                        "--quantity",
                        String.join(",", answered))
                .good()
                .json()
                .get("results")
                .get(0);
        assertThat(result.fieldNames()).toIterable().containsExactlyElementsOf(answered);
        kind.refused.forEach((quantity, words) -> assertThat(run(
                                kind.options,
                                "eval",
                                "--robot",
                                file,
                                "--states",
                                states.toString(),
                                "--quantity",
                                quantity)
                        .refused()
                        .err())
                .contains(words));
    }

    /** A base that moves as the state says is for all kinds, but not for motors whose motion is to be found. */
    @ParameterizedTest
    @MethodSource("kinds")
    void evalHasEveryQuantityOnAMovingBase(Kind kind) throws IOException {
        String file = file(kind.robot);
        String base =
                "\"base\": {\"position\": [1, 2, 3], \"orientation\": [0, 0.6, 0, 0.8], \"linearVelocity\": [0.1, 0,"
                        + " 0.2], \"angularVelocity\": [0.3, 0.2, 0.1], \"linearAcceleration\": [0, 0, 0],"
                        + " \"angularAcceleration\": [0, 0, 0]}";
        String text = states(read(kind, file), 1).replace("\"time\": 0.0", base);
        Path states = Files.writeString(folder.resolve("states.json"), text);
        String answered = EvalCommand.keys().stream()
                .filter(key -> !kind.refused.containsKey(key) && !FED.contains(key))
                .collect(Collectors.joining(","));
        run(kind.options, "eval", "--robot", file, "--states", states.toString(), "--quantity", answered, "--csv")
                .good();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyCommandTakesIt(Kind kind) throws IOException {
        String file = file(kind.robot);
        RobotModel robot = read(kind, file);
        Path states = Files.writeString(folder.resolve("motion.json"), states(robot, 7));
        assertThat(run(kind.options, "info", file).good().out()).contains(robot.name());
        Path out = folder.resolve("torques.csv");
        run(kind.options, "torque", file, states.toString(), "--out", out.toString())
                .good();
        assertThat(Files.readString(out)).startsWith("time");
        if (kind.robot.startsWith("elastic-four-bar")) {
            return;
        }
        run(kind.options, "simulate", file, "--time", "0.02", "--rate", "50").good();
        run(
                        kind.options,
                        "compile",
                        file,
                        "--quantity",
                        "torque",
                        "--out",
                        folder.resolve("code").toString())
                .good();
    }
}
