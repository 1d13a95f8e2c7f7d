package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the locale, commands print and write the same bytes. */
class LocaleTest {
    private static final String STATES = """
            time,q_shoulder,q_elbow,qd_shoulder
            0,0.1,12345.5,-1e-7
            0.1,0.2,1,1234567
            0.2,0.3,2,2
            0.3,0.4,3,3
            0.4,0.5,4,4
            0.5,0.6,5,5
            """;

    private static final String PLAN = """
            catena-plan: 1
            robot: two-link
            start: [0, 0]
            goal: [0.3, 0.2]
            spline: {degree: 3, control-points: 8, samples: 20}
            limits: {velocity: 2.5}
            """;

    /** Arguments of commands; FOLDER is where files are. */
    private static final List<String> COMMANDS = List.of(
            "info stanford",
            "info two-link --json --base-parameters",
            "info FOLDER/broken.yaml",
            "info FOLDER/broken.par",
            "convert two-link FOLDER/two-link.urdf",
            "convert four-bar FOLDER/four-bar.yaml",
            "compile stanford --quantity torque,massMatrix --language c --out FOLDER --count",
            "compile stanford --quantity torque,massMatrix --language java --out FOLDER --count --json",
            "eval --robot two-link --states FOLDER/states.csv --quantity torque,pose,energy --out FOLDER/eval.json",
            "eval --robot two-link --states FOLDER/states.csv --quantity massMatrix,acceleration --csv",
            "eval --robot two-link --states FOLDER/wrong.csv",
            "torque two-link FOLDER/states.csv --out FOLDER/torque.csv",
            "simulate two-link --time 0.5 --q 0.5,0.3 --out FOLDER/run.csv",
            "simulate two-link --time 1e9 --step 1e-9 --integrator rk4",
            "plan FOLDER/problem.yaml --quiet --out FOLDER/plan.csv");

    /** Calls that take the default locale and are beyond what Error Prone sees. */
    private static final Pattern BY_DEFAULT_LOCALE = Pattern.compile(
            "\\w\\s*\\.formatted\\(|new Scanner\\(|Locale\\.getDefault|String\\.format\\(\\s*(?!\\s|\"|Locale\\.ROOT)"
                    + "|\\.printf\\(\\s*(?!\\s|\"|Locale\\.ROOT)");

    @TempDir
    static Path folder;

    private static Map<String, String> expected = Map.of();

    @BeforeAll
    static void runWithoutLocale() throws IOException {
        expected = run(Locale.ROOT, COMMANDS);
        assertThat(expected).hasSizeGreaterThan(2 * COMMANDS.size());
        assertThat(expected.toString()).contains("double q[6]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar-EG", "fa-IR", "tr-TR", "de-DE", "hi-IN-u-nu-deva"})
    void sameBytes(String tag) throws IOException {
        assertSame(run(Locale.forLanguageTag(tag), COMMANDS), expected);
    }

    @Test
    void samePlots() throws IOException {
        List<String> report = List.of("torque two-link FOLDER/states.csv --html FOLDER/torque.html");
        assertSame(run(Locale.forLanguageTag("ar-EG"), report), run(Locale.ROOT, report));
    }

    private static void assertSame(Map<String, String> actual, Map<String, String> expected) {
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        expected.forEach(
                (output, text) -> assertThat(actual.get(output)).as(output).isEqualTo(text));
    }

    /** By command or file: what it holds. */
    private static Map<String, String> run(Locale locale, List<String> commands) throws IOException {
        Locale before = Locale.getDefault();
        Map<String, String> outputs = new TreeMap<>();
        Locale.setDefault(locale);
        try (Stream<Path> old = Files.list(folder)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
            Files.writeString(folder.resolve("states.csv"), STATES);
            Files.writeString(folder.resolve("wrong.csv"), STATES + "1,2,3\n");
            Files.writeString(folder.resolve("problem.yaml"), PLAN);
            Files.writeString(folder.resolve("broken.yaml"), "catena: 1\nname: [\n");
            Files.writeString(folder.resolve("broken.par"), "NL = 12\nNJ = 12\nTYPE = 0\n");
            for (String command : commands) {
                CommandRun run = CommandRun.of(
                        command.replace("FOLDER", folder.toString()).split(" ", -1));
                outputs.put(command, run.code() + "\n" + (command.startsWith("plan") ? "" : run.out()));
                outputs.put(command + " 2>", run.err());
            }
        } finally {
            Locale.setDefault(before);
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                outputs.put(String.valueOf(file.getFileName()), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return outputs;
    }

    @Test
    void noSourceFormatsByTheDefaultLocale() throws IOException {
        for (Path file : SourceKeysTest.javaFiles(SourceKeysTest.root())) {
            if (file.toString().contains("/src/main/")) {
                assertThat(BY_DEFAULT_LOCALE.matcher(Files.readString(file)).results())
                        .as("formats of %s that are no literals and name no Locale.ROOT", file)
                        .extracting(MatchResult::group)
                        .isEmpty();
            }
        }
    }
}
