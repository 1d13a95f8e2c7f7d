package dev.catena.app.eval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.app.CommandRun;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A humanoid with springs in its legs on one foot: simulated, and the same instant asked of {@code eval}. */
class ElasticContactCommandsTest {
    private static final String FOOT = "left_foot:flat";

    @TempDir
    Path folder;

    private RobotModel robot = humanoid();
    private Path file = Path.of("");

    private static RobotModel humanoid() {
        Path place = Path.of("").toAbsolutePath();
        while (!Files.exists(place.resolve("docs/robot-yaml.md"))) {
            place = Objects.requireNonNull(place.getParent());
        }
        RobotModel rigid = RobotFiles.read(place.resolve("examples/data/humanoid.urdf"))
                .withoutFriction()
                .withFloatingBase();
        RobotModelBuilder builder = rigid.toBuilder();
        for (int k = 0; k < 4; k++) {
            Joint joint = rigid.movingJoints().get(k);
            builder.replace(joint.with(Drive.reflected(0.05).with(new Spring(400, 0.01))));
        }
        return builder.build();
    }

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("springs.yaml"), RobotYamlWriter.write(robot));
        robot = RobotFiles.read(file);
    }

    private JsonNode eval(String state, String quantities) throws IOException {
        return command(state, quantities).good().json().get("results").get(0);
    }

    private CommandRun command(String state, String quantities) throws IOException {
        String joints =
                robot.jointNames().stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
        Path states = Files.writeString(
                folder.resolve("states.json"), "{\"joints\": [%s], \"states\": [{%s}]}".formatted(joints, state));
        return CommandRun.of(
                "eval",
                "--robot",
                file.toString(),
                "--states",
                states.toString(),
                "--quantity",
                quantities,
                "--contact",
                FOOT);
    }

    private static String vector(String key, double... numbers) {
        return "\"%s\": %s".formatted(key, Arrays.toString(numbers));
    }

    /** The row of a table as a state; columns that joints do not have are zero. */
    private String state(List<String> header, List<String> row, String series) {
        return vector(
                series,
                robot.jointNames().stream()
                        .mapToDouble(joint -> {
                            int at = header.indexOf(series + "_" + joint);
                            return at < 0 ? 0 : Double.parseDouble(row.get(at));
                        })
                        .toArray());
    }

    @Test
    void evalSaysWhatTheSimulationDid() throws IOException {
        Path out = folder.resolve("run.csv");
        CommandRun run = CommandRun.of(
                "simulate",
                file.toString(),
                "--contact",
                FOOT,
                "--time",
                "0.05",
                "--qd",
                robot.jointNames().get(1) + "=0.5," + robot.jointNames().get(7) + "=1",
                "--out",
                out.toString());
        assertThat(run.good().err()).contains("strikes its contacts");
        List<String> lines = Files.readAllLines(out);
        List<String> header = Arrays.asList(lines.get(0).split(",", -1));
        List<String> row = Arrays.asList(lines.get(lines.size() - 1).split(",", -1));
        double[] base = header.stream()
                .filter(name -> name.startsWith("base_"))
                .mapToDouble(name -> Double.parseDouble(row.get(header.indexOf(name))))
                .toArray();
        assertThat(base).hasSize(13);
        String motion = String.join(
                ", ",
                state(header, row, "q"),
                state(header, row, "qd"),
                state(header, row, "theta"),
                state(header, row, "thetad"));
        String ofBase = "\"base\": {%s, %s, %s, %s"
                .formatted(
                        vector("position", Arrays.copyOf(base, 3)),
                        vector("orientation", Arrays.copyOfRange(base, 3, 7)),
                        vector("linearVelocity", Arrays.copyOfRange(base, 7, 10)),
                        vector("angularVelocity", Arrays.copyOfRange(base, 10, 13)));
        JsonNode found =
                eval(motion + ", " + ofBase + "}", "elasticAcceleration").get("elasticAcceleration");
        double[] qdd = Golden.array(found.get("joints"));
        double[] expected = robot.jointNames().stream()
                .mapToDouble(joint -> Double.parseDouble(row.get(header.indexOf("qdd_" + joint))))
                .toArray();
        Agreement.check("accelerations", qdd, expected, 1e-7);
        assertThat(Arrays.stream(qdd).map(Math::abs).max().orElseThrow()).isGreaterThan(1);

        // and back: drives that give nothing, and the same reactions
        double[] ofMotors = Arrays.copyOf(Golden.array(found.get("motors")), qdd.length);
        JsonNode ofBaseNow = found.get("base");
        String whole = motion + ", " + vector("qdd", qdd) + ", " + vector("thetadd", byJoint(ofMotors)) + ", " + ofBase
                + ", " + vector("linearAcceleration", Golden.array(ofBaseNow.get("linear"))) + ", "
                + vector("angularAcceleration", Golden.array(ofBaseNow.get("angular"))) + "}";
        JsonNode back = eval(whole, "elasticTorque,elasticJointWrench,elasticMassMatrix");
        Agreement.check("torques", Golden.array(back.get("elasticTorque")), new double[qdd.length], 1e-7);
        // a joint behind a spring carries what the spring does about its axis
        Joint joint = robot.elasticJoints().get(0);
        int k = robot.coordinate(joint.name());
        double q = Double.parseDouble(row.get(header.indexOf("q_" + joint.name())));
        double theta = Double.parseDouble(row.get(header.indexOf("theta_" + joint.name())));
        double effort = 400 * (theta + 0.01 - q);
        assertThat(Math.abs(effort)).isGreaterThan(1e-3);
        double[] moment =
                Golden.array(back.get("elasticJointWrench").get(joint.name()).get("moment"));
        double[] axis = robot.movingJoints().get(k).geometry().axisInJoint().toArray();
        double along = moment[0] * axis[0] + moment[1] * axis[1] + moment[2] * axis[2];
        Agreement.check("the spring", new double[] {along}, new double[] {effort}, 1e-6);
        derivativesUndoEachOther(whole);
        motorsFollowFromJoints(whole);
    }

    /** Motors hold a robot on one foot, and move its joints by computed torque. */
    @Test
    void lawsThatKnowSpringsOnOneFoot() throws IOException {
        for (String law : List.of("pd", "computed-torque")) {
            Path out = folder.resolve(law + ".csv");
            String moved = robot.jointNames().get(7);
            CommandRun run = CommandRun.of(
                    "simulate",
                    file.toString(),
                    "--contact",
                    FOOT,
                    "--time",
                    "0.3",
                    "--torque",
                    law,
                    "--target",
                    moved + "=0.1",
                    "--move",
                    "0.2",
                    "--out",
                    out.toString());
            run.good();
            List<String> lines = Files.readAllLines(out);
            List<String> header = Arrays.asList(lines.get(0).split(",", -1));
            String[] last = lines.get(lines.size() - 1).split(",", -1);
            assertThat(Double.parseDouble(last[header.indexOf("q_" + moved)]))
                    .as(law)
                    .isBetween(0.099, 0.101);
        }
        String[] tied = {
            "simulate",
            file.toString(),
            "--contact",
            FOOT,
            "--contact",
            "right_foot:flat",
            "--time",
            "0.1",
            "--out",
            folder.resolve("tied.csv").toString(),
            "--torque",
            "tracking"
        };
        assertThat(CommandRun.of(tied).refused().err())
                .contains("--torque pd or computed-torque")
                .contains("--rigid");
        tied[tied.length - 1] = "computed-torque";
        CommandRun.of(tied).good();
    }

    /** Torques of motors that follow from the joints' motion are those of the same motion of motors. */
    private void motorsFollowFromJoints(String state) throws IOException {
        JsonNode fed = eval(state, "motorTorque,motorTorqueRate,motorMotion");
        double[][] motors = new double[3][robot.elasticJoints().size()];
        for (int e = 0; e < motors[0].length; e++) {
            JsonNode motion =
                    fed.get("motorMotion").get(robot.elasticJoints().get(e).name());
            motors[0][e] = motion.get("position").doubleValue();
            motors[1][e] = motion.get("velocity").doubleValue();
            motors[2][e] = motion.get("acceleration").doubleValue();
        }
        String moved = state.replaceAll("\"theta(d*)\": \\[[^]]*], ", "")
                + ", " + vector("theta", byJoint(motors[0]))
                + ", " + vector("thetad", byJoint(motors[1]))
                + ", " + vector("thetadd", byJoint(motors[2]));
        Agreement.check(
                "torques of motors",
                Golden.array(eval(moved, "elasticTorque").get("elasticTorque")),
                Golden.array(fed.get("motorTorque")),
                1e-8);
        assertThat(Golden.array(fed.get("motorTorqueRate"))).hasSize(robot.jointCount());
    }

    /** Torques that cause accelerations, and accelerations that they cause: ∂τ/∂ẍ · ∂ẍ/∂τ is the identity, ∂τ/∂x + ∂τ/∂ẍ ∂ẍ/∂x is zero. */
    private void derivativesUndoEachOther(String state) throws IOException {
        JsonNode found = eval(state, "elasticTorqueSensitivity,elasticAccelerationSensitivity");
        JsonNode torque = found.get("elasticTorqueSensitivity");
        JsonNode acceleration = found.get("elasticAccelerationSensitivity");
        double[][] mass = matrix(torque.get("byAcceleration"));
        int n = robot.jointCount();
        double[][] byTorque = product(mass, matrix(acceleration.get("byTorque")));
        for (int k = 0; k < n; k++) {
            double[] unit = new double[n];
            unit[k] = 1;
            Agreement.check("torque " + k, byTorque[k], unit, 1e-7);
        }
        for (String variable : List.of("byPosition", "byVelocity")) {
            double[][] direct = matrix(torque.get(variable));
            double[][] through = product(mass, matrix(acceleration.get(variable)));
            for (int k = 0; k < n; k++) {
                double[] opposite =
                        Arrays.stream(through[k]).map(number -> -number).toArray();
                Agreement.check(variable + " of torque " + k, direct[k], opposite, 1e-7);
            }
        }
    }

    private static double[][] matrix(JsonNode rows) {
        double[][] matrix = new double[rows.size()][];
        for (int k = 0; k < matrix.length; k++) {
            matrix[k] = Golden.array(rows.get(k));
        }
        return matrix;
    }

    private static double[][] product(double[][] a, double[][] b) {
        double[][] product = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                for (int k = 0; k < b[0].length; k++) {
                    product[i][k] += a[i][j] * b[j][k];
                }
            }
        }
        return product;
    }

    /** Motors in the places of their joints. */
    private double[] byJoint(double[] motors) {
        double[] all = new double[robot.jointCount()];
        for (int e = 0; e < robot.elasticJoints().size(); e++) {
            all[robot.coordinate(robot.elasticJoints().get(e).name())] = motors[e];
        }
        return all;
    }
}
