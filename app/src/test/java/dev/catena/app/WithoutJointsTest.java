package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command has an answer for a robot in which nothing moves, or says that it has no joint. */
class WithoutJointsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("stone.urdf"), """
            <robot name="stone">
              <link name="left"/>
              <link name="right">
                <inertial><origin xyz="1 0 0"/><mass value="2"/>
                  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
              </link>
              <joint name="weld" type="fixed"><parent link="left"/><child link="right"/></joint>
            </robot>
            """);
        Files.writeString(folder.resolve("times.csv"), "time\n0\n0.1\n0.2\n0.3\n0.4\n");
        Files.writeString(folder.resolve("later.csv"), "time\n0\n0.2\n0.4\n0.6\n0.8\n");
        Files.writeString(folder.resolve("plan.yaml"), """
            catena-plan: 1
            robot: stone.urdf
            start: {}
            goal: {}
            """);
        Files.writeString(folder.resolve("sweep.yaml"), """
            catena-sweep: 1
            robot: stone.urdf
            states: {random: 10, seed: 1}
            reduce:
              - {mean: energy}
            """);
    }

    private CommandRun run(String line) {
        return CommandRun.of(List.of(line.replace("FOLDER", folder.toString()).split(" ", -1))
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compile FOLDER/stone.urdf --out FOLDER/code",
                "compile FOLDER/stone.urdf --floating --count",
                "bench FOLDER/stone.urdf",
                "equations FOLDER/stone.urdf",
                "excite FOLDER/stone.urdf",
                "identify FOLDER/stone.urdf FOLDER/times.csv",
                "payload FOLDER/stone.urdf --unloaded FOLDER/times.csv --loaded FOLDER/later.csv"
            })
    void whatNeedsOneSaysSo(String line) {
        assertThat(run(line).refused().err()).contains("robot \"stone\" has no moving joint, but ", " needs one");
    }

    @Test
    void thereIsNothingToPlan() {
        assertThat(run("plan FOLDER/plan.yaml").refused().err())
                .contains("plan.yaml: robot \"stone\" has no moving joint, but a planned motion needs one");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "info FOLDER/stone.urdf",
                "info FOLDER/stone.urdf --floating",
                "ik FOLDER/stone.urdf --body right --position 0,0,0",
                "ik FOLDER/stone.urdf --body right --position 1,0,0",
                "torque FOLDER/stone.urdf FOLDER/times.csv",
                "simulate FOLDER/stone.urdf --time 0.1 --stops --torque pd",
                "simulate FOLDER/stone.urdf --time 0.1 --floating",
                "eval --robot FOLDER/stone.urdf --states FOLDER/times.csv --quantity torque",
                "eval --robot FOLDER/stone.urdf --states FOLDER/times.csv --quantity inverseMassMatrix",
                "sweep FOLDER/sweep.yaml --out FOLDER/sweep.csv",
                "convert FOLDER/stone.urdf FOLDER/stone.yaml"
            })
    void othersAnswer(String line) {
        CommandRun run = run(line);
        assertThat(run.code()).as(run.err()).isIn(0, 2, 3);
        assertThat(run.err()).doesNotContain("internal error", "0 joints", "0 numbers", "length 0");
    }
}
