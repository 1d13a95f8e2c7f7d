package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catena.formats.RobotFiles;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import dev.catena.testkit.ReferenceResults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code catena eval} against Pinocchio's results, from file to file. */
class ReferenceTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final double TOLERANCE = 1e-9;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"ur5", "treemix20", "baxter"})
    void fixedBase(String name) throws IOException {
        JsonNode reference = read(name);
        Path states = states(reference, false);

        JsonNode run =
                run(reference, states, "torque,torqueRate,gravity,bias,energy,centerOfMass,momentum,jointWrench,pose");

        for (int k = 0; k < reference.get("states").size(); k++) {
            JsonNode expected = reference.get("states").get(k);
            JsonNode actual = run.get("results").get(k);
            checkJoints("torque", run, actual, reference, expected.get("tau"), k);
            checkJoints("torqueRate", run, actual, reference, expected.get("tau_dot"), k);
            checkJoints("gravity", run, actual, reference, expected.get("g"), k);
            checkJoints("bias", run, actual, reference, expected.get("h"), k);
            checkSystem(actual, expected, k);
            checkBodies(actual, reference, expected, k);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hyq_fb"})
    void baseThatMovesAsTold(String name) throws IOException {
        JsonNode reference = read(name);
        Path states = states(reference, true);

        JsonNode run = run(reference, states, "torque,baseWrench,energy,centerOfMass,momentum,bodyVelocity");

        for (int k = 0; k < reference.get("states").size(); k++) {
            JsonNode expected = reference.get("states").get(k);
            JsonNode actual = run.get("results").get(k);
            checkJoints("torque", run, actual, reference, expected.get("tau"), k);
            checkSystem(actual, expected, k);
            double[] wrench = concatenated(actual.at("/baseWrench/force"), actual.at("/baseWrench/moment"));
            double[] tau = Golden.array(expected.get("tau"));
            Agreement.check("baseWrench, state " + k, wrench, Arrays.copyOf(tau, 6), TOLERANCE);
        }
    }

    /** Forward dynamics, mass matrix and centroidal momentum; what acts on a floating base is a wrench on it. */
    @ParameterizedTest
    @CsvSource({"ur5,false", "treemix20,false", "hyq_fb,true", "simple_humanoid_fb,true"})
    void forwardDynamics(String name, boolean floating) throws IOException {
        JsonNode reference = read(name);
        ObjectNode given =
                (ObjectNode) MAPPER.readTree(states(reference, floating).toFile());
        int first = floating ? 6 : 0;
        for (int k = 0; k < reference.get("states").size(); k++) {
            double[] tau = Golden.array(reference.get("states").get(k).get("tau_rand"));
            ObjectNode state = (ObjectNode) given.get("states").get(k);
            state.set("tau", MAPPER.valueToTree(Arrays.copyOfRange(tau, first, tau.length)));
            if (floating) {
                ObjectNode wrench =
                        state.putObject("wrenches").putObject("base").put("frame", "body");
                wrench.set("force", MAPPER.valueToTree(Arrays.copyOf(tau, 3)));
                wrench.set("moment", MAPPER.valueToTree(Arrays.copyOfRange(tau, 3, 6)));
            }
        }
        Path file = Files.writeString(folder.resolve("forward.json"), given.toString());
        String quantities = "acceleration,baseAcceleration,massMatrix,centroidalMomentum,centroidalMomentumMatrix,"
                + "accelerationByPosition,accelerationByVelocity,torqueByAcceleration";

        JsonNode run = floating ? run(reference, file, quantities, "--floating") : run(reference, file, quantities);

        for (int k = 0; k < reference.get("states").size(); k++) {
            JsonNode expected = reference.get("states").get(k);
            JsonNode actual = run.get("results").get(k);
            checkJoints("acceleration", run, actual, reference, expected.get("qdd"), k);
            checkMatrix("massMatrix", run, actual, reference, expected.get("M"), k);
            checkMatrix("torqueByAcceleration", run, actual, reference, expected.get("M"), k);
            checkMatrix("accelerationByPosition", run, actual, reference, expected.get("dqdd_dq"), k);
            checkMatrix("accelerationByVelocity", run, actual, reference, expected.get("dqdd_dv"), k);
            Agreement.check(
                    "centroidal momentum of state " + k,
                    concatenated(actual.at("/centroidalMomentum/linear"), actual.at("/centroidalMomentum/angular")),
                    Golden.array(expected.get("centroidal_momentum")),
                    TOLERANCE);
            if (floating) {
                Agreement.check(
                        "base acceleration of state " + k,
                        concatenated(actual.at("/baseAcceleration/linear"), actual.at("/baseAcceleration/angular")),
                        Arrays.copyOf(Golden.array(expected.get("qdd")), 6),
                        TOLERANCE);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"ur5,false", "treemix20,false", "hyq_fb,true", "simple_humanoid_fb,true"})
    void derivativesOfTorques(String name, boolean floating) throws IOException {
        JsonNode reference = read(name);
        Path file = states(reference, floating);
        String quantities = "torqueByPosition,torqueByVelocity";

        JsonNode run = floating ? run(reference, file, quantities, "--floating") : run(reference, file, quantities);

        for (int k = 0; k < reference.get("states").size(); k++) {
            JsonNode expected = reference.get("states").get(k);
            JsonNode actual = run.get("results").get(k);
            checkMatrix("torqueByPosition", run, actual, reference, expected.get("dtau_dq"), k);
            checkMatrix("torqueByVelocity", run, actual, reference, expected.get("dtau_dv"), k);
        }
    }

    /** A square matrix over the freedoms. */
    private static void checkMatrix(
            String quantity, JsonNode run, JsonNode result, JsonNode reference, JsonNode expected, int k) {
        JsonNode actual = result.get(quantity);
        List<String> joints = new ArrayList<>();
        run.get("joints").forEach(joint -> joints.add(joint.asText()));
        int size = expected.size();
        int first = size - joints.size();
        int[] ours = new int[size];
        for (int i = 0; i < first; i++) {
            ours[i] = i;
        }
        for (JsonNode joint : moving(reference)) {
            ours[joint.get("idx_v").asInt()] =
                    first + joints.indexOf(joint.get("name").asText());
        }
        double[] sorted = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                sorted[i * size + j] = actual.get(ours[i]).get(ours[j]).doubleValue();
            }
        }
        Agreement.check(quantity + " of state " + k, sorted, Golden.array(expected), TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void externalWrenches(boolean inWorld) throws IOException {
        JsonNode reference = read("ur5");
        ObjectNode states =
                (ObjectNode) MAPPER.readTree(states(reference, false).toFile());
        for (int k = 0; k < reference.get("states").size(); k++) {
            addWrenches((ObjectNode) states.get("states").get(k), reference, k, inWorld);
        }
        Path file = Files.writeString(folder.resolve("wrenches.json"), states.toString());

        JsonNode run = run(reference, file, "torque");

        for (int k = 0; k < reference.get("states").size(); k++) {
            JsonNode expected = reference.get("states").get(k).get("tau_fext");
            checkJoints("torque", run, run.get("results").get(k), reference, expected, k);
        }
    }

    private static void addWrenches(ObjectNode state, JsonNode reference, int k, boolean inWorld) {
        ObjectNode wrenches = state.putObject("wrenches");
        JsonNode given = reference.get("states").get(k);
        for (int j = 0; j < reference.get("joints").size(); j++) {
            double[] w = Golden.array(given.get("fext_local").get(j));
            double[] force = Arrays.copyOf(w, 3);
            double[] moment = Arrays.copyOfRange(w, 3, 6);
            if (inWorld) {
                double[] r = Golden.array(given.get("poses_world").get(j).get("R"));
                force = turned(r, force);
                moment = turned(r, moment);
            }
            String body = ReferenceResults.bodyOf(
                    reference.get("joints").get(j).get("name").asText());
            ObjectNode wrench = wrenches.putObject(body).put("frame", inWorld ? "world" : "body");
            wrench.set("force", MAPPER.valueToTree(force));
            wrench.set("moment", MAPPER.valueToTree(moment));
        }
    }

    private static double[] turned(double[] r, double[] v) {
        double[] result = new double[3];
        for (int i = 0; i < 3; i++) {
            result[i] = r[3 * i] * v[0] + r[3 * i + 1] * v[1] + r[3 * i + 2] * v[2];
        }
        return result;
    }

    private static JsonNode read(String name) {
        return ReferenceResults.of(name).json();
    }

    private static List<JsonNode> moving(JsonNode reference) {
        return reference.get("joints").findParents("nv").stream()
                .filter(joint -> joint.get("nv").asInt() == 1)
                .toList();
    }

    private Path states(JsonNode reference, boolean floating) throws IOException {
        ObjectNode root = MAPPER.createObjectNode();
        moving(reference)
                .forEach(joint -> root.withArray("joints").add(joint.get("name").asText()));
        ArrayNode states = root.putArray("states");
        int first = floating ? 6 : 0;
        for (JsonNode given : reference.get("states")) {
            ObjectNode state = states.addObject();
            state.set("q", given.get("q_scalar"));
            state.set("qd", tail(given.get("v"), first));
            state.set("qdd", tail(given.get("a"), first));
            if (given.has("jerk")) {
                state.set("qddd", tail(given.get("jerk"), first));
            }
            if (floating) {
                double[] q = Golden.array(given.get("q"));
                double[] v = Golden.array(given.get("v"));
                double[] a = Golden.array(given.get("a"));
                ObjectNode base = state.putObject("base");
                base.set("position", MAPPER.valueToTree(Arrays.copyOf(q, 3)));
                base.set("orientation", MAPPER.valueToTree(Arrays.copyOfRange(q, 3, 7)));
                base.set("linearVelocity", MAPPER.valueToTree(Arrays.copyOf(v, 3)));
                base.set("angularVelocity", MAPPER.valueToTree(Arrays.copyOfRange(v, 3, 6)));
                base.set("linearAcceleration", MAPPER.valueToTree(Arrays.copyOf(a, 3)));
                base.set("angularAcceleration", MAPPER.valueToTree(Arrays.copyOfRange(a, 3, 6)));
            }
        }
        return Files.writeString(folder.resolve("states.json"), root.toString());
    }

    private static ArrayNode tail(JsonNode numbers, int first) {
        ArrayNode tail = MAPPER.createArrayNode();
        for (int k = first; k < numbers.size(); k++) {
            tail.add(numbers.get(k));
        }
        return tail;
    }

    /** The robot's own file, or one of its figures. */
    private Path urdf(JsonNode reference) {
        ReferenceResults results = ReferenceResults.of(reference.get("name").textValue());
        Path file = folder.resolve("robot.urdf");
        try {
            Optional<String> text = results.urdf();
            if (text.isPresent()) {
                return Files.writeString(file, text.get());
            }
            RobotFiles.write(results.robot(), file);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode run(JsonNode reference, Path states, String quantities, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "eval",
                "--robot",
                urdf(reference).toString(),
                "--states",
                states.toString(),
                "--quantity",
                quantities,
                "--no-friction"));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new)).good().json();
    }

    /** The reference orders joints in its own way. */
    private static void checkJoints(
            String quantity, JsonNode run, JsonNode actual, JsonNode reference, JsonNode expected, int k) {
        List<String> joints = MAPPER.convertValue(run.get("joints"), new TypeReference<>() {});
        List<JsonNode> moving = moving(reference);
        double[] sorted = new double[moving.size()];
        double[] wanted = new double[moving.size()];
        assertThat(joints).hasSize(moving.size());
        for (int j = 0; j < sorted.length; j++) {
            sorted[j] = actual.get(quantity)
                    .get(joints.indexOf(moving.get(j).get("name").asText()))
                    .doubleValue();
            wanted[j] = expected.get(moving.get(j).get("idx_v").asInt()).doubleValue();
        }
        Agreement.check(quantity + " of state " + k, sorted, wanted, TOLERANCE);
    }

    private static void checkSystem(JsonNode actual, JsonNode expected, int k) {
        String of = " of state " + k;
        Agreement.check(
                "kinetic energy" + of,
                actual.at("/energy/kinetic").doubleValue(),
                expected.get("kinetic_energy").doubleValue(),
                TOLERANCE);
        Agreement.check(
                "potential energy" + of,
                actual.at("/energy/potential").doubleValue(),
                expected.get("potential_energy").doubleValue(),
                TOLERANCE);
        Agreement.check(
                "center of mass" + of,
                Golden.array(actual.get("centerOfMass")),
                Golden.array(expected.get("com")),
                TOLERANCE);
        Agreement.check(
                "momentum" + of,
                concatenated(actual.at("/momentum/linear"), actual.at("/momentum/angular")),
                Golden.array(expected.get("centroidal_momentum")),
                TOLERANCE);
    }

    private static void checkBodies(JsonNode actual, JsonNode reference, JsonNode expected, int k) {
        for (int j = 0; j < reference.get("joints").size(); j++) {
            String joint = reference.get("joints").get(j).get("name").asText();
            JsonNode wrench = actual.get("jointWrench").get(joint);
            Agreement.check(
                    "wrench of %s, state %s".formatted(joint, k),
                    concatenated(wrench.get("force"), wrench.get("moment")),
                    Golden.array(expected.get("joint_wrench_local").get(j)),
                    TOLERANCE);
            String body = wrench.get("frame").asText().substring("body ".length());
            Agreement.check(
                    "pose of %s, state %s".formatted(body, k),
                    concatenated(
                            actual.get("pose").get(body).get("position"),
                            actual.get("pose").get(body).get("rotation")),
                    concatenated(
                            expected.get("poses_world").get(j).get("p"),
                            expected.get("poses_world").get(j).get("R")),
                    TOLERANCE);
        }
    }

    private static double[] concatenated(JsonNode a, JsonNode b) {
        double[] first = Golden.array(a);
        double[] second = Golden.array(b);
        double[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
