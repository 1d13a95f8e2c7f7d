package dev.catena.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableReader;
import dev.catena.formats.table.TableSink;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.SweepFile;
import dev.catena.sweep.SweepTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskKilled;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spark computes is what one machine does, and files go both ways. */
class CatenaSparkTest {
    private static final String SPEC = """
        catena-sweep: 1
        robot: panda
        quantity: torque
        states: {random: 200000, seed: 3}
        vary:
          q: limits
          qd: {limits: 0.5}
          payload: {from: 0, to: 3}
        payload: {body: flange, at: [0, 0, 0.1]}
        by: [{voxel: flange, size: 0.5}]
        reduce: [{argmax: load}, {mean: load}, {variance: torque_joint2}, {quantile: load, at: [0.5]}]
        """;

    private static SparkSession session;

    @TempDir
    private Path folder;

    @BeforeAll
    static void begin() {
        session = SparkSession.builder()
                .master("local[2]")
                .appName("catena")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
    }

    @AfterAll
    static void end() {
        session.stop();
    }

    @Test
    void aSweepIsThatOfOneMachineToTheLastBit() throws IOException {
        Path spec = Files.writeString(folder.resolve("spec.yaml"), SPEC);
        int before = Compiled.count();

        List<Row> rows = CatenaSpark.sweep(session, spec).collectAsList();
        List<Row> again = CatenaSpark.sweep(session, spec).collectAsList();

        assertThat(Compiled.count()).isEqualTo(before + 1);
        assertThat(again).isEqualTo(rows);
        assertSame(rows, alone(SPEC));
    }

    /** More than the driver fetches at once: sketches of many bins. */
    @Test
    void largeResultsAreFetchedTaskByTask() throws IOException {
        String spec = """
            catena-sweep: 1
            robot: panda
            quantity: gravity
            states: {random: 500000, seed: 4}
            vary: {q: limits}
            by: [{value: q_joint2, from: -1.8, to: 1.8, bins: 60}]
            reduce: [{quantile: load, at: [0.5]}, {mean: load}]
            """;
        Path file = Files.writeString(folder.resolve("spec.yaml"), spec);
        assertThat(alone(spec).states()).isEqualTo(500_000);
        assertSame(CatenaSpark.sweep(session, file).collectAsList(), alone(spec));
    }

    /** Every task is killed once, as it begins: what was lost is computed again. */
    @Test
    void killedTasksChangeNothing() throws Exception {
        String spec = SPEC.replace("200000", "600000");
        Path file = Files.writeString(folder.resolve("spec.yaml"), spec);
        AtomicInteger killed = new AtomicInteger();
        SparkListener listener = new SparkListener() {
            @Override
            public void onTaskStart(SparkListenerTaskStart start) {
                if (start.taskInfo().attemptNumber() == 0) {
                    session.sparkContext().killTaskAttempt(start.taskInfo().taskId(), true, "lost");
                }
            }

            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                if (end.reason() instanceof TaskKilled) {
                    killed.incrementAndGet();
                }
            }
        };
        session.sparkContext().addSparkListener(listener);
        List<Row> rows;
        try {
            rows = CatenaSpark.sweep(session, file).collectAsList();
            session.sparkContext().listenerBus().waitUntilEmpty();
        } finally {
            session.sparkContext().removeSparkListener(listener);
        }

        assertThat(killed.get()).isPositive();
        assertSame(rows, alone(spec));
    }

    private SweepTable alone(String spec) {
        return SweepFile.parse(spec, "spec")
                .read(ShippedRobots.load("panda"), folder, false)
                .run(2);
    }

    private static void assertSame(List<Row> rows, SweepTable table) {
        assertThat(rows).hasSize(table.rows());
        for (int r = 0; r < table.rows(); r++) {
            for (int c = 0; c < table.columns().size(); c++) {
                if (table.columns().get(c).kind() == TableColumn.Kind.TEXT) {
                    assertThat(rows.get(r).getString(c)).isEqualTo(table.text(r, c));
                } else {
                    assertThat(((Number) rows.get(r).get(c)).doubleValue()).isEqualTo(table.number(r, c));
                }
            }
        }
    }

    @Test
    void aCycleTravelsWithTheSpecification() throws IOException {
        Files.createDirectory(folder.resolve("data"));
        StringBuilder cycle = new StringBuilder("q_joint1,q_joint2,q_joint3,q_joint4,q_joint5,q_joint6,q_joint7\n");
        for (int k = 0; k < 50; k++) {
            cycle.append(("," + Math.sin(0.1 * k)).repeat(7).substring(1)).append('\n');
        }
        Files.writeString(folder.resolve("data/cycle.csv"), cycle);
        String spec = """
            catena-sweep: 1
            robot: panda
            states: {trajectory: data/cycle.csv, draws: 40}
            vary: {mass_link4: {scale: [0.9, 1.1]}, qd: 0, qdd: 0}
            reduce: [{peak: torque_joint2}, {quantile: torque_joint4, at: [0.9]}]
            """;
        assertSame(
                CatenaSpark.sweep(session, Files.writeString(folder.resolve("spec.yaml"), spec))
                        .collectAsList(),
                alone(spec));
    }

    @Test
    void statesFromATableAreSaidToBeSparks() throws IOException {
        Path spec = Files.writeString(
                folder.resolve("spec.yaml"), SPEC.replace("{random: 200000, seed: 3}", "{table: states.csv}"));
        assertThatThrownBy(() -> CatenaSpark.sweep(session, spec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("with(session.read()");
    }

    @Test
    void tablesGoThroughParquetBothWays() {
        RobotModel panda = ShippedRobots.load("panda");
        Path states = folder.resolve("states.parquet");
        int rows = 5000;
        double[][] q = writeStates(panda, states, rows);

        Dataset<Row> with = CatenaSpark.with(
                session.read().parquet(states.toString()), "panda", Quantity.TORQUE, Quantity.MASS_MATRIX);
        Path out = folder.resolve("torques.parquet");
        with.write().parquet(out.toString());

        try (TableReader reader = NumberTables.open(out)) {
            assertThat(reader.columns())
                    .hasSize(8 + 7 + 49)
                    .contains("id", "torque_joint7", "massMatrix_joint1_joint2");
            double[][] read = new double[reader.columns().size()][rows];
            assertThat(reader.read(read, rows)).isEqualTo(rows);
            int torque = reader.columns().indexOf("torque_joint1");
            InverseDynamics dynamics = new InverseDynamics(panda);
            double[] tau = new double[7];
            double[] rest = new double[7];
            double worst = 0;
            for (int k = 0; k < rows; k++) {
                dynamics.compute(q[(int) read[0][k]], rest, rest, tau);
                for (int j = 0; j < 7; j++) {
                    worst = Math.max(worst, Math.abs(read[torque + j][k] - tau[j]));
                }
            }
            assertThat(worst).isLessThan(1e-12);
        }
    }

    private static double[][] writeStates(RobotModel robot, Path file, int rows) {
        List<TableColumn> columns = new java.util.ArrayList<>(List.of(TableColumn.whole("id")));
        robot.jointNames().forEach(joint -> columns.add(TableColumn.number("q_" + joint)));
        SplittableRandom random = new SplittableRandom(7);
        double[][] q = new double[rows][robot.jointCount()];
        try (TableSink sink = NumberTables.create(file, columns)) {
            for (int k = 0; k < rows; k++) {
                sink.whole(k);
                for (int j = 0; j < q[k].length; j++) {
                    q[k][j] = random.nextDouble(-1.5, 1.5);
                    sink.number(q[k][j]);
                }
                sink.end();
            }
            sink.finish();
        }
        return q;
    }

    /** Rows as Spark has them inside, and, behind a shuffle, rows as users see them. */
    @Test
    void allKindsOfNumbersGiveTheSameInBothWays() {
        Dataset<Row> states = session.range(5000)
                .selectExpr(
                        "id",
                        "cast(id % 3 as decimal(9, 2)) / 4 q_shoulder",
                        "cast(id % 7 as short) q_elbow",
                        "cast(id % 5 as byte) qd_shoulder",
                        "id / 1e3 qd_elbow",
                        "cast(id % 2 as float) qdd_elbow",
                        "concat('row ', id) note");
        Dataset<Row> inside = CatenaSpark.with(states, "two-link", Quantity.TORQUE);
        Dataset<Row> asUsersSee = CatenaSpark.with(states.repartition(3), "two-link", Quantity.TORQUE);
        assertThat(inside.queryExecution().logical().toString()).startsWith("LogicalRDD");
        assertThat(asUsersSee.queryExecution().logical().toString()).doesNotContain("LogicalRDD");
        assertThat(inside.schema()).isEqualTo(asUsersSee.schema());
        assertThat(inside.orderBy("id").collectAsList())
                .isEqualTo(asUsersSee.orderBy("id").collectAsList());
        Row row = inside.filter("id = 4321").first();
        InverseDynamics dynamics = new InverseDynamics(ShippedRobots.load("two-link"));
        double[] tau = new double[2];
        dynamics.compute(new double[] {0.25, 2}, new double[] {1, 4.321}, new double[] {0, 1}, tau);
        assertThat(row.<String>getAs("note")).isEqualTo("row 4321");
        assertThat(row.<Double>getAs("torque_shoulder")).isCloseTo(tau[0], within(1e-9));
        assertThat(row.<Double>getAs("torque_elbow")).isCloseTo(tau[1], within(1e-9));
    }

    @Test
    void floatsAndWholeNumbersAreNumbersAndNullsAreNot() {
        Dataset<Row> states = session.range(3)
                .selectExpr("cast(id as float) q_shoulder", "cast(id as int) q_elbow", "id qd_elbow", "'x' note");
        Dataset<Row> with = CatenaSpark.with(states, "two-link", Quantity.TORQUE);
        assertThat(with.columns())
                .containsExactly("q_shoulder", "q_elbow", "qd_elbow", "note", "torque_shoulder", "torque_elbow");
        assertThat(with.filter("torque_shoulder is not null").count()).isEqualTo(3);

        Dataset<Row> gaps = states.withColumn("q_elbow", functions.lit(null).cast("double"));
        assertThatThrownBy(() ->
                        CatenaSpark.with(gaps, "two-link", Quantity.TORQUE).count())
                .hasStackTraceContaining("column \"q_elbow\" is null in the row");
        Dataset<Row> infinite = states.withColumn("q_elbow", functions.expr("double('Infinity')"));
        for (Dataset<Row> table : List.of(infinite, infinite.repartition(2))) {
            assertThatThrownBy(() ->
                            CatenaSpark.with(table, "two-link", Quantity.TORQUE).collectAsList())
                    .hasStackTraceContaining("column \"q_elbow\" is Infinity in the row [")
                    .hasStackTraceContaining(",x]");
        }
        Dataset<Row> texts = states.withColumn("q_elbow", functions.lit("a"));
        assertThatThrownBy(() -> CatenaSpark.with(texts, "two-link", Quantity.TORQUE))
                .hasMessageContaining("has the type string, but numbers are needed");
        Dataset<Row> twice = states.select(
                functions.col("q_shoulder"),
                functions.col("q_elbow"),
                functions.lit(1.0).as("q_elbow"));
        assertThatThrownBy(() -> CatenaSpark.with(twice, "two-link", Quantity.TORQUE))
                .hasMessageContaining("column \"q_elbow\" is there twice");
        assertThatThrownBy(() -> CatenaSpark.with(states.drop("q_elbow"), "two-link", Quantity.TORQUE))
                .hasMessageContaining("the table has no column q_elbow");
        assertThatThrownBy(() -> CatenaSpark.with(with, "two-link", Quantity.TORQUE))
                .hasMessageContaining("has a column \"torque_shoulder\" already");
        assertThatThrownBy(() -> CatenaSpark.with(states, "two-link")).hasMessageContaining("no quantity is asked for");
    }
}
