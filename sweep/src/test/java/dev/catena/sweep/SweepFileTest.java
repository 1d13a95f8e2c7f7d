package dev.catena.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.reading.FormatException;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Specifications as files, right and wrong. */
class SweepFileTest {
    private static final RobotModel ROBOT = ShippedRobots.load("two-link");

    private static final String SPEC = """
        catena-sweep: 1
        robot: two-link
        states: {random: 1000, seed: 2}
        vary: {q: {from: -1, to: 1}, qd: 0.5}
        by: [{value: q_elbow, from: -1, to: 1, bins: 4}]
        reduce: [{peak: torque}]
        """;

    @TempDir
    private Path folder;

    private Sweep read(String spec) {
        return SweepFile.parse(spec, "spec.yaml").read(ROBOT, folder, true);
    }

    private SweepTable run(String spec) {
        return read(spec).run(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "catena-sweep: 1 | catena-sweep: 2 | the version is \"2\", but must be 1",
                "robot: two-link | '' | \"robot\" is missing",
                "bins: 4 | bins: 0 | bins must be a whole number from 1",
                "bins: 4 | bins: -3 | bins must be a whole number from 1",
                "bins: 4 | bins: 2.5 | bins must be a whole number from 1",
                "bins: 4 | bins: 1e12 | bins must be a whole number from 1",
                ", bins: 4 | '' | \"bins\" is missing",
                "from: -1, to: 1, bins | from: 1, to: -1, bins | must go up",
                "from: -1, to: 1, bins | from: .nan, to: 1, bins | from",
                "from: -1, to: 1, bins | from: 0, to: .inf, bins | to",
                "from: -1, to: 1, bins | to: 1, bins | \"from\" is missing",
                "{from: -1, to: 1} | {from: .nan, to: 1} | from",
                "{from: -1, to: 1} | {from: 1, to: -1} | q_shoulder",
                "{from: -1, to: 1} | {from: .nan, to: 1} | has 1 problem:",
                "{from: -1, to: 1} | {from: 1, to: -1} | has 1 problem:",
                "random: 1000 | grid: true | q_shoulder goes from -1.0 to 1.0, but a grid needs to know in how many steps",
                "qd: 0.5 | mass_lower: {from: -1, to: 1} | mass_lower is -1.0, but masses and friction cannot be negative",
                "qd: 0.5 | viscous_elbow: -0.1 | viscous_elbow is -0.1",
                "{peak: torque} | {peak: } | peak needs the name of a number",
                "{from: -1, to: 1} | {from: -1} | \"to\" is missing",
                "{from: -1, to: 1} | {from: -1, to: 1, scale: [1, 2]} | scale",
                "{from: -1, to: 1} | limit | q",
                "{from: -1, to: 1} | {from: -1, to: 1, step: 3} | step",
                "random: 1000 | random: 0 | random must be a whole number from 1 to 1e18",
                "random: 1000 | random: -5 | random must be a whole number from 1 to 1e18",
                "random: 1000 | random: .nan | random",
                "random: 1000 | random: 1e19 | random must be a whole number from 1 to 1e18",
                "random: 1000 | random: 10, halton: 10 | halton",
                "random: 1000 | grid: false | states are one of random, halton, grid: true, table, trajectory",
                "seed: 2 | seed: 0.5 | seed must be a whole number",
                "{random: 1000, seed: 2} | [1] | states",
                "states: {random: 1000, seed: 2} | '' | states",
                "random: 1000 | table: spec.yaml | a table ends in .csv",
                "'{value: q_elbow, from: -1, to: 1, bins: 4}' | {} | a key is one of voxel, value, draw, joint: true",
                "value: q_elbow | value: q_knee | q_knee",
                "'{value: q_elbow, from: -1, to: 1, bins: 4}' | {voxel: lower, size: 0} | voxels need a positive size",
                "'{value: q_elbow, from: -1, to: 1, bins: 4}' | {voxel: lower, size: .nan} | size",
                "'{value: q_elbow, from: -1, to: 1, bins: 4}' | {voxel: hand, size: 0.1} | has no body \"hand\"",
                "'{value: q_elbow, from: -1, to: 1, bins: 4}' | {voxel: lower, size: 1e-9} | voxels of 1.0E-9 m are"
                        + " too small",
                "'{value: q_elbow, from: -1, to: 1, bins: 4}' | {draw: 0} | draw must be a whole number",
                "'{value: q_elbow, from: -1, to: 1, bins: 4}' | {draw: 10} | draw",
                "'{value: q_elbow, from: -1, to: 1, bins: 4}' | {voxel: lower, size: 0.1, from: [0, 0, 0], to: [1, 1,"
                        + " -1]} | there are",
                "reduce: [{peak: torque}] | '' | \"reduce\" is missing",
                "{peak: torque} | '' | needs a reducer",
                "{peak: torque} | {peak: torque, max: torque} | a reducer is one of",
                "{peak: torque} | {quantile: torque, at: 1.5} | 1.5",
                "{peak: torque} | {quantile: torque, at: []} | quantile",
                "{peak: torque} | {histogram: torque, from: 0, to: 1} | \"bins\" is missing",
                "{peak: torque} | {histogram: torque, from: 1, to: 0, bins: 3} | histogram",
                "{peak: torque} | {histogram: torque, from: 0, to: 1, bins: 0} | bins must be a whole number",
                "{peak: torque} | {violations: torque, above: .nan} | above",
                "{peak: torque} | {max: torque, abve: 1} | abve",
                "qd: 0.5 | qd: 0.5, payload: 1 | nobody said which body carries it",
                "qd: 0.5 | qd: {limits: 0.5} | has no limit of qd",
                "qd: 0.5 | mass_lowr: 1 | \"mass_lowr\" is nothing that robot",
                "qd: 0.5 | mass_lower: {scale: [1]} | scale",
                "robot: two-link | 'robot: two-link\nquantity: torqe' | there is no quantity \"torqe\"; did you mean \"torque\"?",
                "robot: two-link | 'robot: two-link\nquantity: pose' | pose",
                "robot: two-link | 'robot: two-link\npayload: {body: hand}' | has no body \"hand\"",
                "robot: two-link | 'robot: two-link\npayload: {at: [0, 0, 0]}' | \"body\" is missing",
                "robot: two-link | 'robot: two-link\nexact: true' | exact",
            })
    void mistakesAreNamed(String part, String replacement, String words) {
        assertThat(SPEC).contains(part);
        String spec = SPEC.replace(part, replacement);
        assertThatThrownBy(() -> read(spec))
                .as(spec)
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"table", "trajectory"})
    void filesThatAreNotThereAreNamed(String source) {
        assertThatThrownBy(() -> read(SPEC.replace("random: 1000", source + ": none.csv")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContainingAll("none.csv", "there is no such file");
    }

    @Test
    void tablesWithNegativeMassesAreRefused() throws IOException {
        Path unused = Files.writeString(
                folder.resolve("table.csv"), "q_elbow,q_shoulder,mass_lower\n0.5,0.1,1\n0.5,0.1,-0.25\n0,0,1\n");
        assertThatThrownBy(() -> read(SPEC.replace("random: 1000", "table: table.csv")))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll("table.csv", "mass_lower is -0.25");
    }

    @Test
    void whatIsNoYamlIsSaidToBeNone() {
        assertThatThrownBy(() -> read("[1, 2")).isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> read("")).isInstanceOf(FormatException.class);
    }

    /** All sources, keys and reducers of the document in one sweep each. */
    @Test
    void everySourceAndReducerCanBeAskedFor() throws IOException {
        String all = SPEC.replace(
                        "[{peak: torque}]",
                        "[{max: torque}, {min: torque}, {peak: torque}, {mean: torque}, {variance: torque}, {argmax:"
                                + " torque}, {quantile: torque, at: [0.5, 0.9]}, {histogram: torque, from: -50, to: 50,"
                                + " bins: 5}, {violations: torque, above: 0.1}, {mean: mass_lower}]")
                .replace(
                        "qd: 0.5",
                        "qd: 0.5, mass_lower: {scale: [0.9, 1.1]}, coulomb_elbow: {from: 0, to: 0.01}, "
                                + "center_x_lower: {around: 0.01}");
        SweepTable random = run(all);
        assertThat(random.rows()).isEqualTo(4);
        assertThat(random.states()).isEqualTo(1000);
        assertThat(run(all.replace("random:", "halton:")).rows()).isEqualTo(4);

        SweepTable grid = run(
                SPEC.replace("random: 1000", "grid: true").replace("{from: -1, to: 1}", "{from: -1, to: 1, steps: 5}"));
        assertThat(grid.states()).isEqualTo(25);

        Path unused = Files.writeString(
                folder.resolve("table.csv"), "q_elbow,violations,q_shoulder\n0.5,\"a, b\",0.1\n-0.5,,0.2\n7,none,0\n");
        SweepTable table = run(SPEC.replace("random: 1000", "table: table.csv"));
        assertThat(table.states()).isEqualTo(3);
        assertThat(table.outside()).isEqualTo(1);
        assertThat(table.rows()).isEqualTo(2);
    }

    /** Rates that a motion does not give are those of its samples. */
    @Test
    void ratesOfATrajectoryAreComputedFromItsSamples() throws IOException {
        StringBuilder text = new StringBuilder("time,q_shoulder,q_elbow,violations\n");
        int samples = 201;
        for (int k = 0; k < samples; k++) {
            double t = 0.01 * k;
            text.append("%s,%s,%s,\n".formatted(t, Math.sin(2 * t), t * t * t));
        }
        Path unused = Files.writeString(folder.resolve("motion.csv"), text);
        String spec = SPEC.replace("random: 1000", "trajectory: motion.csv, draws: 3")
                .replace("{q: {from: -1, to: 1}, qd: 0.5}", "{mass_lower: {scale: [1, 1]}}")
                .replace("{value: q_elbow, from: -1, to: 1, bins: 4}", "{draw: 3}");
        SweepTable table = run(spec);

        double[] peaks = new double[2];
        InverseDynamics dynamics = new InverseDynamics(ROBOT);
        double[] torque = new double[2];
        for (int k = 0; k < samples; k++) {
            double t = 0.01 * k;
            dynamics.compute(
                    new double[] {Math.sin(2 * t), t * t * t},
                    new double[] {2 * Math.cos(2 * t), 3 * t * t},
                    new double[] {-4 * Math.sin(2 * t), 6 * t},
                    torque);
            peaks[0] = Math.max(peaks[0], Math.abs(torque[0]));
            peaks[1] = Math.max(peaks[1], Math.abs(torque[1]));
        }
        assertThat(table.rows()).isEqualTo(3);
        assertThat(table.number(2, 2)).isCloseTo(peaks[0], within(1e-6 * peaks[0]));
        assertThat(table.number(2, 3)).isCloseTo(peaks[1], within(1e-6 * peaks[1]));
    }

    /** Times that doubles hold to 2e-7 s, and angles from −π to π. */
    @Test
    void clocksFrom1970AndAnglesWithinATurn() throws IOException {
        StringBuilder text = new StringBuilder("time,q_shoulder,q_elbow\n");
        int samples = 1501;
        for (int k = 0; k < samples; k++) {
            double t = 0.001 * k;
            text.append(String.format(
                    Locale.ROOT,
                    "17000000%06.3f,%s,%s\n",
                    t,
                    Math.IEEEremainder(5 * t + Math.sin(2 * t), 2 * Math.PI),
                    t * t));
        }
        Path unused = Files.writeString(folder.resolve("motion.csv"), text);
        String spec = SPEC.replace("random: 1000", "trajectory: motion.csv, draws: 3")
                .replace("{q: {from: -1, to: 1}, qd: 0.5}", "{mass_lower: {scale: [1, 1]}}")
                .replace("{value: q_elbow, from: -1, to: 1, bins: 4}", "{draw: 3}");
        SweepTable table = run(spec);

        double peak = 0;
        InverseDynamics dynamics = new InverseDynamics(ROBOT);
        double[] torque = new double[2];
        for (int k = 0; k < samples; k++) {
            double t = 0.001 * k;
            dynamics.compute(
                    new double[] {5 * t + Math.sin(2 * t), t * t},
                    new double[] {5 + 2 * Math.cos(2 * t), 2 * t},
                    new double[] {-4 * Math.sin(2 * t), 2},
                    torque);
            peak = Math.max(peak, Math.abs(torque[0]));
        }
        assertThat(table.number(2, 2)).isCloseTo(peak, within(1e-6 * peak));
    }

    @Test
    void trajectoriesWithoutTimesOrSamplesAreRefused() throws IOException {
        String spec =
                SPEC.replace("random: 1000", "trajectory: motion.csv").replace("q: {from: -1, to: 1}, qd: 0.5", "");
        refusesMotion(spec, "q_shoulder,q_elbow\n0,0\n1,1\n", "neither qd_shoulder nor a time");
        refusesMotion(
                spec, "time,q_shoulder,q_elbow\n0,0,0\n0,1,1\n1,1,1\n", "qd_shoulder cannot be computed: times must");
        refusesMotion(
                spec, "time,q_shoulder,q_elbow\n0,0,0\n", "qd_shoulder cannot be computed: a derivative of order 1");
        refusesMotion(spec, "time,q_shoulder,q_elbow\n0,0,0\n1e-320,1e300,0\n1,1,1\n", "too near in time");
        refusesMotion(spec, "time,q_shoulder,q_elbow\n", "the trajectory has no samples");
        Path unused = Files.writeString(folder.resolve("motion.csv"), "q_shoulder,q_elbow\n0,0\n1,1\n");
        String still = spec.replace("vary: {}", "vary: {qd: 0, qdd: 0}");
        assertThat(run(still).states()).isEqualTo(2);
    }

    private void refusesMotion(String spec, String motion, String words) throws IOException {
        Path unused = Files.writeString(folder.resolve("motion.csv"), motion);
        assertThatThrownBy(() -> read(spec)).isInstanceOf(FormatException.class).hasMessageContaining(words);
    }
}
