package dev.catena.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.table.CsvTableSink;
import dev.catena.model.Body;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.StateVariable;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.source.CycleStates;
import dev.catena.sweep.source.GridStates;
import dev.catena.sweep.source.RandomStates;
import dev.catena.sweep.source.StateSource;
import dev.catena.sweep.source.Variable;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {
    private static final RobotModel PANDA = ShippedRobots.load("panda");
    private static final SweepFunction TORQUE = SweepFunction.of(PANDA, Quantity.TORQUE);
    private static final int STATES = 100_001;

    @TempDir
    private Path folder;

    private static List<Variable> motion() {
        List<Variable> variables = new ArrayList<>(TORQUE.withinLimits(StateVariable.POSITION, 1));
        variables.addAll(TORQUE.withinLimits(StateVariable.VELOCITY, 0.5));
        PANDA.jointNames().forEach(joint -> variables.add(Variable.of("qdd_" + joint, -5, 5)));
        return variables;
    }

    private static Sweep.Builder map(StateSource source) {
        return Sweep.states(source)
                .evaluate(TORQUE)
                .by(TORQUE.voxels("flange", 0.4))
                .reduce(
                        Reducer.argmax("load"),
                        Reducer.variance("torque"),
                        Reducer.quantile("load", 0.5, 0.99),
                        Reducer.histogram("load", 0, 1, 4),
                        Reducer.violations("load", 0.5),
                        Reducer.min("torque_joint2"));
    }

    private static String text(SweepTable table) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CsvTableSink sink = new CsvTableSink(bytes, table.columns())) {
            table.write(sink);
            sink.finish();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() {
        Sweep sweep = map(new RandomStates(motion(), STATES, 7)).build();

        String alone = text(sweep.run(1));

        assertThat(sweep.chunks()).isGreaterThan(3);
        assertThat(text(sweep.run(2))).isEqualTo(alone);
        assertThat(text(sweep.run(5))).isEqualTo(alone);
    }

    @Test
    void chunksThatAreComputedElsewhereMergeToTheSame() {
        Sweep sweep = map(new RandomStates(motion(), STATES, 7)).build();
        Sweep elsewhere = map(new RandomStates(motion(), STATES, 7)).build();
        Sweep.ChunkWorker worker = elsewhere.worker();
        List<byte[]> chunks = LongStream.range(0, sweep.chunks())
                .map(k -> sweep.chunks() - 1 - k)
                .mapToObj(worker::compute)
                .collect(ArrayList::new, (list, chunk) -> list.add(0, chunk), List::addAll);

        assertThat(text(sweep.merged(chunks.iterator()))).isEqualTo(text(sweep.run(2)));
        assertThat(elsewhere.digest()).isEqualTo(sweep.digest());
    }

    @Test
    void aSweepThatWasStoppedGoesOn() throws Exception {
        Sweep sweep = map(new RandomStates(motion(), STATES, 8)).build();
        Path checkpoint = folder.resolve("sweep.checkpoint");
        AtomicInteger asked = new AtomicInteger();
        SweepOptions options = SweepOptions.threads(2).withCheckpoint(checkpoint, 0);

        assertThatThrownBy(() -> sweep.run(options.withStop(() -> asked.incrementAndGet() > 2)))
                .isInstanceOf(SweepStoppedException.class)
                .hasMessageContaining("of 100001 states");
        List<Long> progress = new ArrayList<>();
        String resumed = text(sweep.run(options.withProgress(progress::add)));

        assertThat(progress.get(0)).isPositive();
        assertThat(progress.get(progress.size() - 1)).isEqualTo(STATES);
        assertThat(resumed).isEqualTo(text(sweep.run(1)));
        Sweep other = map(new RandomStates(motion(), STATES, 9)).build();
        assertThatThrownBy(() -> other.run(options)).hasMessageContaining("checkpoint of another sweep");
        byte[] bytes = Files.readAllBytes(checkpoint);
        for (int length : new int[] {0, 7, 8, 100, bytes.length - 1, bytes.length + 1}) {
            Files.write(checkpoint, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> sweep.run(options)).as(length + " bytes").hasMessageContaining("broken");
        }
        for (int place = 0; place < bytes.length; place += 1 + bytes.length / 64) {
            bytes[place] ^= (byte) (1 << place % 8);
            Files.write(checkpoint, bytes);
            assertThatThrownBy(() -> sweep.run(options)).as("byte " + place).hasMessageContaining("broken");
            bytes[place] ^= (byte) (1 << place % 8);
        }
        Files.write(checkpoint, bytes);
        assertThat(text(sweep.run(options))).isEqualTo(resumed);
    }

    @Test
    void twoSweepsCannotHaveOneCheckpointAtOnce() {
        Sweep sweep = map(new RandomStates(motion(), STATES, 8)).build();
        SweepOptions options = SweepOptions.threads(1).withCheckpoint(folder.resolve("sweep.checkpoint"), 1000);
        List<Throwable> refusals = new ArrayList<>();

        String first =
                text(sweep.run(options.withProgress(done -> refusals.add(catchThrowable(() -> sweep.run(options))))));

        assertThat(refusals)
                .isNotEmpty()
                .allSatisfy(refused -> assertThat(refused)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("another sweep is writing"));
        assertThat(text(sweep.run(options))).as("afterwards").isEqualTo(first);
        assertThat(folder).isDirectoryNotContaining("glob:**.lock");
    }

    /** A sweep keeps nothing of its runs, so that several may go on at once. */
    @Test
    void oneSweepRunsOnSeveralThreadsAtOnce() {
        Sweep sweep = map(new RandomStates(motion(), STATES, 8)).build();
        String alone = text(sweep.run(1));
        List<String> together = IntStream.range(0, 3)
                .parallel()
                .mapToObj(k -> text(sweep.run(1 + k)))
                .toList();
        assertThat(together).containsOnly(alone);
    }

    @Test
    void aCheckpointThatCannotBeWrittenIsNoHarm() {
        Sweep sweep = map(new RandomStates(motion(), 50_000, 8)).build();
        List<String> warnings = new ArrayList<>();
        Path nowhere = folder.resolve("nowhere").resolve("sweep.checkpoint");

        SweepTable table =
                sweep.run(SweepOptions.threads(1).withCheckpoint(nowhere, 0).withWarning(warnings::add));

        assertThat(text(table)).isEqualTo(text(sweep.run(1)));
        assertThat(warnings).singleElement().asString().contains("goes on without checkpoints", "no folder");
    }

    @Test
    void aSpareCheckpointTakesTheRest() {
        Sweep sweep = map(new RandomStates(motion(), 300_000, 8)).build();
        List<String> warnings = new ArrayList<>();
        Path nowhere = folder.resolve("nowhere").resolve("sweep.checkpoint");
        Path spare = folder.resolve("spare.checkpoint");
        SweepOptions options = SweepOptions.threads(1).withCheckpoint(nowhere, 0);

        AtomicLong looks = new AtomicLong();
        assertThatThrownBy(() -> sweep.run(options.withSpare(spare)
                        .withWarning(warnings::add)
                        .withStop(() -> looks.incrementAndGet() > 3)))
                .isInstanceOf(SweepStoppedException.class);
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("are written to " + spare + " from now on", "no folder");
        List<Long> progress = new ArrayList<>();
        SweepTable table =
                sweep.run(SweepOptions.threads(2).withCheckpoint(spare, 0).withProgress(progress::add));
        assertThat(progress.get(0)).isPositive();
        assertThat(text(table)).isEqualTo(text(sweep.run(1)));

        warnings.clear();
        SweepTable other = sweep.run(options.withSpare(nowhere.resolve("too")).withWarning(warnings::add));
        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(1)).contains("goes on without checkpoints");
        assertThat(text(other)).isEqualTo(text(table));
    }

    @Test
    void resultsAreThoseOfInverseDynamics() {
        int states = 5000;
        StateSource source = new RandomStates(motion(), states, 3);
        SweepTable table = Sweep.states(source)
                .evaluate(TORQUE)
                .reduce(Reducer.argmax("load"), Reducer.variance("torque_joint2"), Reducer.violations("load", 0.3))
                .reduce(Reducer.peak("torque_joint4"), Reducer.histogram("torque_joint2", -50, 50, 10))
                .run(2);
        InverseDynamics dynamics = new InverseDynamics(PANDA);
        double[][] x = new double[3][7];
        double[] tau = new double[7];
        double largest = 0;
        int at = -1;
        double sum = 0;
        double squares = 0;
        double peak = 0;
        int violations = 0;
        int below = 0;
        double[][] drawn = new double[21][states];
        new RandomStates(motion(), states, 3)
                .open()
                .reader()
                .read(
                        0,
                        states,
                        Arrays.stream(drawn)
                                .map(to -> new StateSource.Target(to, 0))
                                .toList());
        for (int s = 0; s < states; s++) {
            for (int v = 0; v < 21; v++) {
                x[v / 7][v % 7] = drawn[v][s];
            }
            dynamics.compute(x[0], x[1], x[2], tau);
            double load = 0;
            for (int j = 0; j < 7; j++) {
                load = Math.max(
                        load,
                        Math.abs(tau[j]) / PANDA.movingJoints().get(j).limits().effort());
            }
            if (load > largest) {
                largest = load;
                at = s;
            }
            violations += load > 0.3 ? 1 : 0;
            below += tau[1] < -50 ? 1 : 0;
            peak = Math.max(peak, Math.abs(tau[3]));
            sum += tau[1];
            squares += tau[1] * tau[1];
        }
        double mean = sum / states;

        assertThat(number(table, "count")).isEqualTo(states);
        assertThat(number(table, "max_load")).isCloseTo(largest, within(1e-12));
        assertThat(number(table, "argmax_load_state")).isEqualTo(at);
        assertThat(number(table, "argmax_load_q_joint3")).isEqualTo(drawn[2][at]);
        assertThat(number(table, "mean_torque_joint2")).isCloseTo(mean, within(1e-11));
        assertThat(number(table, "variance_torque_joint2"))
                .isCloseTo((squares - states * mean * mean) / (states - 1), within(1e-8));
        assertThat(number(table, "violations_load")).isEqualTo(violations);
        assertThat(number(table, "violating_load")).isEqualTo(violations / (double) states);
        assertThat(number(table, "peak_torque_joint4")).isCloseTo(peak, within(1e-12));
        assertThat(number(table, "count_torque_joint2_below_-50.0")).isEqualTo(below);
    }

    private static double number(SweepTable table, String column) {
        return table.number(0, table.column(column).orElseThrow());
    }

    /** However far from the base's origin a robot stands, all that it reaches is in voxels, which are no more than elsewhere. */
    @Test
    void voxelsAreWhereTheRobotIs() {
        Vector3 place = new Vector3(1000, -2000, 0.5);
        Joint first = PANDA.movingJoints().get(0);
        Pose moved = Pose.translation(place.x(), place.y(), place.z())
                .times(first.geometry().parentFromJoint());
        RobotModel far = PANDA.toBuilder()
                .replace(first.with(new JointGeometry(
                        moved, first.geometry().axisInJoint(), first.geometry().jointFromBody())))
                .build();
        Key.Voxel near = TORQUE.voxels("flange", 0.25);
        SweepFunction function = SweepFunction.of(far, Quantity.TORQUE);
        Key.Voxel away = function.voxels("flange", 0.25);

        assertThat(away.bins()).isEqualTo(near.bins());
        assertThat(away.lower().minus(near.lower()).minus(place).norm()).isZero();
        SweepTable table = Sweep.states(new RandomStates(function.withinLimits(StateVariable.POSITION, 1), 1000, 3))
                .evaluate(function)
                .by(away)
                .reduce(Reducer.max("load"))
                .run(1);
        long counted = 0;
        for (int row = 0; row < table.rows(); row++) {
            counted += (long) table.number(row, table.column("count").orElseThrow());
        }
        assertThat(counted).isEqualTo(1000);
        assertThat(function.voxels("base", 0.25).bins()).isLessThanOrEqualTo(8);
    }

    @Test
    void parametersTakeThePlaceOfTheModels() {
        Vector3 place = new Vector3(0.02, -0.03, 0.11);
        SweepFunction loaded = TORQUE.withPayload("link7", place);
        List<Variable> variables = new ArrayList<>();
        double[][] x = new double[3][7];
        for (int v = 0; v < 21; v++) {
            x[v / 7][v % 7] = Math.sin(1 + v);
            variables.add(Variable.constant(
                    List.of("q_", "qd_", "qdd_").get(v / 7) + PANDA.jointNames().get(v % 7), x[v / 7][v % 7]));
        }
        variables.add(Variable.constant("payload", 2.5));
        variables.add(Variable.constant("mass_link3", 4));
        variables.add(Variable.constant("center_y_link3", 0.07));
        variables.add(Variable.constant("viscous_joint2", 3));
        variables.add(Variable.constant("coulomb_joint5", 0.4));
        SweepTable table = Sweep.states(new GridStates(variables))
                .evaluate(loaded)
                .reduce(Reducer.max("torque"))
                .run(1);

        SpatialInertia link = PANDA.bodies().get(PANDA.bodyIndex("link3")).inertia();
        InertiaTensor j = link.tensorAboutCenter();
        double part = 4 / link.mass();
        SpatialInertia heavier = new SpatialInertia(
                4,
                new Vector3(link.centerOfMass().x(), 0.07, link.centerOfMass().z()),
                new InertiaTensor(
                        part * j.xx(), part * j.xy(), part * j.xz(), part * j.yy(), part * j.yz(), part * j.zz()));
        SpatialInertia last = PANDA.bodies().get(PANDA.bodyIndex("link7")).inertia();
        RobotModelBuilder builder = PANDA.toBuilder()
                .replace(new Body("link3", heavier))
                .replace(new Body("link7", last.plus(new SpatialInertia(2.5, place, InertiaTensor.ZERO))));
        var second = PANDA.movingJoints().get(1);
        var fifth = PANDA.movingJoints().get(4);
        builder.replace(second.with(
                new Friction(second.friction().coulomb(), 3, second.friction().smoothingVelocity())));
        builder.replace(fifth.with(
                new Friction(0.4, fifth.friction().viscous(), fifth.friction().smoothingVelocity())));
        double[] tau = new double[7];
        new InverseDynamics(builder.build()).compute(x[0], x[1], x[2], tau);
        for (int k = 0; k < 7; k++) {
            assertThat(number(table, "max_torque_joint" + (k + 1))).isCloseTo(tau[k], within(1e-10));
        }
    }

    @Test
    void rowsByJointHaveWhatColumnsHave() {
        StateSource source = new RandomStates(motion(), 40_000, 5);
        SweepTable wide = Sweep.states(source)
                .evaluate(TORQUE)
                .reduce(Reducer.max("torque"))
                .run(1);
        SweepTable tall = Sweep.states(source)
                .evaluate(TORQUE)
                .byJoint()
                .reduce(Reducer.max("torque"), Reducer.max("load"))
                .run(1);

        assertThat(tall.rows()).isEqualTo(7);
        for (int k = 0; k < 7; k++) {
            assertThat(tall.text(k, 0)).isEqualTo("joint" + (k + 1));
            assertThat(tall.number(k, 2)).isEqualTo(wide.number(0, 1 + k));
        }
    }

    @Test
    void cyclesHaveTheirPeaks() {
        Map<String, double[]> motion = new LinkedHashMap<>();
        for (String joint : PANDA.jointNames()) {
            double[] q = new double[100];
            Arrays.setAll(q, k -> Math.sin(0.1 * k));
            motion.put("q_" + joint, q);
        }
        SweepFunction loaded = TORQUE.withPayload("flange", Vector3.ZERO);
        SweepTable table = Sweep.states(new CycleStates(motion, List.of(Variable.of("payload", 0, 5)), 700, 1))
                .evaluate(loaded)
                .by(new Key.Whole("draw", 700))
                .reduce(Reducer.peak("torque_joint2"), Reducer.max("payload"), Reducer.min("payload"))
                .run(2);

        assertThat(table.rows()).isEqualTo(700);
        for (int row = 1; row < 700; row++) {
            assertThat(table.number(row, 1)).isEqualTo(100);
            assertThat(table.number(row, 3)).isEqualTo(table.number(row, 4));
            boolean heavier = table.number(row, 3) > table.number(row - 1, 3);
            assertThat(table.number(row, 2) > table.number(row - 1, 2)).isEqualTo(heavier);
        }
    }

    @Test
    void exactSweepsAreNearToVectors() {
        StateSource source = new RandomStates(motion(), 20_000, 5);
        SweepTable vectors = Sweep.states(source)
                .evaluate(TORQUE)
                .reduce(Reducer.mean("torque"))
                .run(1);
        SweepTable exact = Sweep.states(source)
                .evaluate(TORQUE.exactly())
                .reduce(Reducer.mean("torque"))
                .run(1);

        for (int c = 1; c < 8; c++) {
            assertThat(exact.number(0, c)).isCloseTo(vectors.number(0, c), within(1e-12));
        }
    }

    @Test
    void whatDoesNotFitIsRefused() {
        StateSource source = new RandomStates(motion(), 100, 5);
        Sweep.Builder sweep = Sweep.states(source).evaluate(TORQUE);
        assertThatThrownBy(sweep::build).hasMessageContaining("needs a reducer");
        assertThatThrownBy(() -> Sweep.states(source)
                        .evaluate(TORQUE)
                        .reduce(Reducer.max("torqe"))
                        .build())
                .hasMessageContaining("\"torqe\" is no number of the states")
                .hasMessageContaining("torque");
        assertThatThrownBy(() -> Sweep.states(new RandomStates(List.of(Variable.of("q_joint1", 0, 1)), 10, 1))
                        .evaluate(TORQUE)
                        .reduce(Reducer.max("load"))
                        .build())
                .hasMessageContaining("q_joint2");
        assertThatThrownBy(() -> Sweep.states(new RandomStates(List.of(Variable.of("q_joint9", 0, 1)), 10, 1))
                        .evaluate(TORQUE)
                        .reduce(Reducer.max("load"))
                        .build())
                .hasMessageContaining("\"q_joint9\" is nothing that robot \"panda\" can vary");
        assertThatThrownBy(() -> Sweep.states(source)
                        .evaluate(TORQUE)
                        .by(TORQUE.voxels("flange", 0.001))
                        .reduce(Reducer.max("load"))
                        .build())
                .hasMessageContaining("voxels");
        assertThatThrownBy(() -> new Key.Range("payload", 0, 1, 0)).hasMessageContaining("0 ranges of payload");
        assertThatThrownBy(() -> new Key.Range("payload", 1, 1, 3)).hasMessageContaining("must go up");
    }
}
