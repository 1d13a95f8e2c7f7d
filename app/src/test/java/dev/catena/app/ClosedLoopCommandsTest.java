package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Drive;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on robots with closed loops. */
class ClosedLoopCommandsTest {
    private static final Golden GOLDEN = Golden.dynamics();

    @TempDir
    private Path folder;

    private Path states(String text) throws IOException {
        return Files.writeString(folder.resolve("states.json"), text);
    }

    private CommandRun eval(String robot, String text, String... more) throws IOException {
        List<String> arguments = new java.util.ArrayList<>(
                List.of("eval", "--robot", robot, "--states", states(text).toString()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private static String state(String golden, String joints) {
        String path = "khalil/" + golden + "/";
        return "{\"joints\": %s, \"states\": [{\"q\": %s, \"qd\": %s, \"qdd\": %s, \"tau\": %s}]}"
                .formatted(
                        joints,
                        GOLDEN.at(path + "qa"),
                        GOLDEN.at(path + "qad"),
                        GOLDEN.at(path + "qadd"),
                        GOLDEN.at(path + "Gamma_c"));
    }

    /** The shipped robots are the golden ones. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"four-bar|fourbar|[\"crank\"]", "five-bar|fivebar|[\"left_hip\",\"right_hip\"]"})
    void evalGivesTheGoldenNumbers(String robot, String golden, String joints) throws IOException {
        JsonNode result = eval(
                        robot,
                        state(golden, joints),
                        "--quantity",
                        "torque,acceleration,bias,massMatrix,jointMotion,energy,cutWrench,torqueByAcceleration")
                .good()
                .json()
                .at("/results/0");
        String path = "khalil/" + golden + "/";
        GOLDEN.check(path + "Gamma_c", Golden.array(result.get("torque")));
        GOLDEN.check(path + "qadd", Golden.array(result.get("acceleration")));
        GOLDEN.check(path + "H_c", Golden.array(result.get("bias")));
        GOLDEN.check(path + "A_c", Golden.array(result.get("massMatrix")));
        GOLDEN.check(path + "A_c", Golden.array(result.get("torqueByAcceleration")));
        double energy = result.at("/energy/kinetic").doubleValue()
                + result.at("/energy/potential").doubleValue();
        GOLDEN.check(path + "total_energy", energy);
        double[] positions = ShippedRobots.load(robot).jointNames().stream()
                .mapToDouble(joint ->
                        result.get("jointMotion").get(joint).get("position").doubleValue())
                .toArray();
        GOLDEN.check(path + "q_tr", positions);
        String cut = ShippedRobots.load(robot).loops().cutJoints().get(0).name();
        GOLDEN.check(
                path + "qdd_c",
                result.at("/jointMotion/" + cut + "/acceleration").doubleValue());
        assertThat(result.at("/cutWrench/" + cut + "/force").size()).isEqualTo(3);
    }

    /** What simulate writes can be evaluated: all joints are given, and the loops agree with them. */
    @Test
    void evalTakesTheMotionOfAllJoints() throws IOException {
        Path csv = folder.resolve("run.csv");
        CommandRun.of("simulate", "four-bar", "--time", "0.3", "--q", "0.9", "--qd", "2.5", "--out", csv.toString())
                .good();
        JsonNode whole = CommandRun.of(
                        "eval", "--robot", "four-bar", "--states", csv.toString(), "--quantity", "jointMotion,torque")
                .good()
                .json();
        assertThat(whole.get("joints").size()).isEqualTo(3);
        assertThat(whole.at("/active/0").asText()).isEqualTo("crank");
        assertThat(whole.at("/independent/0").asText()).isEqualTo("crank");
        JsonNode results = whole.get("results");
        List<String> lines = Files.readAllLines(csv);
        List<String> header = List.of(lines.get(0).split(","));
        for (int k = 0; k < results.size(); k++) {
            String[] cells = lines.get(k + 1).split(",", -1);
            for (String joint : List.of("coupler", "rocker")) {
                for (String[] pair : new String[][] {{"q", "position"}, {"qd", "velocity"}, {"qdd", "acceleration"}}) {
                    double simulated = Double.parseDouble(cells[header.indexOf(pair[0] + "_" + joint)]);
                    double evaluated = results.get(k)
                            .get("jointMotion")
                            .get(joint)
                            .get(pair[1])
                            .doubleValue();
                    Agreement.check("row " + k + " " + joint, evaluated, simulated, 1e-10);
                }
            }
        }
    }

    @Test
    void evalRefusesWhatItCannotAnswer() throws IOException {
        String good = state("fourbar", "[\"crank\"]");
        assertThat(eval("four-bar", good, "--quantity", "jointWrenchByPosition")
                        .refused()
                        .err())
                .contains("jointWrenchByPosition is not computed for robots with closed loops");
        assertThat(eval("four-bar", good.replace("crank", "rocker")).refused().err())
                .contains("unknown joint \"rocker\"");
        String rocker = ShippedRobots.text("four-bar").replace("active: [crank]", "active: [rocker]");
        Path file = Files.writeString(folder.resolve("driven.yaml"), rocker);
        assertThat(eval(file.toString(), "{\"joints\": [\"rocker\"], \"states\": [{\"q\": [1.7]}, {\"q\": [1.2]}]}")
                        .refused()
                        .err())
                .contains("state 1: the loops of robot \"four-bar\" cannot be closed");
        String free = ShippedRobots.text("five-bar").replace("active: [left_hip, right_hip]", "active: [left_hip]");
        file = Files.writeString(folder.resolve("free.yaml"), free);
        assertThat(eval(file.toString(), "{\"joints\": [\"left_hip\"], \"states\": [{\"q\": [1.8]}]}")
                        .refused()
                        .err())
                .contains("state 0: robot \"five-bar\" has 2 freedoms, but only 1 independent joints");
        String both = ShippedRobots.text("four-bar")
                .replace("active: [crank]", "active: [crank, rocker]\n  independent: [crank]");
        file = Files.writeString(folder.resolve("both.yaml"), both);
        assertThat(eval(file.toString(), "{\"joints\": [\"crank\", \"rocker\"], \"states\": [{\"q\": [0.9, 1.7]}]}")
                        .refused()
                        .err())
                .contains("state 0 puts joint \"rocker\" at 1.7, but the loops put it at 1.618");
    }

    /** A slide of a crank that is not where the loop puts it is refused in any unit of length. */
    @ParameterizedTest
    @ValueSource(doubles = {0x1p-20, 1, 0x1p20})
    void slidesThatContradictTheirLoopAreRefused(double unit) throws IOException {
        String inertia =
                "inertia: {mass: 1, center-of-mass: [0, 0, 0], tensor-about-center: {xx: %1$s, yy: %1$s, zz: %1$s}}"
                        .formatted(0.1 * unit * unit);
        double rod = -Math.asin(0.5 * Math.sin(0.5));
        double slide = unit * (Math.cos(0.5) + 2 * Math.cos(rod));
        String robot = """
                catena: 1
                name: slider-crank
                gravity: [0, %1$s, 0]
                base: {name: base}
                convention: placement
                joints:
                  - {name: crank, kind: revolute, parent: base, body: wheel, axis: [0, 0, 1], %2$s}
                  - {name: pin, kind: revolute, parent: wheel, body: rod, placement: {xyz: [%3$s, 0, 0]}, axis: [0, 0, 1], %2$s}
                  - {name: slide, kind: prismatic, parent: base, body: block, axis: [1, 0, 0], %2$s}
                loops:
                  active: [crank, slide]
                  independent: [crank]
                  assembly: {crank: 0.5, pin: %4$s, slide: %5$s}
                  cuts:
                    - {name: end, kind: revolute, first: {body: rod, xyz: [%6$s, 0, 0]}, second: {body: block}}
                """.formatted(-9.81 * unit, inertia, unit, rod - 0.5, slide, 2 * unit);
        Path file = Files.writeString(folder.resolve("slider-crank.yaml"), robot);
        String states = "{\"joints\": [\"crank\", \"slide\"], \"states\": [{\"q\": [0.5, %s]}]}";
        for (double off : new double[] {0, 0.5e-6}) {
            eval(file.toString(), states.formatted(slide + off * unit), "--quantity", "gravity")
                    .good();
        }
        for (double off : new double[] {4e-6, 0.1, -0.1}) {
            assertThat(eval(file.toString(), states.formatted(slide + off * unit), "--quantity", "gravity")
                            .refused()
                            .err())
                    .contains("state 0 puts joint \"slide\" at");
        }
    }

    @Test
    void simulateKeepsTheLoopsClosedAndRefusesWhatTheyCannotHave() {
        JsonNode summary = CommandRun.of(
                        "simulate", "five-bar", "--time", "0.1", "--integrator", "rk4", "--no-friction", "--json")
                .good()
                .json();
        assertThat(summary.toString()).contains("left_knee");
        assertThat(CommandRun.of("simulate", "four-bar", "--time", "1", "--torque", "tracking")
                        .refused()
                        .err())
                .contains("take --torque computed-torque");
        assertThat(CommandRun.of("simulate", "four-bar", "--time", "1", "--q", "coupler=1")
                        .refused()
                        .err())
                .contains("joint \"coupler\" follows from the independent joints crank");
        assertThat(CommandRun.of("simulate", "four-bar", "--time", "1", "--q", "1,2,3")
                        .refused()
                        .err())
                .contains("has 3 values, but robot \"four-bar\" has 1 independent joint");
    }

    /** Springs in loops and on floating bases: simulated and controlled by the same words as rigid drives. */
    @ParameterizedTest
    @CsvSource({
        "four-bar, crank, pd, crank=1.1",
        "four-bar, crank, computed-torque, crank=1.1",
        "satellite-arm, , computed-torque, '0.2,0.3'",
        "satellite-arm, , pd, '0.2,0.3'"
    })
    void springsAreSimulatedAndControlled(String name, @Nullable String driven, String law, String target) {
        RobotModel robot =
                driven == null ? ShippedRobots.load("two-link").withFloatingBase() : ShippedRobots.load(name);
        Joint joint = robot.movingJoints().get(driven == null ? 0 : robot.coordinate(driven));
        RobotModelBuilder builder =
                robot.toBuilder().replace(joint.with(Drive.reflected(0.02).with(Spring.of(400))));
        if (driven == null) {
            builder.base(
                    robot.base().name(),
                    SpatialInertia.aboutCenterOfMass(20, Vector3.ZERO, InertiaTensor.diagonal(3, 3, 3)));
        }
        Path file = folder.resolve("springy.yaml");
        RobotFiles.write(builder.build(), file);
        Path csv = folder.resolve("run.csv");
        JsonNode json = CommandRun.of(
                        "simulate",
                        file.toString(),
                        "--time",
                        "1.2",
                        "--torque",
                        law,
                        "--target",
                        target,
                        "--move",
                        "0.6",
                        "--bandwidth",
                        "20",
                        "--json",
                        "--out",
                        csv.toString())
                .good()
                .json();
        assertThat(json.get("elasticJoints").get(0).asText()).isEqualTo(joint.name());
        assertThat(json.get("theta")).hasSize(1);
        double goal = driven == null ? 0.2 : 1.1;
        assertThat(json.get("q").get(robot.coordinate(joint.name())).doubleValue())
                .isCloseTo(goal, within(2e-3));
        assertThat(CommandRun.of("simulate", file.toString(), "--time", "1", "--torque", "tracking")
                        .refused()
                        .err())
                .contains("take --torque computed-torque");
        if (driven != null) {
            assertThat(CommandRun.of("simulate", file.toString(), "--time", "0.2")
                            .good()
                            .err())
                    .contains("so the drives go to");
        }
    }

    /** Told nothing, loops show a motion from end to end; told where to go, they are there in the end. */
    @ParameterizedTest
    @ValueSource(strings = {"four-bar", "five-bar", "bennett", "seven-joint", "stewart", "delta"})
    void simulateShowsAMotionUnlessToldOtherwise(String robot) {
        CommandRun run =
                CommandRun.of("simulate", robot, "--time", "0.4", "--json").good();
        assertThat(run.err()).contains("so the drives go to", "--torque zero lets go");
        assertThat(run.json().get("status").asText()).isEqualTo("finished");
        double most = 0;
        for (JsonNode effort : run.json().get("tau")) {
            most = Math.max(most, Math.abs(effort.doubleValue()));
        }
        assertThat(most).as("what holds it in the end").isGreaterThan(0.05);
    }

    @Test
    void computedTorqueBringsLoopsToTheirTarget() {
        JsonNode joints = CommandRun.of(
                        "simulate",
                        "five-bar",
                        "--torque",
                        "computed-torque",
                        "--target",
                        "left_hip=2,right_hip=1",
                        "--move",
                        "0.5",
                        "--time",
                        "0.6",
                        "--json")
                .good()
                .json()
                .get("q");
        assertThat(joints.get(0).doubleValue()).isCloseTo(2, within(1e-6));
        assertThat(joints.get(1).doubleValue()).isCloseTo(1, within(1e-6));
    }

    /** Linkages and parallel robots go to their target and stay there. */
    @ParameterizedTest
    @CsvSource({
        "four-bar, computed-torque, crank, 1.2",
        "four-bar, pd, crank, 1.2",
        "delta, computed-torque, leg1_arm, 0.4",
        "delta, pd, leg2_arm, 0.6",
    })
    void loopsAreControlled(String robot, String law, String joint, double target) {
        JsonNode summary = CommandRun.of(
                        "simulate",
                        robot,
                        "--torque",
                        law,
                        "--target",
                        joint + "=" + target,
                        "--move",
                        "0.3",
                        "--bandwidth",
                        "25",
                        "--time",
                        "0.8",
                        "--no-friction",
                        "--tolerance",
                        "1e-7",
                        "--json")
                .good()
                .json();
        int at = 0;
        while (!summary.at("/joints/" + at).asText().equals(joint)) {
            at++;
        }
        assertThat(summary.at("/q/" + at).asDouble()).isCloseTo(target, within(1e-4));
    }

    @Test
    void torquesOfAFileDriveTheActiveJoints() throws IOException {
        Path torques = Files.writeString(folder.resolve("tau.csv"), "time,tau_crank\n0,0.3\n1,0.3\n");
        Path csv = folder.resolve("run.csv");
        CommandRun.of(
                        "simulate",
                        "four-bar",
                        "--time",
                        "0.6",
                        "--q",
                        "0.9",
                        "--qd",
                        "2.5",
                        "--no-friction",
                        "--tolerance",
                        "1e-12",
                        "--torque",
                        torques.toString(),
                        "--out",
                        csv.toString())
                .good();
        List<String> lines = Files.readAllLines(csv);
        String[] end = lines.get(lines.size() - 1).split(",", -1);
        double[] q = {Double.parseDouble(end[1]), Double.parseDouble(end[2]), Double.parseDouble(end[3])};
        Agreement.check("end", q, GOLDEN.array("khalil/fourbar/simulation/q_tr"), 1e-9);
    }

    @Test
    void otherCommandsKnowLoops() throws IOException {
        Path trajectory = Files.writeString(
                folder.resolve("t.csv"), "time,q_crank,qd_crank,qdd_crank,qddd_crank\n0,1,2,3,4\n1,1.5,0.5,0.25,0\n");
        Path torques = folder.resolve("tau.csv");
        CommandRun.of(
                        "torque",
                        "four-bar",
                        trajectory.toString(),
                        "--out",
                        torques.toString(),
                        "--html",
                        folder.resolve("t.html").toString())
                .good();
        JsonNode expected = CommandRun.of(
                        "eval",
                        "--robot",
                        "four-bar",
                        "--states",
                        trajectory.toString(),
                        "--quantity",
                        "torque,torqueRate")
                .good()
                .json();
        List<String> lines = Files.readAllLines(torques);
        List<String> header = List.of(lines.get(0).split(",", -1));
        for (int k = 0; k < 2; k++) {
            String[] cells = lines.get(k + 1).split(",", -1);
            assertThat(Double.parseDouble(cells[header.indexOf("tau_crank")]))
                    .isCloseTo(expected.at("/results/%s/torque/0".formatted(k)).asDouble(), within(1e-12));
            assertThat(Double.parseDouble(cells[header.indexOf("tauRate_crank")]))
                    .isCloseTo(
                            expected.at("/results/%s/torqueRate/0".formatted(k)).asDouble(), within(1e-10));
            assertThat(Double.parseDouble(cells[header.indexOf("tau_rocker")])).isZero();
        }
        assertThat(CommandRun.of("info", "four-bar").good().out()).contains("Closed loops, driven by crank");
        assertThat(CommandRun.of("info", "four-bar", "--json")
                        .good()
                        .json()
                        .at("/cutJoints/0/name")
                        .textValue())
                .isEqualTo("pin");
        Path urdf = folder.resolve("bars.urdf");
        CommandRun.of("convert", "four-bar", urdf.toString()).good();
        assertThat(RobotFiles.read(urdf).loops())
                .isEqualTo(ShippedRobots.load("four-bar").loops());
    }
}
