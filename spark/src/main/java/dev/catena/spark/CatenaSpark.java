package dev.catena.spark;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.ColumnFunction;
import dev.catena.sweep.SweepFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/**
 * Sweeps and tables of states on Spark. Robots travel as text and are compiled once in every virtual machine. Driver and
 * executors should run with {@code --add-modules=jdk.incubator.vector}, or computing takes several times as long:
 *
 * <pre>{@code
 * spark-submit --conf spark.driver.extraJavaOptions=--add-modules=jdk.incubator.vector \
 *     --conf spark.executor.extraJavaOptions=--add-modules=jdk.incubator.vector --jars catena-spark.jar …
 * }</pre>
 */
public final class CatenaSpark {
    private CatenaSpark() {}

    /**
     * Runs a sweep; see {@code docs/sweep.md}. The result is that of one machine, to the last bit where driver and
     * executors have the same vectors.
     *
     * @param spec the specification's file; robot and trajectory are beside it, on the driver
     * @return the reduced table
     * @throws IllegalArgumentException for states that come from a table, for which {@link #with} is
     */
    public static Dataset<Row> sweep(SparkSession session, Path spec) {
        return sweep(session, spec, false);
    }

    /**
     * As {@link #sweep(SparkSession, Path)}.
     *
     * @param exact whether to compute state by state, so that results are the same whatever the machines
     */
    public static Dataset<Row> sweep(SparkSession session, Path spec, boolean exact) {
        String text = InputFile.text(spec, InputFile.LARGEST_DESCRIPTION);
        SweepFile file = SweepFile.parse(text, spec.toString());
        RobotModel robot = RobotFiles.find(beside(spec, file.robot()), ReadOptions.DEFAULT);
        if (file.hasTable()) {
            throw new IllegalArgumentException(
                    "%s: states of a table are read by Spark: with(session.read().parquet(…), robot, quantity…), then groupBy"
                            .formatted(spec));
        }
        String trajectory = file.trajectory().orElse("");
        byte[] motion =
                trajectory.isEmpty() ? new byte[0] : bytes(spec.toAbsolutePath().resolveSibling(trajectory));
        return new SparkSweep(session, new SweepText(text, RobotText.of(robot), trajectory, motion, exact)).run();
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static String beside(Path spec, String robot) {
        try {
            Path candidate = spec.toAbsolutePath().resolveSibling(robot);
            return Files.isRegularFile(candidate) ? candidate.toString() : robot;
        } catch (InvalidPathException e) {
            return robot;
        }
    }

    /**
     * Adds quantities to a table of states: its columns {@code q_joint1}, {@code qd_joint1}, … give {@code torque_joint1}, ….
     * Positions of all joints must be there; other motions that are not are zero. Other columns stay.
     *
     * @param robot a file on the driver, or the name of a robot that ships
     * @throws IllegalArgumentException for a table without positions or with two columns of one name, or a quantity that is not
     *     compiled
     */
    public static Dataset<Row> with(Dataset<Row> states, String robot, Quantity... quantities) {
        return with(states, RobotFiles.find(robot, ReadOptions.DEFAULT), quantities);
    }

    /** As {@link #with(Dataset, String, Quantity...)}. */
    public static Dataset<Row> with(Dataset<Row> states, RobotModel robot, Quantity... quantities) {
        RobotText text = RobotText.of(robot);
        List<Quantity> asked = List.of(quantities);
        ColumnFunction function = RowEvaluation.function(text, asked);
        List<String> columns = List.of(states.columns());
        function.checkColumns(columns);
        StructType schema = states.schema();
        for (String name : columns) {
            if (function.inputs().contains(name) && Collections.frequency(columns, name) > 1) {
                throw new IllegalArgumentException(
                        "column \"%s\" is there twice: select the one that is meant".formatted(name));
            }
            if (function.inputs().contains(name) && !(schema.apply(name).dataType() instanceof NumericType)) {
                throw new IllegalArgumentException("column \"%s\" has the type %s, but numbers are needed"
                        .formatted(name, schema.apply(name).dataType().simpleString()));
            }
        }
        StructType results = new StructType();
        for (String name : function.results()) {
            if (columns.contains(name)) {
                throw new IllegalArgumentException("the table has a column \"%s\" already".formatted(name));
            }
            results = results.add(name, DataTypes.DoubleType, false);
            schema = schema.add(name, DataTypes.DoubleType, false);
        }
        StructType all = schema;
        return InternalEvaluation.of(states, text, asked, results, all)
                .orElseGet(() -> states.mapPartitions(new RowEvaluation(text, asked, columns), Encoders.row(all)));
    }
}
