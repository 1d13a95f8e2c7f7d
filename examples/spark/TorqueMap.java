import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.max;

import dev.catena.formats.ShippedRobots;
import dev.catena.quantity.Quantity;
import dev.catena.spark.CatenaSpark;
import dev.catena.sweep.SweepFile;
import dev.catena.sweep.SweepTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A torque map by Spark against that of one machine, and a table of states that comes from Parquet and goes to it. */
public class TorqueMap {
    public static void main(String[] arguments) throws Exception {
        Path spec = Path.of(arguments[0]);
        Path folder = Path.of(arguments[1]);
        SparkSession session = SparkSession.builder().appName("catena").getOrCreate();
        session.sparkContext().setLogLevel("ERROR");

        // a map of the workspace: states are drawn and reduced where they are computed
        Path map = folder.resolve("map.parquet");
        CatenaSpark.sweep(session, spec).coalesce(1).write().mode("overwrite").parquet(map.toString());
        List<Row> rows =
                session.read().parquet(map.toString()).orderBy("x", "y", "z").collectAsList();
        SweepTable alone = SweepFile.parse(Files.readString(spec), spec.toString())
                .read(ShippedRobots.load("panda"), spec.toAbsolutePath().getParent(), false)
                .run(2);
        long different = IntStream.range(0, alone.rows())
                .filter(r -> IntStream.range(0, alone.columns().size())
                        .anyMatch(c -> !String.valueOf(rows.get(r).get(c)).equals(alone.text(r, c))))
                .count();
        System.out.printf(
                "map: %d rows by Spark, %d by one machine, %d different%n", rows.size(), alone.rows(), different);

        // a table of states: Parquet in, torques beside them, Parquet out
        Path states = folder.resolve("states.parquet");
        List<String> joints = ShippedRobots.load("panda").jointNames();
        Column[] drawn = IntStream.range(0, joints.size())
                .mapToObj(j -> org.apache
                        .spark
                        .sql
                        .functions
                        .rand(j)
                        .multiply(2)
                        .minus(1)
                        .as("q_" + joints.get(j)))
                .toArray(Column[]::new);
        session.range(0, 200_000, 1, 2).select(drawn).write().mode("overwrite").parquet(states.toString());
        Path torques = folder.resolve("torques.parquet");
        CatenaSpark.with(session.read().parquet(states.toString()), "panda", Quantity.TORQUE)
                .write()
                .mode("overwrite")
                .parquet(torques.toString());
        Dataset<Row> read = session.read().parquet(torques.toString());
        System.out.printf(
                "table: %d rows, largest torque of joint2 %.6f%n",
                read.count(), read.agg(max(abs(col("torque_joint2")))).first().getDouble(0));
        session.stop();
        if (different > 0 || rows.size() != alone.rows()) {
            System.exit(1);
        }
    }
}
