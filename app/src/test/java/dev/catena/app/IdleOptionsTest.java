package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An option that would have no effect is refused, with what it is for. */
class IdleOptionsTest {
    @TempDir
    Path folder;

    private static String[] words(String line) {
        return Arrays.stream(line.split(" ")).toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "simulate two-link --bandwidth 5 | --bandwidth is for --torque pd",
                "simulate four-bar --torque zero --bandwidth 5 | --bandwidth is for --torque pd",
                "simulate two-link --limit-torques | --limit-torques cuts off torques of a controller",
                "simulate two-link --hold | --hold is for torques of a file",
                "simulate two-link --restitution 0.5 | --restitution is for rigid stops",
                "simulate two-link --compare run.csv | --compare lays a motion over the plots of --html",
                "simulate two-link --torque pd --move 1 | --move is how long it takes to --target",
                "simulate two-link --friction-smoothing 0.1 --no-friction | --friction-smoothing smooths friction",
                "torque two-link run.csv --compare run.csv | --compare lays a motion over the plots of --html or --png",
                "plan reach.yaml --rate 10 | --rate is for the table of --out",
                "plan reach.yaml --compare run.csv | --compare lays a motion over the plots of --html",
                "excite two-link --rate 10 | --rate is for the table of --out",
                "equations two-link --body lower | --body is for --quantity pose and jacobian, but not for torque",
                "studio two-link --out p.html --port 80 | --port is for the server",
                "studio two-link --out p.html --no-browser | --no-browser is for the server",
                "compile two-link --count --language c | --language is for the code of --out",
                "compile two-link --count --package a.b | --package a.b is for classes of Java",
                "compile two-link --out x --language c --package a.b | --package a.b is for classes of Java",
                "compile two-link --out x --json | --json is for the numbers of operations",
                "ik two-link --position 0,1,0 --weight 2 | --weight counts a goal beside others",
                "ik two-link --position 0,1,0 --from 0,0 --posture 0,1 | --from is where the search begins",
                "demo gait --study terms --speed 1 | --study has steps of its own"
            })
    void idle(String line, String message) {
        assertThat(CommandRun.of(words(line)).refused().err()).contains(message);
        assertThat(folder).isEmptyDirectory();
    }

    /** Loops of which nothing is said are moved by a controller, which has a bandwidth. */
    @Test
    void loopsThatAreShownHaveABandwidth() {
        CommandRun.of("simulate", "four-bar", "--time", "0.02", "--bandwidth", "5")
                .good();
    }

    @Test
    void problemsOfSweepsAreSolvedAsTheirFilesSay() throws IOException {
        Path sweep = Files.writeString(folder.resolve("sweep.yaml"), "catena-sweep: 1\nplans: [a.yaml]\n");
        String out = folder.resolve("out.csv").toString();
        assertThat(CommandRun.of("sweep", sweep.toString(), "--out", out, "--no-friction")
                        .refused()
                        .err())
                .contains("--no-friction is for sweeps of states");
    }
}
