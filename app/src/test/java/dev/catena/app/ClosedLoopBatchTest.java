package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closed loops by code on the command line: the same numbers as without. */
class ClosedLoopBatchTest {
    private static final String QUANTITIES =
            "torque,torqueRate,bias,gravity,acceleration,massMatrix,torqueByPosition,torqueByVelocity";

    @TempDir
    private Path folder;

    private Path states(String text) throws IOException {
        return Files.writeString(folder.resolve("states.csv"), text);
    }

    private static void same(String where, JsonNode a, JsonNode b) {
        if (a.isNumber()) {
            double expected = b.asDouble();
            assertThat(Math.abs(a.asDouble() - expected))
                    .as("%s: %s and %s", where, a, b)
                    .isLessThanOrEqualTo(1e-10 * Math.max(1, Math.abs(expected)));
            return;
        }
        assertThat(a.size()).as(where).isEqualTo(b.size());
        if (a.isObject()) {
            a.fieldNames().forEachRemaining(name -> same(where + "." + name, a.path(name), b.path(name)));
        } else if (a.isArray()) {
            for (int k = 0; k < a.size(); k++) {
                same(where + k, a.path(k), b.path(k));
            }
        } else {
            assertThat(a).as(where).isEqualTo(b);
        }
    }

    @Test
    void batchesGiveTheSame() throws IOException {
        String file = states("""
            q_crank,qd_crank,qdd_crank,qddd_crank,tau_crank
            0.3,1,2,3,4
            1.2,-1,0.5,0.2,1
            -2.5,0.3,1,1,0
            """).toString();
        JsonNode byHand = CommandRun.of("eval", "--robot", "four-bar", "--states", file, "--quantity", QUANTITIES)
                .good()
                .json();
        JsonNode byCode = CommandRun.of(
                        "eval", "--robot", "four-bar", "--states", file, "--quantity", QUANTITIES, "--batch")
                .good()
                .json();
        same("", byCode, byHand);
        Path out = folder.resolve("out.csv");
        CommandRun.of(
                        "eval",
                        "--robot",
                        "four-bar",
                        "--states",
                        file,
                        "--quantity",
                        "torque",
                        "--batch",
                        "--csv",
                        "--out",
                        out.toString())
                .good();
        assertThat(Files.readAllLines(out)).hasSize(4);
    }

    @Test
    void posesThatCannotBeClosedAreNamed() throws IOException {
        String file = states("q_left_hip,q_right_hip\n3.1,0\n").toString();
        CommandRun run = CommandRun.of(
                        "eval", "--robot", "five-bar", "--states", file, "--quantity", "torque", "--batch")
                .refused();
        assertThat(run.err()).contains("state 0: ");
    }

    @Test
    void codeIsWritten() {
        CommandRun count = CommandRun.of("compile", "four-bar", "--count").good();
        assertThat(count.out()).contains("four-bar").contains("torque");
        for (String language : new String[] {"java", "c", "wasm"}) {
            CommandRun.of(
                            "compile",
                            "four-bar",
                            "--quantity",
                            "torque,acceleration",
                            "--language",
                            language,
                            "--out",
                            folder.resolve(language).toString())
                    .good();
        }
        assertThat(folder.resolve("c/four_bar_torque.c"))
                .content()
                .contains("what must be small for the pose to be right");
        CommandRun.of(
                        "compile",
                        "four-bar",
                        "--quantity",
                        "jointWrench",
                        "--language",
                        "c",
                        "--out",
                        folder.resolve("c").toString())
                .good();
        assertThat(folder.resolve("c/four_bar_joint_wrench.c")).content().contains("out cutWrench[6]: ");
    }
}
