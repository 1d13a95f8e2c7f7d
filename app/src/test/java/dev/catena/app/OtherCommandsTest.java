package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.ShippedRobots;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtherCommandsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"demo", "info", "eval", "torque", "convert"})
    void everyCommandHasHelp(String command) {
        CommandRun run = CommandRun.of(command, "--help").good();

        assertThat(run.out()).contains("Usage: catena " + command, "--verbose", "Example: catena " + command);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void helpAndVersion() {
        assertThat(CommandRun.of("--help").good().out()).contains("demo", "info", "eval", "torque", "convert");
        assertThat(CommandRun.of("--version").good().out())
                .startsWith("catena ")
                .contains("Java");
    }

    @Test
    void wrongUsageIsTwoLines() {
        assertThat(CommandRun.of().refused().err()).contains("demo, info, ik, eval");
        assertThat(CommandRun.of("evil").refused().err()).contains("evil");
        assertThat(CommandRun.of("info").refused().err()).contains("ROBOT", "catena info --help");
        assertThat(CommandRun.of("info", "stanford", "--what").refused().err()).contains("--what");
        assertThat(CommandRun.of("info", "stanford", "--set", "D3=x").refused().err())
                .contains("--set D3: \"x\" is no finite decimal number");
    }

    @Test
    void verboseShowsTheStack() {
        CommandRun run = CommandRun.of("info", "nobody", "--verbose");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("nobody", "\tat dev.catena");
    }

    @Test
    void everyProblemOfARobotIsListed() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.urdf"), """
            <robot name="bad">
              <link name="a"/>
              <link name="b"><inertial><mass value="x"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
              </inertial></link>
              <joint name="j" type="revolute"><parent link="nowhere"/><child link="b"/><axis xyz="0 0 1"/></joint>
            </robot>
            """);

        CommandRun run = CommandRun.of("info", file.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("bad.urdf:3", "nowhere").doesNotContain("\tat ");
    }

    @Test
    void brokenYamlNamesTheLine() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.yaml"), "catena: 1\nname: [\n");

        CommandRun run = CommandRun.of("info", file.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("bad.yaml:");
    }

    @Test
    void infoShowsTheRobot() {
        String text = CommandRun.of("info", "stanford").good().out();
        JsonNode json = CommandRun.of("info", "stanford", "--json").good().json();

        assertThat(text).contains("20.77 kg", "link3 ← joint3 (prismatic)", "reflected inertia 0.953");
        assertThat(json.get("totalMass").doubleValue())
                .isEqualTo(ShippedRobots.load("stanford").totalMass());
        assertThat(json.get("joints")).hasSize(6);
        assertThat(json.at("/allJoints/2/kind").asText()).isEqualTo("prismatic");
        assertThat(json.at("/bodies/1/inertiaAboutCenter/2/2").doubleValue()).isEqualTo(0.255);
        assertThat(CommandRun.of("info", "panda", "--floating", "--json")
                        .good()
                        .json()
                        .get("floating")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void infoShowsWhatWasUnifiedAndWhatIsElastic() throws IOException {
        Path file = Files.writeString(folder.resolve("elastic.yaml"), """
            catena: 1
            name: elastic
            convention: placement
            joints:
              - name: shoulder
                kind: revolute
                axis: [0, 0, 1]
                body: upper
                inertia: {mass: 2, tensor-about-center: [1, 1, 1]}
              - name: elbow
                kind: revolute
                axis: [0, 1, 0]
                drive:
                  spring: {stiffness: 900, rest-offset: 0.05}
                  friction: {viscous: 0.3}
                  rotor:
                    inertia: 1e-3
                    gear-ratio: 50
                    axis: [0, 1, 0]
                    motor: {mass: 0.5, center-of-mass: [1, 0, 0], tensor-about-center: [2e-3, 1e-3, 2e-3]}
                inertia: {mass: 1, tensor-about-center: [1, 1, 1]}
            """);
        String text = CommandRun.of("info", file.toString()).good().out();
        assertThat(text)
                .contains("3.5 kg", "Bodies unified with the motors that they carry")
                .contains("elastic, stiffness 900 at rest at 0.05", "motor coulomb 0, viscous 0.3")
                .containsPattern("upper +2 +elbow +0.5 +2.5");
        JsonNode json = CommandRun.of("info", file.toString(), "--json").good().json();
        assertThat(json.at("/elasticJoints/0").asText()).isEqualTo("elbow");
        assertThat(json.at("/bodies/1/mass").doubleValue()).isEqualTo(2.5);
        assertThat(json.at("/bodies/1/declaredMass").doubleValue()).isEqualTo(2);
        assertThat(json.at("/bodies/1/motorsOf/0").asText()).isEqualTo("elbow");
        assertThat(json.at("/allJoints/1/stiffness").doubleValue()).isEqualTo(900);
        assertThat(json.at("/allJoints/1/rotor/motorMass").doubleValue()).isEqualTo(0.5);
        assertThat(CommandRun.of("info", "stanford").good().out()).doesNotContain("unified");
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy.yaml", "copy.urdf"})
    void convertKeepsTheTorques(String name) throws IOException {
        Path copy = folder.resolve(name);
        assertThat(CommandRun.of("convert", "panda", copy.toString()).good().out())
                .isEmpty();

        assertThat(RobotFiles.read(copy).jointNames())
                .isEqualTo(ShippedRobots.load("panda").jointNames());
        Path states = Files.writeString(folder.resolve("s.json"), """
            {"joints": ["joint1", "joint2", "joint3", "joint4", "joint5", "joint6", "joint7"],
             "states": [{"q": [0.1, 0.2, 0.3, -0.4, 0.5, 0.6, 0.7], "qd": [1, 2, 3, 4, 5, 6, 7],
                         "qdd": [7, 6, 5, 4, 3, 2, 1]}]}\
            """);
        Agreement.check("torque of the copy", torque(copy.toString(), states), torque("panda", states), 1e-12);
    }

    private static double[] torque(String robot, Path states) {
        JsonNode json = CommandRun.of("eval", "--robot", robot, "--states", states.toString())
                .good()
                .json();
        return Golden.array(json.at("/results/0/torque"));
    }

    @Test
    void convertListsFormatsAndLosses() throws IOException {
        assertThat(CommandRun.of("convert", "--help").good().out())
                .contains(".xacro", ".mjcf", ".sdf", ".par", "read and written");
        Path mjcf = folder.resolve("arm.xml");
        Files.writeString(
                mjcf,
                "<mujoco><keyframe/><worldbody><body name='b'><joint name='j'/><geom type='ellipsoid' size='0.1 0.2"
                        + " 0.3'/></body></worldbody></mujoco>");
        Path urdf = folder.resolve("arm.urdf");
        CommandRun run =
                CommandRun.of("convert", mjcf.toString(), urdf.toString()).good();
        assertThat(run.out() + run.err())
                .contains("not kept: <keyframe>")
                .contains("lost: ")
                .contains("ellipsoid");
        assertThat(CommandRun.of("info", urdf.toString()).good().out()).contains("j");
        assertThat(CommandRun.of("convert", urdf.toString(), urdf.toString())
                        .refused()
                        .err())
                .contains("--overwrite allows it");
    }

    @Test
    void convertRefusesWhatItCannotWrite() {
        Path out = folder.resolve("copy.par");

        assertThat(CommandRun.of("convert", "panda", out.toString()).refused().err())
                .contains(".yaml");
        assertThat(out).doesNotExist();
    }

    private static final String PAR = """
        (* Robotname = 'arm' *)
        NL = 4
        NJ = 4
        NF = 4
        Type = 0
        ant = {0,1,2,3}
        sigma = {0,0,0,0}
        b = {0,0,0,0}
        d = {0,0,D3,0}
        r = {0,0,0,RL4}
        gamma = {0,0,0,0}
        alpha = {0,pi/2,0,-pi/2}
        theta = {th1,th2,th3,th4}
        XX = {XX1,XX2,XX3,XX4}
        M = {M1,M2,M3,M4}
        G = {0,0,G3}
        """;

    @Test
    void symbolsOfParFilesAreSetOnTheCommandLine() throws IOException {
        Path par = Files.writeString(folder.resolve("arm.par"), PAR);

        CommandRun unset = CommandRun.of("info", par.toString());
        assertThat(unset.code()).isEqualTo(2);
        assertThat(unset.err()).contains("D3", "RL4");
        CommandRun run = CommandRun.of("info", par.toString(), "--json", "--set", "D3=0.45,RL4=0.38,*=0");
        assertThat(run.code()).as(run.err()).isZero();
    }
}
