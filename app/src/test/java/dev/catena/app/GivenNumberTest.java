package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** One grammar of numbers for options, logs, tables and files of robots: what Java alone reads is refused everywhere. */
class GivenNumberTest {
    private static final Set<Class<?>> DECIMAL = Set.of(double.class, Double.class);
    private static final Set<Class<?>> WHOLE = Set.of(int.class, Integer.class, long.class, Long.class);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"0x1p3", "1d", "1f", "NaN", "Infinity", "1_000", "１", "1e999", "٣", "1,5", "x"})
    void optionsOfAllCommandsAreFiniteDecimals(String text) {
        int tried = 0;
        for (String name : Subcommands.NAMES) {
            Console console =
                    new Console(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), false);
            for (OptionSpec option : new CommandLine(Subcommands.create(name, console))
                    .getCommandSpec()
                    .options()) {
                Class<?> type = option.auxiliaryTypes()[0];
                if (DECIMAL.contains(type) || WHOLE.contains(type)) {
                    tried++;
                    // a list would be taken apart at the comma
                    String given = option.splitRegex().isEmpty() ? text : text.replace(',', '_');
                    CommandRun run =
                            CommandRun.of(name, option.longestName(), given).refused();
                    assertThat(run.err())
                            .contains(option.longestName())
                            .contains(
                                    "\"" + given + "\" is no " + (DECIMAL.contains(type) ? "finite decimal" : "whole"));
                }
            }
        }
        assertThat(tried).isGreaterThan(30);
    }

    @Test
    void wholeNumbersBeyondTheirTypeAreRefused() {
        assertThat(CommandRun.of("sweep", "x.yaml", "--threads", "4294967298")
                        .refused()
                        .err())
                .contains("--threads")
                .contains("4294967298 is not from -2147483648 to 2147483647");
        assertThat(CommandRun.of("excite", "two-link", "--seed", "9223372036854775808")
                        .refused()
                        .err())
                .contains("--seed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x1p3", "1d", "1f", "Infinity", "1e999", "1_000", "１"})
    void numbersInTextAreFiniteDecimals(String text) throws IOException {
        String log = write("log.csv", "t,q1,q2,tau1,tau2\n0,0,0,1,1\n0.01,0,0,1," + text + "\n");
        refused(text, "identify", "two-link", log);
        refused(text, "simulate", "two-link", "--q", "0," + text);
        refused(text, "simulate", "two-link", "--q", "elbow=" + text);
        refused(text, "simulate", "two-link", "--q", "elbow=" + text + "deg");
        refused(text, "simulate", "two-link", "--wrench", "lower:0,0," + text);
        refused(text, "ik", "two-link", "--position", "0,0," + text);
        refused(text, "ik", "two-link", "--orientation", "0,0," + text + "deg");
        refused(text, "ik", "two-link", "--targets", write("goals.csv", "x,y,z\n0,0," + text + "\n"));
        refused(text, "info", write("arm.par", "NL = 1\nNJ = 1\nNF = 1\nM = [LOAD]\n"), "--set", "LOAD=" + text);
        String states = write("states.csv", "q_shoulder,q_elbow\n0," + text + "\n");
        refused(text, "eval", "--robot", "two-link", "--states", states, "--quantity", "pose");
    }

    /** Signs, and points at either end, are decimal. */
    @Test
    void decimalsAreReadInAllTheirForms() {
        String plain = CommandRun.of("simulate", "two-link", "--time", "0.5", "--q", "1,0.5")
                .good()
                .out();
        for (String time : new String[] {".5", "+0.5", "5e-1", "5.E-1"}) {
            assertThat(CommandRun.of("simulate", "two-link", "--time", time, "--q", "+1.,.5")
                            .good()
                            .out())
                    .isEqualTo(plain);
        }
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static void refused(String text, String... arguments) {
        assertThat(CommandRun.of(arguments).refused().err()).contains("\"" + text + "\" is no finite decimal number");
    }
}
