package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.formats.ShippedRobots;
import dev.catena.testkit.Golden;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one command writes, the others read; and what the command line says about itself. */
class CommandChainTest {
    @TempDir
    private Path folder;

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void simulatedMotionsGoThroughTorqueAndEval() throws Exception {
        CommandRun.of("simulate", "two-link", "--time", "0.2", "--q", "30deg,0.1", "--out", file("run.csv"))
                .good();
        CommandRun.of("torque", "two-link", file("run.csv"), "--out", file("torque.csv"))
                .good();
        CommandRun.of("torque", "two-link", file("torque.csv"), "--html", file("t.html"), "--compare", file("run.csv"))
                .good();
        double[] first = Golden.array(CommandRun.of("eval", "--robot", "two-link", "--states", file("torque.csv"))
                .good()
                .json()
                .at("/results/0/torque"));
        assertThat(first).hasSize(2);
        assertThat(Files.readString(folder.resolve("t.html"))).contains("\"other\":true", "run.csv");
        assertThat(Files.readAllLines(folder.resolve("run.csv")).get(1)).startsWith("0.0,0.5235987755982988,");
    }

    /** Positions, velocities, torques and their rates of both joints, each with the other run over it. */
    @Test
    void comparedRunsHaveTorqueRatesToo() throws Exception {
        CommandRun.of("simulate", "two-link", "--time", "0.2", "--q", "30deg,0.1", "--out", file("run.csv"))
                .good();
        CommandRun.of("torque", "two-link", file("run.csv"), "--out", file("torque.csv"))
                .good();
        CommandRun.of("torque", "two-link", file("run.csv"), "--html", file("t.html"), "--compare", file("torque.csv"))
                .good();
        String page = Files.readString(folder.resolve("t.html"));
        assertThat(page.split("\"other\":true", -1)).hasSize(1 + 8);
        // loops: the other run has active joints alone
        CommandRun.of("simulate", "five-bar", "--time", "0.1", "--out", file("loops.csv"))
                .good();
        CommandRun.of("simulate", "five-bar", "--time", "0.1", "--html", file("l.html"), "--compare", file("loops.csv"))
                .good();
        assertThat(Files.readString(folder.resolve("l.html"))).contains("\"other\":true");
    }

    @Test
    void basesThatFloatGoThroughToo() {
        CommandRun.of("simulate", "two-link", "--floating", "--time", "0.1", "--qd", "1,2", "--out", file("run.csv"))
                .good();
        CommandRun.of(
                        "eval",
                        "--robot",
                        "two-link",
                        "--floating",
                        "--states",
                        file("run.csv"),
                        "--quantity",
                        "acceleration")
                .good();
        CommandRun.of("torque", "two-link", file("run.csv")).good();
    }

    @Test
    void statesComeFromStandardInput() {
        String csv = "q_shoulder,q_elbow,tauRate_elbow,violations\n0.1,0.2,oops,\"effort of elbow\"\n";
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(CommandRun.of("eval", "--robot", "two-link", "--states", "-")
                            .good()
                            .json()
                            .at("/results/0/torque")
                            .size())
                    .isEqualTo(2);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void limitsHaveOneTolerance() throws Exception {
        Files.writeString(folder.resolve("m.csv"), """
            time,q_joint1,q_joint2,q_joint3,q_joint4,q_joint5,q_joint6,q_joint7
            0,2.8974,0,0,-1,0,1,0
            0.1,2.8975,0,0,-1,0,1,0
            0.2,2.8975,0,0,-1,0,1,0
            0.3,2.8975,0,0,-1,0,1,0
            0.4,2.8974,0,0,-1,0,1,0
            """);
        String[] lenient = {"torque", "panda", file("m.csv"), "--fail-on-violation"};
        assertThat(CommandRun.of(lenient).good().out()).contains("by more than 0.001 of it");
        CommandRun strict = CommandRun.of("torque", "panda", file("m.csv"), "--fail-on-violation", "--tolerance", "0");
        assertThat(strict.code()).isEqualTo(3);
        assertThat(strict.out()).contains("position above upper limit");
        CommandRun.of("torque", "panda", file("m.csv"), "--tolerance", "-1").refused();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "nonsense --help", "--verbose nonsense", "simulat two-link", "help nonsense"})
    void unknownCommandsAreRefused(String arguments) {
        CommandRun.of(arguments.split(" ")).refused();
    }

    @Test
    void theNearestCommandIsSuggested() {
        assertThat(CommandRun.of("simulat", "two-link").refused().err()).contains("did you mean \"simulate\"?");
        assertThat(CommandRun.of("demo", "stanfrod").refused().err()).contains("did you mean \"stanford\"?");
    }

    @Test
    void helpNamesAllThatShips() {
        String help = CommandRun.of("--help").good().out().replaceAll("\\s+", " ");
        String topic = CommandRun.of("help", "robots").good().out();
        for (String robot : ShippedRobots.names()) {
            assertThat(help).contains(robot);
            assertThat(topic).contains(robot);
        }
        assertThat(CommandRun.of("demo", "--list").good().out().lines().count())
                .isEqualTo(DemoCommand.names().size());
        assertThat(CommandRun.of("help", "simulate").good().out())
                .isEqualTo(CommandRun.of("simulate", "--help").good().out());
    }

    @Test
    void completionIsForShellsThatItKnows() {
        assertThat(CommandRun.of("completion", "zsh").good().out()).startsWith("autoload -Uz compinit bashcompinit\n");
        assertThat(CommandRun.of("completion", "fish").refused().err()).contains("there are bash and zsh");
        assertThat(CommandRun.of("completion", "bash").good().out()).contains("--targets", "--posture");
        assertThat(CommandRun.of("help", "topics").refused().err()).contains("exit-codes, and all commands");
    }

    @Test
    void missingFilesAreMissingFiles() {
        assertThat(CommandRun.of("info", "panda.urdf").refused().err())
                .contains("cannot read panda.urdf: there is no such file; a robot \"panda\" ships");
        assertThat(CommandRun.of("info", file("none/robot.yaml")).refused().err())
                .contains("there is no such file")
                .doesNotContain("puma560");
        assertThat(CommandRun.of("info", "pand").refused().err()).contains("did you mean \"panda\"");
    }

    @Test
    void completionKnowsAllCommands() {
        String script = CommandRun.of("completion").good().out();
        assertThat(script).contains("catena", "simulate", "identify", "--fail-on-violation");
    }

    @Test
    void placesAreLookedAtBeforeTheWork() {
        CommandRun.of("torque", "panda", "nowhere.csv", "--out", file("no/folder.csv"))
                .refused();
        assertThat(CommandRun.of("demo", "stanford", "--out", folder.toString())
                        .refused()
                        .err())
                .contains("it is a folder");
    }

    @Test
    void startsOutsideOfLimitsAreTold() {
        assertThat(CommandRun.of("simulate", "panda", "--time", "0.01").good().err())
                .contains("the start has joint4 at 0, outside of its limits");
    }
}
