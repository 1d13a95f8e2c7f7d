package dev.catena.app.gait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.app.CommandRun;
import dev.catena.app.report.JsonText;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GaitDemoTest {
    /** With all rows of the thesis, solved once. */
    private static GaitRun thesis;

    @TempDir
    private Path folder;

    @BeforeAll
    static void predictTheStepOfTheThesis() {
        thesis = new GaitRun(Walker.shipped(), WalkOptions.thesis(), GaitRun.Start.CHAINED, step -> {});
    }

    /** A whole step: what it costs, what the ground gives, and that forces and motion belong together. */
    @Test
    void aStepIsPredicted() {
        Path report = folder.resolve("gait.html");
        JsonNode step = CommandRun.of("demo", "gait", "--json", "--out", report.toString())
                .good()
                .json();
        assertThat(step.get("objective").asDouble()).isBetween(0.15, 0.216);
        double[][] ranges = {{1.0, 1.3, 0.15, 0.35}, {0.6, 0.95, 0.4, 0.6}, {1.0, 1.3, 0.65, 0.9}};
        for (int k = 0; k < 3; k++) {
            assertThat(step.at("/peaks/" + k + "/0").asDouble()).isBetween(ranges[k][0], ranges[k][1]);
            assertThat(step.at("/peaks/" + k + "/1").asDouble()).isBetween(ranges[k][2], ranges[k][3]);
        }
        assertThat(step.at("/fore-aft/0").asDouble()).isBetween(-0.25, -0.08);
        assertThat(step.at("/fore-aft/1").asDouble()).isBetween(0.08, 0.25);
        assertThat(step.get("sign-change").asDouble()).isBetween(0.45, 0.6);
        assertThat(step.at("/between/0").asDouble()).isLessThan(1e-3);
        assertThat(step.at("/between/1").asDouble()).isLessThan(0.035);
        assertThat(step.at("/between/2").asDouble()).isLessThan(0.01);
        assertThat(step.get("left-over").asDouble()).isLessThan(1e-8);
        assertThat(step.get("simulation-error").asDouble()).isLessThan(1e-6);
        assertThat(step.get("growth").asDouble()).isGreaterThan(1e16);
        assertThat(report).content().contains("A step of human walking", "class=\"plot\"", "Figure 5.5");
    }

    /** As the thesis: all rows, or, as earlier work had it, arms that go where they like. */
    @Test
    void theThesis() {
        JsonNode free = CommandRun.of(
                        "demo", "gait", "--mode", "thesis", "--arms", "free", "--json", "--out", out("free.html"))
                .good()
                .json();
        assertThat(free.get("objective").asDouble()).isCloseTo(0.247, within(0.0025));
        double[] peaks = {1.20, 0.83, 1.34};
        for (int k = 0; k < 3; k++) {
            assertThat(free.at("/peaks/" + k + "/0").asDouble()).isCloseTo(peaks[k], within(0.01));
        }
        GaitRun run = thesis;
        assertThat(run.problem().rows().values().stream().mapToInt(k -> k).sum())
                .isEqualTo(1726);
        var log = run.plan().solverResult().log();
        assertThat(log.get(log.size() - 1).dualInfeasibility()).isLessThan(1e-4);
        assertThat(run.plan().objective()).isBetween(0.2490, 0.2500);
        assertMirrored(run, 1);
        WalkAnalysis analysis = Objects.requireNonNull(run.analysis());
        // the whole of a step takes a minute without the second compiler; where it begins it is as exact as numbers are
        double[] begin = Arrays.copyOf(run.problem().moments(), 2);
        assertThat(new ForwardStep(analysis).largestError(begin)).isLessThan(1e-15);
    }

    /** Tables of steps, of which one stands for all here. */
    @Test
    void studiesAreTables() {
        List<String> names = new ArrayList<>();
        List<WalkOptions> asked = new ArrayList<>();
        GaitStudy study = new GaitStudy(GaitStudy.Kind.TERMS, 10, 12, names::add, (walker, options, start) -> {
            asked.add(options);
            return thesis;
        });
        assertThat(names).containsExactly("thesis, 1,726 rows", "thesis, arms free");
        assertThat(asked)
                .allMatch(WalkOptions::isThesis)
                .extracting(WalkOptions::hasArms)
                .containsExactly(true, false);
        assertThat(study.toText()).contains("1.20 – 0.81 – 1.42", "28, 56, 83");
        assertThat(JsonText.indented(study.toJson())).contains("\"status\" : \"optimal\"");
        assertThat(study.toPage().toHtml()).contains("terms", "0.2496");
        names.clear();
        List<GaitRun.Start> from = new ArrayList<>();
        GaitStudy starts =
                new GaitStudy(GaitStudy.Kind.STARTS, 0, Integer.MAX_VALUE, names::add, (walker, options, start) -> {
                    from.add(start);
                    return thesis;
                });
        assertThat(names).hasSize(6).startsWith("proper, from zero").endsWith("thesis, from chained");
        assertThat(from).startsWith(GaitRun.Start.values()).endsWith(GaitRun.Start.values());
        assertThat(starts.toText()).contains("processor (s)", "0.2496");
    }

    private String out(String name) {
        return folder.resolve(name).toString();
    }

    private static void assertMirrored(GaitRun run, int order) {
        RobotModel robot = run.problem().robot();
        var motion = run.plan().motion();
        for (int k = 0; k <= order; k++) {
            double[] start = motion.at(0).derivative(k).clone();
            double[] end = motion.at(motion.duration()).derivative(k);
            for (int i = 0; i < start.length; i++) {
                String name = robot.jointNames().get(i);
                double mirrored = start[robot.coordinate(Walker.partner(name))] * (Walker.isReversed(name) ? -1 : 1);
                double shift = k == 0 && name.equals("tz") ? 0.6 : 0;
                assertThat(end[i]).as(name).isCloseTo(mirrored + shift, within(1e-6));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        --mode sideways;                    proper or thesis
        --from nowhere;                     chained, hand or zero
        --speed 9;                          --speed is 9.0
        --step 0;                           --step is 0.0
        --mass 5;                           --mass is 5.0
        --height 3;                         --height is 3.0
        --backpack -1;                      --backpack is -1.0
        --in-hands 90;                      --in-hands is 90.0
        --in-hand 90;                       --in-hand is 90.0
        --knee 200;                         --knee is 200.0
        --locked-knee 90;                   --locked-knee is 90.0
        --hip-force 0;                      --hip-force is 0.0
        --sharing fairly;                   own, smooth or distance
        --sharing distance;                 --mode thesis
        --arms crossed;                     coupled or free
        --control-points 2;                 --control-points is 2.0
        --samples 1000;                     --samples is 1000.0
        --study everything;                 what-if, terms, splines or starts
        --in-hand 5 --mode thesis;          --mode proper
        --locked-knee 5 --from zero;        --from chained
        """)
    void badOptionsAreRefused(String options, String message) {
        String[] arguments = ("demo gait --out " + out("no.html") + " " + options).split(" ");
        assertThat(CommandRun.of(arguments).refused().err()).contains(message);
    }
}
