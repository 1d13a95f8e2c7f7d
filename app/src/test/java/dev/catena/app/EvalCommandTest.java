package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catena.formats.ShippedRobots;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvalCommandTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> JOINTS = List.of("joint1", "joint2", "joint3", "joint4", "joint5", "joint6");
    private static final String ALL = String.join(",", EvalCommand.keys());

    @TempDir
    Path folder;

    /** The golden states of the Stanford arm, with their joints in a given order. */
    private Path goldenStates(List<String> joints) throws IOException {
        ObjectNode root = MAPPER.createObjectNode();
        joints.forEach(root.putArray("joints")::add);
        ArrayNode states = root.putArray("states");
        for (JsonNode golden : Golden.dynamics().at("guarino/stanford/quintic")) {
            ObjectNode state = states.addObject();
            for (String key : List.of("q", "qd", "qdd", "qddd")) {
                ArrayNode values = state.putArray(key);
                joints.forEach(joint -> values.add(golden.get(key).get(JOINTS.indexOf(joint))));
            }
        }
        Path file = folder.resolve("states-%s.json".formatted(joints.get(0)));
        Files.writeString(file, root.toString());
        return file;
    }

    private CommandRun evalGolden(String... more) throws IOException {
        return CommandRun.of(join(
                List.of(
                        "eval",
                        "--robot",
                        "stanford",
                        "--states",
                        goldenStates(JOINTS).toString()),
                more));
    }

    private static String[] join(List<String> first, String... more) {
        String[] all = Arrays.copyOf(first.toArray(String[]::new), first.size() + more.length);
        System.arraycopy(more, 0, all, first.size(), more.length);
        return all;
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private CommandRun eval(String robot, Path states, String... more) {
        return CommandRun.of(join(List.of("eval", "--robot", robot, "--states", states.toString()), more));
    }

    @Test
    void goldenTorquesAndRates() throws IOException {
        JsonNode result = evalGolden("--quantity", "torque,torqueRate").good().json();

        assertThat(result.get("joints").toString()).isEqualTo(MAPPER.writeValueAsString(JOINTS));
        JsonNode golden = Golden.dynamics().at("guarino/stanford/quintic");
        assertThat(result.get("results")).hasSize(golden.size());
        for (int k = 0; k < golden.size(); k++) {
            JsonNode values = result.get("results").get(k);
            Agreement.check(
                    "torque of state " + k,
                    Golden.array(values.get("torque")),
                    Golden.array(golden.get(k).get("tau_with_Ia")),
                    Golden.TOLERANCE);
            Agreement.check(
                    "torqueRate of state " + k,
                    Golden.array(values.get("torqueRate")),
                    Golden.array(golden.get(k).get("tau_dot_with_Ia")),
                    Golden.TOLERANCE);
        }
    }

    /** The chain rule makes the rate of torques and wrenches from their derivatives; M M⁻¹ = 1. */
    @Test
    void derivativesAndRatesAgree() throws IOException {
        JsonNode states = MAPPER.readTree(goldenStates(JOINTS).toFile()).get("states");
        JsonNode results =
                evalGolden("--no-friction", "--quantity", ALL).good().json().get("results");
        for (int k = 0; k < states.size(); k++) {
            JsonNode values = results.get(k);
            double[] torqueRate = new double[6];
            double[] wrenchRate = new double[6];
            String[] orders = {"Position", "Velocity", "Acceleration"};
            for (int order = 0; order < 3; order++) {
                double[] rates = Golden.array(states.get(k).get("q" + "d".repeat(order + 1)));
                addProduct(values.get("torqueBy" + orders[order]), rates, torqueRate);
                addProduct(values.get("jointWrenchBy" + orders[order]).get("joint2"), rates, wrenchRate);
            }
            Agreement.check("torque of state " + k, torqueRate, Golden.array(values.get("torqueRate")), 1e-11);
            JsonNode wrench = values.at("/jointWrenchRate/joint2");
            double[] expected = Arrays.copyOf(Golden.array(wrench.get("force")), 6);
            System.arraycopy(Golden.array(wrench.get("moment")), 0, expected, 3, 3);
            Agreement.check("wrench of state " + k, wrenchRate, expected, 1e-11);

            for (int column = 0; column < 6; column++) {
                double[] unit = new double[6];
                double[] one = new double[6];
                unit[column] = 1;
                double[] acceleration = new double[6];
                addProduct(values.get("accelerationByTorque"), unit, acceleration);
                addProduct(values.get("torqueByAcceleration"), acceleration, one);
                Agreement.check("M M⁻¹ of state " + k, one, unit, 1e-9);
            }
        }
    }

    /** out += matrix · vector. */
    private static void addProduct(JsonNode matrix, double[] vector, double[] out) {
        assertThat(matrix).hasSameSizeAs(out);
        for (int i = 0; i < out.length; i++) {
            assertThat(matrix.get(i)).hasSameSizeAs(vector);
            for (int k = 0; k < vector.length; k++) {
                out[i] += matrix.get(i).get(k).doubleValue() * vector[k];
            }
        }
    }

    /** At the torques of a state, accelerations differ by the derivatives times a small step. */
    @Test
    void derivativesOfAccelerationsHoldTorques() throws IOException {
        List<String> names = twoLinkJoints();
        String joints = MAPPER.writeValueAsString(names);
        Path states = write("accelerations.json", """
            {"joints": %s, "states": [{"q": [0.3, 0.4], "qd": [1, -2], "qdd": [3, 1]}]}\
            """.formatted(joints));
        JsonNode torque =
                eval("two-link", states, "--no-friction").good().json().at("/results/0/torque");
        Path driven = write("driven.json", """
            {"joints": %s, "states": [{"q": [0.3, 0.4], "qd": [1, -2], "qdd": [3, 1], "tau": %s}]}\
            """.formatted(joints, torque));
        JsonNode values = eval("two-link", driven, "--no-friction", "--quantity", ALL)
                .good()
                .json()
                .at("/results/0");

        // with qdd the accelerations that tau causes, ∂qdd = −M⁻¹ ∂torque
        for (String by : List.of("Position", "Velocity")) {
            for (int column = 0; column < 2; column++) {
                double[] unit = new double[2];
                unit[column] = 1;
                double[] change = new double[2];
                double[] acceleration = new double[2];
                addProduct(values.get("accelerationBy" + by), unit, acceleration);
                addProduct(values.get("torqueByAcceleration"), acceleration, change);
                addProduct(values.get("torqueBy" + by), unit, change);
                Agreement.check("by " + by, change, new double[2], 1e-11);
            }
        }
        assertThat(values.get("accelerationByPosition"))
                .isNotEqualTo(eval("two-link", states, "--no-friction", "--quantity", "accelerationByPosition")
                        .good()
                        .json()
                        .at("/results/0/accelerationByPosition"));
    }

    @Test
    void aJointWithoutInertiaIsNamed() throws IOException {
        Path robot = write("weak.urdf", """
            <robot name="weak"><link name="base"/><link name="needle"><inertial><mass value="0"/>
            <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial></link>
            <joint name="twist" type="continuous"><parent link="base"/><child link="needle"/></joint></robot>\
            """);
        Path states = write("weak.json", "{\"joints\": [\"twist\"], \"states\": [{\"q\": [0]}]}");

        String message = eval(robot.toString(), states, "--quantity", "torqueByPosition,accelerationByTorque")
                .refused()
                .err();

        assertThat(message).contains("accelerationByTorque of state 0", "joint \"twist\"", "no inertia");
    }

    @Test
    void everyQuantityIsDocumented() throws IOException {
        String page = Files.readString(Path.of("../docs/eval.md"));

        assertThat(EvalCommand.keys()).allSatisfy(key -> assertThat(page).contains("| `%s` |".formatted(key)));
    }

    @Test
    void torqueIsTheDefault() throws IOException {
        assertThat(evalGolden().good().out())
                .isEqualTo(evalGolden("--quantity", "torque", "--json").out());
    }

    @Test
    void jointsMayComeInAnyOrder() throws IOException {
        Path shuffled = goldenStates(List.of("joint4", "joint2", "joint6", "joint1", "joint3", "joint5"));

        CommandRun run = eval("stanford", shuffled, "--quantity", ALL).good();

        assertThat(run.out()).isEqualTo(evalGolden("--quantity", ALL).good().out());
    }

    @Test
    void csvHoldsTheNumbersOfJson() throws IOException {
        JsonNode json = evalGolden("--quantity", ALL).good().json();
        List<String> csv =
                evalGolden("--quantity", ALL, "--csv").good().out().lines().toList();

        List<String> header = List.of(csv.get(0).split(","));
        assertThat(header)
                .contains("torque_joint3", "pose_link2_position_z", "pose_link2_rotation_xy", "energy_kinetic")
                .contains("jointWrench_joint1_moment_x", "centerOfMass_y", "momentum_angular_z")
                .contains("torqueByPosition_joint2_joint3", "jointWrenchByVelocity_joint1_moment_x_joint2")
                .doesNotHaveDuplicates();
        assertThat(csv).hasSize(1 + json.get("results").size());
        for (int k = 1; k < csv.size(); k++) {
            double[] row = Arrays.stream(csv.get(k).split(","))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            assertThat(row).hasSize(header.size());
            JsonNode result = json.get("results").get(k - 1);
            assertThat(row[header.indexOf("torque_joint3")])
                    .isEqualTo(result.get("torque").get(2).doubleValue());
            assertThat(row[header.indexOf("pose_link2_rotation_xy")])
                    .isEqualTo(result.at("/pose/link2/rotation/0/1").doubleValue());
            assertThat(row[header.indexOf("jointWrench_joint1_moment_x")])
                    .isEqualTo(result.at("/jointWrench/joint1/moment/0").doubleValue());
            assertThat(row[header.indexOf("energy_kinetic")])
                    .isEqualTo(result.at("/energy/kinetic").doubleValue());
        }
    }

    @Test
    void csvAndJsonStatesGiveTheSame() throws IOException {
        Path json = write("a.json", """
            {"joints": ["elbow", "shoulder"], "states": [{"q": [0.2, 0.1], "qd": [1, 2], "qdd": [3, 4]}]}\
            """);
        Path csv = write("a.csv", """
            time,q_shoulder,q_elbow,qd_shoulder,qd_elbow,qdd_shoulder,qdd_elbow
            0.5,0.1,0.2,2,1,4,3
            """);
        List<String> names = twoLinkJoints();
        Files.writeString(
                json, Files.readString(json).replace("elbow", names.get(1)).replace("shoulder", names.get(0)));
        Files.writeString(
                csv, Files.readString(csv).replace("elbow", names.get(1)).replace("shoulder", names.get(0)));

        assertThat(eval("two-link", csv, "--quantity", ALL).good().out())
                .isEqualTo(eval("two-link", json, "--quantity", ALL).good().out());
        assertThat(eval("two-link", csv, "--csv").good().out())
                .startsWith("time,torque_")
                .contains("\n0.5,");
    }

    private static List<String> twoLinkJoints() {
        return ShippedRobots.load("two-link").jointNames();
    }

    @Test
    void bearingsAtRestCarryTheTorqueAboutTheirAxis() throws IOException {
        JsonNode resting =
                evalGolden("--quantity", "jointWrench,torque").good().json().at("/results/0");

        for (int k : new int[] {0, 1, 3, 4, 5}) {
            JsonNode wrench = resting.at("/jointWrench/" + JOINTS.get(k));
            assertThat(wrench.get("frame").asText()).isEqualTo("body link" + (k + 1));
            assertThat(wrench.get("moment").get(2))
                    .isEqualTo(resting.get("torque").get(k));
        }
        assertThat(resting.at("/jointWrench/joint3/force/2"))
                .isEqualTo(resting.get("torque").get(2));
    }

    @Test
    void wrenchOnABodyTakesItsShareOfTheTorque() throws IOException {
        String joints = MAPPER.writeValueAsString(twoLinkJoints());
        String body = ShippedRobots.load("two-link").movingJoints().get(0).child();
        Path states = write("wrench.json", """
            {"joints": %s, "states": [
              {"q": [0.3, 0.4]},
              {"q": [0.3, 0.4], "wrenches": {"%s": {"frame": "body", "force": [0, 0, 0], "moment": [0, 0, 2.5]}}},
              {"q": [0.3, 0.4], "wrenches": {"%s": {"frame": "world", "force": [0, 0, 0], "moment": [0, 0, 2.5]}}}]}
            """.formatted(joints, body, body));

        JsonNode results = eval("two-link", states).good().json().get("results");

        double free = results.get(0).get("torque").get(0).doubleValue();
        assertThat(results.get(1).get("torque").get(0).doubleValue()).isEqualTo(free - 2.5);
        assertThat(results.get(1).get("torque").get(1))
                .isEqualTo(results.get(0).get("torque").get(1));
        assertThat(results.get(2).get("torque").get(0).doubleValue()).isCloseTo(free - 2.5, within(1e-13));
    }

    @Test
    void aBaseThatFallsFreelyNeedsNoTorque() throws IOException {
        String joints = MAPPER.writeValueAsString(JOINTS);
        Path states = write("falling.json", """
            {"joints": %s, "states": [{"q": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
              "base": {"position": [1, 2, 3], "orientation": [0.70710678118654752, 0, 0, 0.70710678118654752],
                       "linearAcceleration": [0, -9.81, 0]}}]}\
            """.formatted(joints));

        JsonNode result = eval("stanford", states, "--quantity", "torque,gravity,pose")
                .good()
                .json()
                .at("/results/0");

        // turned by a quarter about x, the base sees the world's −z along its own −y
        Agreement.check("torque", Golden.array(result.get("torque")), new double[6], 1e-12);
        assertThat(result.get("gravity").get(2).doubleValue()).isNotZero();
        assertThat(Golden.array(result.at("/pose/base/position"))).containsExactly(1, 2, 3);
    }

    @Test
    void outputGoesToAFileWholeOrNotAtAll() throws IOException {
        Path out = folder.resolve("out.json");

        assertThat(evalGolden("--out", out.toString()).good().out()).isEmpty();
        assertThat(Files.readString(out)).isEqualTo(evalGolden().out());

        Files.writeString(out, "kept");
        Path huge = write("huge.json", """
            {"joints": %s, "states": [{"q": [0, 0, 0, 0, 0, 0]},
                                      {"q": [0, 0, 0, 0, 0, 0], "qd": [1e200, 1e200, 0, 0, 0, 0]}]}\
            """.formatted(MAPPER.writeValueAsString(JOINTS)));
        CommandRun run = eval("stanford", huge, "--out", out.toString()).refused();
        assertThat(run.err()).contains("torque of state 1 cannot be computed: tauOut[0]");
        assertThat(out).hasContent("kept");
        try (var files = Files.list(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
        }
    }

    @Test
    void badInputIsToldInWords() throws IOException {
        Path good = goldenStates(JOINTS);
        assertThat(evalGolden("--quantity", "torque,tork").refused().err())
                .contains("no quantity \"tork\"")
                .contains("torqueRate")
                .contains("centerOfMass");
        assertThat(eval("stanfort", good).refused().err()).contains("stanfort").contains("stanford");
        assertThat(eval("stanford", folder.resolve("none.json")).refused().err())
                .contains("none.json");
        assertThat(eval("stanford", write("x.txt", "{}")).refused().err()).contains(".json or .csv");
        assertThat(eval("stanford", write("broken.json", "{\"joints\": ["))
                        .refused()
                        .err())
                .contains("broken.json:1");
        assertThat(eval("stanford", write("number.json", Files.readString(good).replaceFirst("0\\.0", "\"x\"")))
                        .refused()
                        .err())
                .contains("number.json:1");
        assertThat(eval("stanford", write("joint.json", Files.readString(good).replace("joint6", "jointsix")))
                        .refused()
                        .err())
                .contains("jointsix");
        assertThat(CommandRun.of("eval", "--robot", "stanford").refused().err()).contains("--states");
        assertThat(evalGolden("--json", "--csv").refused().err()).contains("mutually exclusive");
        assertThat(evalGolden("--out", folder.resolve("no/such/folder.json").toString())
                        .refused()
                        .err())
                .contains("folder.json");
    }
}
