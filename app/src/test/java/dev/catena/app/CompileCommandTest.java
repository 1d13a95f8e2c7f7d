package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.graph.OperationCount;
import dev.catena.compile.source.RobotSource;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.quantity.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompileCommandTest {
    @TempDir
    Path folder;

    private List<String> files(Path where) throws IOException {
        try (Stream<Path> found = Files.list(where)) {
            return found.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void help() {
        assertThat(CommandRun.of("compile", "--help").good().out())
                .contains("Usage: catena compile", "--quantity", "massMatrix", "Examples: catena compile");
    }

    @Test
    void countsOperations() throws IOException {
        OperationCount expected = RobotCompiler.program(ShippedRobots.load("stanford"), Quantity.TORQUE)
                .count();

        assertThat(CommandRun.of("compile", "stanford", "--count").good().out())
                .containsPattern(
                        "torque +%s +%s +0 +0 +0 +4 +4".formatted(expected.multiplications(), expected.additions()));
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of("compile", "stanford", "--count", "--json", "--quantity", "torque,gravity")
                        .good()
                        .out());
        assertThat(json.get("torque").get("multiplications").asInt()).isEqualTo(expected.multiplications());
        assertThat(json.get("gravity").get("additions").asInt()).isPositive().isLessThan(expected.additions());
    }

    /** As in eval: what stands on the ground has no part in energy. */
    @Test
    void energyIsThatOfWhatCanMove() throws IOException {
        String joints =
                "convention: dh-modified\njoints:\n  - {name: a, kind: revolute, alpha: 90 deg, inertia: {mass: 1,"
                        + " center-of-mass: [1, 0, 0], tensor-about-center: [1, 1, 1]}}\n";
        List<String> sources = new ArrayList<>();
        for (String base : List.of(
                "", "base: {inertia: {mass: 5, center-of-mass: [0, 0, 2], tensor-about-center: [1, 1, 1]}}\n")) {
            Path robot = Files.writeString(folder.resolve("r.yaml"), "catena: 1\nname: r\n" + base + joints);
            Path out = folder.resolve("code" + sources.size());
            CommandRun.of(
                            "compile",
                            robot.toString(),
                            "--quantity",
                            "energy",
                            "--language",
                            "c",
                            "--out",
                            out.toString())
                    .good();
            sources.add(Files.readString(out.resolve("r_energy.c")));
        }
        assertThat(sources.get(1)).isEqualTo(sources.get(0));
    }

    @Test
    void writesJava() throws IOException {
        Path out = folder.resolve("a/b");
        CommandRun run = CommandRun.of(
                        "compile",
                        "panda",
                        "--quantity",
                        "torque,gravity",
                        "--package",
                        "my.arm",
                        "--out",
                        out.toString())
                .good();

        assertThat(run.out()).isEmpty();
        assertThat(files(out.resolve("my/arm"))).containsExactly("PandaGravity.java", "PandaTorque.java");
        assertThat(Files.readString(out.resolve("my/arm/PandaTorque.java")))
                .isEqualTo(RobotSource.java(ShippedRobots.load("panda"), Quantity.TORQUE, "my.arm")
                        .text());
    }

    @Test
    void writesC() throws IOException {
        CommandRun.of("compile", "two-link", "--language", "c", "--count", "--out", folder.toString())
                .good();

        assertThat(files(folder)).containsExactly("two_link_torque.c", "two_link_torque.h");
    }

    @Test
    void codeForRobotsThatFloatAndAreTouched() throws IOException {
        CommandRun.of(
                        "compile",
                        "two-link",
                        "--floating",
                        "--wrenches",
                        "lower:world",
                        "--quantity",
                        "torque,acceleration",
                        "--language",
                        "c",
                        "--out",
                        folder.toString())
                .good();
        assertThat(Files.readString(folder.resolve("two_link_acceleration.h")))
                .contains(
                        "const double base[18], const double wrenches[6], double qdd[2], double baseAcceleration[6]",
                        "rotation matrix in the world, row by row");
        CommandRun.of("compile", "scara", "--open", "inertia,lengths", "--language", "c", "--out", folder.toString())
                .good();
        assertThat(Files.readString(folder.resolve("scara_torque.h")))
                .contains("const double parameters[", "YYR4 (", "d2 (");
        assertThat(CommandRun.of("compile", "scara", "--open", "colors", "--count")
                        .refused()
                        .err())
                .contains("colors", "inertia, allInertia, lengths");
    }

    @Test
    void codeForRobotsThatStand() throws IOException {
        String[] standing = {
            "compile", "two-link", "--floating", "--contact", "lower:flat:0.3,0,0", "--quantity", "torque,acceleration"
        };
        CommandRun.of(with(standing, "--language", "c", "--out", folder.toString()))
                .good();
        assertThat(Files.readString(folder.resolve("two_link_acceleration.h")))
                .contains("double baseAcceleration[6], double contactWrench[6], double standing[2]");
        assertThat(Files.readString(folder.resolve("two_link_torque.h")))
                .contains("const double base[24], double tau[2], double contactWrench[6], double standing[2]");
        CommandRun.of(with(standing, "--language", "wasm", "--out", folder.toString()))
                .good();
        assertThat(Files.readString(folder.resolve("two_link.d.ts"))).contains("contactWrench: Float64Array");
        assertThat(CommandRun.of("compile", "two-link", "--contact", "toe:flat", "--count")
                        .refused()
                        .err())
                .contains("has no body \"toe\"");
        assertThat(CommandRun.of("compile", "two-link", "--contact", "lower:point", "--quantity", "pose", "--count")
                        .refused()
                        .err())
                .contains("torque, torqueRate and acceleration");
        assertThat(CommandRun.of("compile", "delta", "--platform", "platform", "--contact", "platform:flat", "--count")
                        .refused()
                        .err())
                .contains("leave --platform out");
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
    }

    @Test
    void writesWebAssembly() throws IOException {
        CommandRun.of(
                        "compile",
                        "two-link",
                        "--language",
                        "wasm",
                        "--quantity",
                        "torque,torqueRate",
                        "--out",
                        folder.toString())
                .good();

        assertThat(files(folder)).containsExactly("two_link.d.ts", "two_link.js", "two_link.wasm");
        byte[] module = Files.readAllBytes(folder.resolve("two_link.wasm"));
        assertThat(module).startsWith(0, 'a', 's', 'm');
        assertThat(Files.readString(folder.resolve("two_link.js")))
                .contains("export class TwoLink", "torqueRate(q, qd, qdd, qddd) {")
                .contains(Base64.getEncoder().encodeToString(module));
        assertThat(Files.readString(folder.resolve("two_link.d.ts")))
                .contains("{ tau: Float64Array; tauRate: Float64Array }");
    }

    @Test
    void refusesWhatItCannotDo() throws IOException {
        assertThat(CommandRun.of("compile", "panda").refused().err()).contains("--out", "--count");
        assertThat(CommandRun.of("compile", "panda", "--count", "--quantity", "torqe")
                        .refused()
                        .err())
                .contains("torqe", "torque, ");
        assertThat(CommandRun.of("compile", "panda", "--count", "--language", "rust")
                        .refused()
                        .err())
                .contains("rust", "java, c and wasm");
        assertThat(CommandRun.of("compile", "panda", "--base", "floats", "--count")
                        .refused()
                        .err())
                .contains("add --floating");
        assertThat(CommandRun.of("compile", "panda", "--base", "flies", "--count")
                        .refused()
                        .err())
                .contains("rests, moves or floats");
        assertThat(CommandRun.of("compile", "panda", "--wrenches", "nose", "--count")
                        .refused()
                        .err())
                .contains("nose", "link7");
        assertThat(CommandRun.of("compile", "panda", "--package", "a..b", "--count")
                        .refused()
                        .err())
                .contains("a..b");
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(CommandRun.of("compile", "panda", "--out", file.toString())
                        .refused()
                        .err())
                .contains("cannot make the folder");
        assertThat(files(folder)).containsExactly("file");
    }

    @Test
    void baseParameters() throws IOException {
        assertThat(CommandRun.of("info", "puma560", "--base-parameters").good().out())
                .contains("torques depend on 36 numbers")
                .contains("= XX(link4) − YY(link4) + YY(link5)")
                .contains("link2: MZ M");
        assertThat(CommandRun.of("info", "puma560", "--with-drives").good().out())
                .contains("torques depend on 52 numbers");
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of("info", "stanford", "--base-parameters", "--json")
                        .good()
                        .out());
        assertThat(json.get("baseParameters").get("count").asInt()).isEqualTo(33);
        assertThat(json.get("baseParameters").get("base").get(0).get("terms").size())
                .isGreaterThan(1);
        assertThat(json.get("name").asText()).isEqualTo("stanford");
    }

    private static final String ELASTIC_ARM = """
        catena: 1
        name: elastic-arm
        gravity: [0, -9.81, 0]
        convention: placement
        joints:
          - name: shoulder
            kind: revolute
            body: upper
            axis: [0, 0, 1]
            drive: {reflected-inertia: 0.4, spring: {stiffness: 900}}
            inertia: {mass: 4, center-of-mass: [0.2, 0, 0], tensor-about-center: [0.01, 0.06, 0.06]}
          - name: elbow
            kind: revolute
            body: fore
            placement: {xyz: [0.4, 0, 0]}
            axis: [0, 0, 1]
            drive: {reflected-inertia: 0.15, spring: {stiffness: 400}}
            inertia: {mass: 2, center-of-mass: [0.15, 0, 0], tensor-about-center: [0.004, 0.02, 0.02]}
        """;

    @Test
    void elasticDrives() throws IOException {
        String arm = Files.writeString(folder.resolve("arm.yaml"), ELASTIC_ARM).toString();
        CommandRun.of(
                        "compile",
                        arm,
                        "--quantity",
                        "elasticTorque,motorTorque,elasticAcceleration",
                        "--package",
                        "my.arm",
                        "--out",
                        folder.resolve("java").toString())
                .good();
        assertThat(files(folder.resolve("java/my/arm")))
                .containsExactly(
                        "ElasticArmElasticAcceleration.java",
                        "ElasticArmElasticTorque.java",
                        "ElasticArmMotorTorque.java");
        assertThat(folder.resolve("java/my/arm/ElasticArmElasticTorque.java"))
                .content()
                .contains("in  q[4]: joint coordinates: shoulder (rad), elbow (rad); then of motors behind springs:");
        CommandRun count = CommandRun.of(
                        "compile",
                        arm,
                        "--quantity",
                        "motorTorque",
                        "--language",
                        "c",
                        "--out",
                        folder.resolve("c").toString(),
                        "--count",
                        "--json")
                .good();
        assertThat(files(folder.resolve("c")))
                .containsExactly("elastic_arm_motor_torque.c", "elastic_arm_motor_torque.h");
        assertThat(folder.resolve("c/elastic_arm_motor_torque.c"))
                .content()
                .contains("in  q4[2]: derivative of order 4", "out motorVelocities[2]: their velocities");
        assertThat(count.out()).contains("\"motorTorque\"");
        assertThat(CommandRun.of("compile", arm, "--quantity", "elasticTorque", "--count")
                        .good()
                        .out())
                .contains("elasticTorque");
    }

    /** Closed loops and floating bases by the same words, in all languages. */
    @Test
    void elasticDrivesOfLoopsAndFloatingBases() throws IOException {
        Path four = folder.resolve("four.yaml");
        RobotModel robot = ShippedRobots.load("four-bar");
        Joint crank = robot.independentJoints().get(0);
        RobotFiles.write(
                robot.toBuilder()
                        .replace(crank.with(Drive.reflected(0.1).with(Spring.of(90))))
                        .build(),
                four);
        String arm = Files.writeString(folder.resolve("arm.yaml"), ELASTIC_ARM).toString();
        String all = "elasticTorque,motorTorque,elasticAcceleration";
        String out = folder.resolve("out").toString();
        CommandRun.of("compile", four.toString(), "--quantity", all, "--language", "c", "--out", out)
                .good();
        assertThat(folder.resolve("out/four_bar_elastic_torque.c"))
                .content()
                .contains("out closure[2]: what must be small");
        CommandRun.of("compile", arm, "--floating", "--quantity", all, "--out", out)
                .good();
        assertThat(folder.resolve("out/ElasticArmElasticAcceleration.java"))
                .content()
                .contains("out baseAcceleration[6]: of the base");
        assertThat(refusal("compile", four.toString(), "--quantity", all, "--language", "wasm", "--out", out))
                .contains("run compile once for each");
        CommandRun.of("compile", four.toString(), "--quantity", "motorTorque", "--language", "wasm", "--out", out)
                .good();
        assertThat(files(folder.resolve("out"))).contains("four_bar.wasm", "four_bar.js", "four_bar.d.ts");
    }

    /** Legs with formulas: code from the motion of the platform, by far shorter than that of loops which are searched. */
    @Test
    void platforms() throws IOException {
        JsonNode searched =
                CommandRun.of("compile", "stewart", "--count", "--json").good().json();
        String[] words = {"compile", "stewart", "--platform", "platform", "--count", "--json", "--open", "lengths"};
        JsonNode byFormula = CommandRun.of(Arrays.copyOf(words, 6)).good().json();
        int most = searched.get("torque").get("multiplications").asInt() / 10;
        assertThat(byFormula.get("torque").get("multiplications").asInt()).isLessThan(most);
        CommandRun.of(words).good();
        String out = folder.resolve("out").toString();
        String all = "torque,torqueRate,acceleration,massMatrix,torqueSensitivity";
        for (String language : List.of("java", "c", "wasm")) {
            CommandRun.of(
                            "compile",
                            "delta",
                            "--platform",
                            "platform:translational",
                            "--quantity",
                            all,
                            "--wrenches",
                            "platform:world",
                            "--open",
                            "lengths,inertia,friction,gravity",
                            "--language",
                            language,
                            "--out",
                            out)
                    .good();
        }
        assertThat(files(folder.resolve("out"))).hasSize(5 + 10 + 3);
        CommandRun.of(
                        "compile",
                        "delta",
                        "--platform",
                        "platform:translational",
                        "--quantity",
                        "torque,energy",
                        "--open",
                        "lengths,inertia",
                        "--language",
                        "c",
                        "--out",
                        folder.resolve("other").toString())
                .good();
        assertThat(folder.resolve("other/delta_energy.c")).content().contains("MZP", "MXR0_1");
        assertThat(folder.resolve("other/delta_torque.c"))
                .content()
                .contains("px_1")
                .doesNotContain("MXR0_1");
        assertThat(folder.resolve("out/delta_torque.c"))
                .content()
                .contains("in  wrench[6]", "px_1", "of the actuators (N or N m): leg1_arm, leg2_arm, leg3_arm");
        assertThat(refusal("compile", "delta", "--platform", "platform", "--count"))
                .contains("--platform platform:spatial|translational");
        assertThat(refusal("compile", "delta", "--platform", "plate", "--count"))
                .contains("names the body \"plate\"");
        assertThat(refusal("compile", "panda", "--platform", "link7:spatial", "--count"))
                .contains("leave --platform out");
        assertThat(refusal("compile", "stewart", "--platform", "platform", "--base", "moves", "--count"))
                .contains("for a base at rest");
        assertThat(refusal("compile", "stewart", "--platform", "platform", "--quantity", "jointWrench", "--count"))
                .contains(
                        "jointWrench of the platform of parallel robot \"stewart\" is not compiled",
                        "without --platform");
        CommandRun.of("compile", "stewart", "--platform", "platform", "--quantity", "pose,regressor", "--count")
                .good();
        List<String> pose = List.of("compile", "stewart", "--platform", "platform", "--quantity", "pose", "--count");
        assertThat(refusal(Stream.concat(pose.stream(), Stream.of("--open", "lengths"))
                        .toArray(String[]::new)))
                .contains("has joints beyond the point", "without open parameters (--open)");
        assertThat(refusal("compile", "stewart", "--platform", "platform", "--quantity", "elasticTorque", "--count"))
                .contains("leave --platform out");
        // 77,000 operations fit into a class
        CommandRun.of("compile", "delta", "--quantity", "torqueCurvature", "--language", "wasm", "--out", out)
                .good();
    }

    /** Energies and poses read more parameters than torques do. */
    @Test
    void parametersOfAQuantity() {
        String out = folder.resolve("out").toString();
        List<String> all = List.of(
                "compile", "panda", "--open", "lengths,inertia", "--out", out, "--quantity", "torque,pose,energy");
        for (String language : List.of("java", "c")) {
            CommandRun.of(Stream.concat(all.stream(), Stream.of("--language", language))
                            .toArray(String[]::new))
                    .good();
        }
        assertThat(refusal(Stream.concat(all.stream(), Stream.of("--language", "wasm"))
                        .toArray(String[]::new)))
                .contains("once for each of energy, pose, jointWrench and regressor");
        CommandRun.of(
                        "compile",
                        "panda",
                        "--open",
                        "inertia",
                        "--out",
                        out,
                        "--quantity",
                        "energy",
                        "--language",
                        "wasm")
                .good();
        assertThat(folder.resolve("out/panda_energy.c"))
                .content()
                .contains("MZR0")
                .doesNotContain("oz1");
        assertThat(folder.resolve("out/panda_pose.c")).content().contains("oz1").doesNotContain("MZR0");
        assertThat(folder.resolve("out/panda_torque.c"))
                .content()
                .doesNotContain("oz1")
                .doesNotContain("MZR0");
        assertThat(refusal("compile", "panda", "--quantity", "regressor", "--open", "inertia", "--count"))
                .contains("what inertias are multiplied with", "take torque");
        assertThat(refusal("compile", "panda", "--quantity", "pose", "--open", "inertia", "--count"))
                .contains("open lengths");
    }

    /** A length of a loop without value: what cannot be closed is so of a number that nobody gave. */
    @Test
    void inventedValuesAreToldWhereLoopsDoNotClose() throws IOException {
        String link = "inertia: {mass: 1, center-of-mass: [0.1, 0, 0], tensor-about-center: [0.01, 0.02, 0.02]}";
        String loop = Files.writeString(
                        folder.resolve("loop.yaml"),
                        String.join(
                                "\n",
                                "catena: 1",
                                "name: loop",
                                "symbols: [D]",
                                "convention: khalil",
                                "joints:",
                                "  - {name: crank, kind: revolute, parent: base, body: a, " + link + "}",
                                "  - {name: coupler, kind: revolute, parent: a, body: b, d: 0.12, " + link + "}",
                                "  - {name: rocker, kind: revolute, parent: base, body: c, d: D, " + link + "}",
                                "loops:",
                                "  active: [crank]",
                                "  assembly: {crank: 0.9, coupler: -0.6, rocker: 1.5}",
                                "  cuts:",
                                "    - name: pin",
                                "      kind: revolute",
                                "      first: {body: b, xyz: [0.35, 0, 0]}",
                                "      second: {body: c, xyz: [0.25, 0, 0]}",
                                ""))
                .toString();
        assertThat(refusal("compile", loop, "--quantity", "torque", "--count"))
                .contains("cannot be closed", "invented values, since symbols have none: D; give values with --set");
        CommandRun.of("compile", loop, "--quantity", "torque", "--set", "D=0.4", "--count")
                .good();
    }

    /** Bases that move, wrenches, open parameters and symbols without value. */
    @Test
    void elasticDrivesReadWhatRigidOnesDo() throws IOException {
        String arm = Files.writeString(
                        folder.resolve("arm.yaml"),
                        ELASTIC_ARM
                                .replace("mass: 4,", "mass: M,")
                                .replace("name: elastic-arm", "name: elastic-arm\nsymbols: [M]"))
                .toString();
        String out = folder.resolve("out").toString();
        String all = String.join(
                ",",
                "elasticTorque",
                "elasticAcceleration",
                "elasticMassMatrix",
                "elasticTorqueSensitivity",
                "elasticAccelerationSensitivity",
                "elasticTorqueCurvature");
        List<String> words = new ArrayList<>(List.of("compile", arm, "--quantity", all, "--base", "moves"));
        words.addAll(List.of("--wrenches", "fore:world,upper", "--open", "inertia,gravity,friction", "--out", out));
        for (String language : List.of("java", "c", "wasm")) {
            words.addAll(List.of("--language", language));
            CommandRun.of(words.toArray(String[]::new)).good();
            words.subList(words.size() - 2, words.size()).clear();
        }
        assertThat(files(folder.resolve("out"))).hasSize(6 + 12 + 3);
        assertThat(folder.resolve("out/elastic_arm_elastic_torque_sensitivity.c"))
                .content()
                .contains(
                        "in  base[24]: motion of the base",
                        "in  wrenches[12]: what the environment applies",
                        "with the values of this robot: ",
                        "out byPosition[8]: derivatives of torques by positions of joints and motors");
        assertThat(refusal("compile", arm, "--quantity", "elasticAcceleration", "--count"))
                .contains("some of M");
        CommandRun.of("compile", arm, "--quantity", "motorTorqueRate", "--set", "M=4", "--base", "moves", "--count")
                .good();
        CommandRun.of("compile", arm, "--quantity", "elasticJointWrench", "--set", "M=4", "--floating", "--count")
                .good();
    }

    @Test
    void elasticDrivesAreRefusedWhereTheyAreNotCompiled() throws IOException {
        String arm = Files.writeString(folder.resolve("arm.yaml"), ELASTIC_ARM).toString();
        assertThat(refusal("compile", "panda", "--quantity", "elasticTorque", "--count"))
                .contains("has no elastic drive");
        assertThat(refusal("compile", arm, "--quantity", "torque,elasticTorque", "--count"))
                .contains("elasticTorque is compiled by itself");
        assertThat(refusal("compile", arm, "--quantity", "elasticTorque", "--base", "floats", "--count"))
                .contains("add --floating");
        String both = "elasticTorque,elasticJointWrench";
        String out = folder.resolve("out").toString();
        assertThat(refusal("compile", arm, "--quantity", both, "--open", "inertia", "--language", "wasm", "--out", out))
                .contains("read the same open parameters");
        CommandRun.of("compile", arm, "--quantity", both, "--open", "inertia", "--out", out)
                .good();
        String spinning = Files.writeString(
                        folder.resolve("spinning.yaml"),
                        ELASTIC_ARM.replace(
                                "reflected-inertia: 0.15",
                                "rotor: {inertia: 1e-3, gear-ratio: 9, carrier: upper, axis: [0, 0, 1]}"))
                .toString();
        assertThat(refusal("compile", spinning, "--quantity", "motorTorque", "--floating", "--count"))
                .contains("differential equation", "withFixedBase()");
    }

    private static String refusal(String... words) {
        return CommandRun.of(words).refused().err();
    }
}
