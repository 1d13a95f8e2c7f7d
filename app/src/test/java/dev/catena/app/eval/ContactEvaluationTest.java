package dev.catena.app.eval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.app.CommandRun;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.model.Contact;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A humanoid that stands on two flat feet: what the ground does, from states and from the command line. */
class ContactEvaluationTest {
    private static final String BASE =
            "\"base\": {\"position\": [0, 0, 0.3], \"orientation\": [0, 0, 0, 1], \"linearVelocity\": [%s, 0, 0],"
                    + " \"angularVelocity\": [0, 0, 0], \"linearAcceleration\": [0, 0, %s], \"angularAcceleration\": [0,"
                    + " 0, 0]}";

    @TempDir
    Path folder;

    private static Path robot() {
        Path place = Path.of("").toAbsolutePath();
        while (!Files.exists(place.resolve("docs/robot-yaml.md"))) {
            place = Objects.requireNonNull(place.getParent());
        }
        return place.resolve("examples/data/humanoid.urdf");
    }

    private static final RobotModel HUMANOID = RobotFiles.read(robot()).withFloatingBase();

    private static List<String> feet() {
        return List.of("left_foot", "right_foot");
    }

    private CommandRun eval(String state, String quantities, String... more) throws IOException {
        String joints =
                HUMANOID.jointNames().stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
        Path file = Files.writeString(
                folder.resolve("states.json"), "{\"joints\": [%s], \"states\": [{%s}]}".formatted(joints, state));
        String[] words = {
            "eval", "--robot", robot().toString(), "--states", file.toString(), "--quantity", quantities, "--floating"
        };
        String[] all = Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return CommandRun.of(all);
    }

    private static String vector(String key, double... numbers) {
        return "\"%s\": %s".formatted(key, Arrays.toString(numbers));
    }

    private static double[] posture() {
        double[] q = new double[HUMANOID.jointCount()];
        for (int k = 0; k < q.length; k++) {
            q[k] = 0.1 + 0.05 * (k % 3);
        }
        return q;
    }

    private static String[] options() {
        return feet().stream()
                .flatMap(foot -> Stream.of("--contact", foot + ":flat"))
                .toArray(String[]::new);
    }

    @Test
    void groundCarriesTheWeight() throws IOException {
        String state = vector("q", posture()) + ", " + BASE.formatted(0, 0);
        JsonNode result = eval(state, "torque,gravity,cutWrench,baseWrench,pose", options())
                .good()
                .json()
                .get("results")
                .get(0);
        double weight = 9.81
                * HUMANOID.bodies().stream()
                        .mapToDouble(body -> body.inertia().mass())
                        .sum();
        double[] sum = new double[3];
        for (int k = 0; k < feet().size(); k++) {
            String foot = feet().get(k);
            double[] force = Golden.array(result.get("cutWrench")
                    .get("contact%s_%s".formatted(k + 1, foot))
                    .get("force"));
            JsonNode R = result.get("pose").get(foot).get("rotation");
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    sum[i] += R.get(i).get(j).doubleValue() * force[j];
                }
            }
        }
        Agreement.check("weight", sum, new double[] {0, 0, weight}, 1e-11);
        Agreement.check("still", Golden.array(result.get("gravity")), Golden.array(result.get("torque")), 1e-12);
        Agreement.check(
                "nothing is left for whoever would hold the base",
                Golden.array(result.get("baseWrench").get("force")),
                new double[3],
                1e-9 * weight);
        // the same words in the states
        String words = feet().stream().map(foot -> "\"" + foot + ":flat\"").collect(Collectors.joining(", "));
        JsonNode again =
                eval(state + ", \"contacts\": [" + words + "]", "torque").good().json();
        Agreement.check("states", Golden.array(again.at("/results/0/torque")), Golden.array(result.get("torque")), 0);
    }

    /** Contacts of the robot file count by themselves; the command line chooses among them, or none. */
    @Test
    void contactsMayStandInTheRobotFile() throws IOException {
        RobotModelBuilder builder = HUMANOID.toBuilder();
        feet().forEach(foot -> builder.contact(Contact.of(foot + "_sole", foot, Pose.IDENTITY, Contact.Kind.FLAT)));
        Path standing = Files.writeString(folder.resolve("standing.yaml"), RobotYamlWriter.write(builder.build()));
        String state = vector("q", posture()) + ", " + BASE.formatted(0, 0);
        double[] expected =
                Golden.array(eval(state, "torque", options()).good().json().at("/results/0/torque"));
        Path states = folder.resolve("states.json");
        String[] words = {"eval", "--robot", standing.toString(), "--states", states.toString(), "--quantity", "torque"
        };
        Agreement.check("of the file", torque(words), expected, 0);
        Agreement.check("all", torque(words, "--contact", "all"), expected, 0);
        Agreement.check(
                "by name", torque(words, "--contact", "left_foot_sole", "--contact", "right_foot_sole"), expected, 0);
        double[] floating = Golden.array(eval(state, "torque").good().json().at("/results/0/torque"));
        Agreement.check("none", torque(words, "--contact", "none"), floating, 0);
        assertThat(CommandRun.of("info", standing.toString()).good().out())
                .contains("Places that may stand", "left_foot_sole on left_foot");
        assertThat(CommandRun.of("info", standing.toString(), "--json")
                        .good()
                        .json()
                        .at("/contacts/1/name")
                        .asText())
                .isEqualTo("right_foot_sole");
        String[] wrong = Arrays.copyOf(words, words.length + 2);
        wrong[words.length] = "--contact";
        wrong[words.length + 1] = "left_sole";
        assertThat(CommandRun.of(wrong).refused().err()).contains("the robot file has left_foot_sole");
    }

    /** A command that does not count the contacts of the file says so. */
    @Test
    void torqueSaysThatItKnowsNoContacts() throws IOException {
        RobotModel robot = HUMANOID.toBuilder()
                .contact(Contact.of("sole", "left_foot", Pose.IDENTITY, Contact.Kind.FLAT))
                .build();
        Path standing = Files.writeString(folder.resolve("standing.yaml"), RobotYamlWriter.write(robot));
        StringBuilder header = new StringBuilder("time");
        StringBuilder row = new StringBuilder("0");
        for (String series : List.of("q", "qd", "qdd", "qddd")) {
            for (String joint : robot.jointNames()) {
                header.append(',').append(series).append('_').append(joint);
                row.append(",0.1");
            }
        }
        Path motion = Files.writeString(folder.resolve("motion.csv"), header + "\n" + row + "\n");
        assertThat(CommandRun.of("torque", standing.toString(), motion.toString())
                        .good()
                        .err())
                .contains("without the contacts of its file");
    }

    private static double[] torque(String[] words, String... more) {
        String[] all = Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return Golden.array(CommandRun.of(all).good().json().at("/results/0/torque"));
    }

    @Test
    void torquesOfAStandCauseNoMotion() throws IOException {
        String state = vector("q", posture()) + ", " + BASE.formatted(0, 0);
        double[] torque =
                Golden.array(eval(state, "torque", options()).good().json().at("/results/0/torque"));
        JsonNode result = eval(state + ", " + vector("tau", torque), "acceleration,baseAcceleration", options())
                .good()
                .json()
                .get("results")
                .get(0);
        Agreement.check("joints", Golden.array(result.get("acceleration")), new double[torque.length], 1e-8);
        Agreement.check("base", Golden.array(result.at("/baseAcceleration/linear")), new double[3], 1e-8);
    }

    @Test
    void refusesWhatContactsForbid() throws IOException {
        String q = vector("q", posture()) + ", ";
        assertThat(eval(q + BASE.formatted(0.1, 0), "torque", options())
                        .refused()
                        .err())
                .contains("state 0 move contacts by");
        assertThat(eval(q + BASE.formatted(0, 1), "torque", options()).refused().err())
                .contains("break tie");
        assertThat(eval(q + BASE.formatted(0, 0), "regressor", options())
                        .refused()
                        .err())
                .contains("regressor is not computed for robots that contacts hold");
        assertThat(eval(q + BASE.formatted(0, 0), "torque", "--contact", "nose:point")
                        .refused()
                        .err())
                .contains("no body \"nose\"");
        assertThat(eval(q + BASE.formatted(0, 0), "torque", "--batch", "--contact", feet().get(0) + ":flat")
                        .refused()
                        .err())
                .contains("--batch knows no contacts");
        assertThat(eval(q + BASE.formatted(0, 0) + ", \"contacts\": 3", "torque")
                        .refused()
                        .err())
                .contains("a list of contacts");
        assertThat(eval(
                                q + BASE.formatted(0, 0),
                                "pose,energy,massMatrix,jointWrench,bias,torqueRate,torqueSensitivity,accelerationSensitivity",
                                options())
                        .good()
                        .json()
                        .get("results"))
                .hasSize(1);
    }
}
