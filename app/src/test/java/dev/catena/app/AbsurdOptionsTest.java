package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Numbers that nobody means: an answer, or a refusal in words, and soon. */
class AbsurdOptionsTest {
    private static final List<String> WHOLE = List.of("0", "-1", "2147483647", "-2147483648");
    private static final List<String> DECIMAL = List.of("0", "-1", "1e-320", "1e-300", "1e-12", "1e300", "1e308");
    private static final Set<Class<?>> WHOLE_TYPES = Set.of(int.class, Integer.class, long.class, Long.class);
    private static final Set<Class<?>> DECIMAL_TYPES = Set.of(double.class, Double.class);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ik two-link --position 1,1,0",
                "eval --robot two-link --states FOLDER/path.csv --quantity torque",
                "torque two-link FOLDER/path.csv --stops",
                "simulate two-link --time 0.02 --out FOLDER/run.csv",
                "plan FOLDER/plan.yaml --quiet --out FOLDER/plan.csv",
                "sweep FOLDER/sweep.yaml --out FOLDER/sweep.csv",
                "identify two-link FOLDER/log.csv",
                "payload two-link --unloaded FOLDER/log.csv --loaded FOLDER/log.csv",
                "excite two-link --iterations 1 --samples 20 --out FOLDER/excite.csv"
            })
    void everyOptionHasAnAnswerForThem(String line) throws IOException {
        files();
        List<String> words = List.of(line.replace("FOLDER", folder.toString()).split(" ", -1));
        for (OptionSpec option : options(words.get(0))) {
            Class<?> type = option.auxiliaryTypes()[0];
            for (String number :
                    DECIMAL_TYPES.contains(type) ? DECIMAL : WHOLE_TYPES.contains(type) ? WHOLE : List.<String>of()) {
                List<String> given = without(words, option.longestName());
                given.add(option.longestName() + "=" + number);
                CommandRun run = CommandRun.of(given.toArray(String[]::new));
                assertThat(run.code()).as("%s: %s", given, run.err()).isIn(0, 2, 3);
                assertThat(run.err()).as("%s", given).doesNotContain("internal error", "out of memory", "\tat ");
            }
        }
    }

    @Test
    void tablesBeyondAllMeasureAreRefusedBeforeTheSearch() {
        String out = folder.resolve("excite.csv").toString();
        for (String[] absurd : new String[][] {{"--rate", "1e9"}, {"--rate", "1e300"}, {"--time", "1e15"}}) {
            assertThat(CommandRun.of("excite", "two-link", absurd[0], absurd[1], "--out", out)
                            .refused()
                            .err())
                    .contains("rows, which would take about");
        }
        assertThat(Path.of(out)).doesNotExist();
    }

    @Test
    void thousandsOfThreadsAreRefused() throws IOException {
        files();
        assertThat(CommandRun.of(
                                "sweep",
                                folder.resolve("sweep.yaml").toString(),
                                "--out",
                                folder.resolve("sweep.csv").toString(),
                                "--threads",
                                "2147483647")
                        .refused()
                        .err())
                .contains("2147483647 threads given, but 1 to 4096 are possible");
    }

    @Test
    void negativeSpeedsAreNoDeadZone() throws IOException {
        files();
        String log = folder.resolve("log.csv").toString();
        assertThat(CommandRun.of("identify", "two-link", log, "--dead-zone=-1")
                        .refused()
                        .err())
                .contains("-1.0, but must not be negative");
    }

    private static List<OptionSpec> options(String command) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        return new CommandLine(Subcommands.create(command, new Console(nowhere, nowhere, false)))
                .getCommandSpec()
                .options();
    }

    private static List<String> without(List<String> words, String option) {
        List<String> others = new ArrayList<>(words);
        int place = others.indexOf(option);
        if (place >= 0) {
            others.subList(place, place + 2).clear();
        }
        return others;
    }

    private void files() throws IOException {
        Files.writeString(folder.resolve("plan.yaml"), """
                catena-plan: 1
                robot: two-link
                start: [0, 0]
                goal: [0.3, 0.2]
                time: 1
                objective: {effort: 1}
                spline: {degree: 3, control-points: 8, samples: 20}
                """);
        Files.writeString(folder.resolve("sweep.yaml"), """
                catena-sweep: 1
                robot: two-link
                quantity: torque
                states: {random: 100, seed: 1}
                vary: {q: {from: -1, to: 1}}
                reduce: [{max: torque}]
                """);
        Files.writeString(folder.resolve("log.csv"), SwingingLog.text());
        Files.writeString(
                folder.resolve("path.csv"), "time,q_shoulder,q_elbow\n0,0,0\n1,0,0\n2,1,1\n3,0,0\n4,0,0\n5,1,0\n");
    }
}
