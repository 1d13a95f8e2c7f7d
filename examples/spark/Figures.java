import static org.apache.spark.sql.functions.rand;

import dev.catena.formats.ShippedRobots;
import dev.catena.quantity.Quantity;
import dev.catena.spark.CatenaSpark;
import dev.catena.sweep.Sweep;
import dev.catena.sweep.SweepFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** How fast Spark is on two cores: a sweep beside that of one machine, in turns, and a table from Parquet to Parquet. */
public class Figures {
    private static final int CORES = 2;
    private static final int ROUNDS = 5;
    private static final int ROWS = 1_000_000;

    public static void main(String[] arguments) throws Exception {
        Path spec = Path.of(arguments[0]);
        Path folder = Path.of(arguments[1]);
        SparkSession session = SparkSession.builder().appName("catena").getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        String large = Files.readString(spec).replaceFirst("random: [^,]*,", "random: 2e7,");
        Path file = Files.writeString(folder.resolve("figures.yaml"), large);
        Sweep alone = SweepFile.parse(large, "figures.yaml").read(ShippedRobots.load("panda"), folder, false);
        double bestAlone = Double.MAX_VALUE;
        double bestOfSpark = Double.MAX_VALUE;
        for (int k = 0; k < ROUNDS; k++) {
            double plain = seconds(() -> alone.run(CORES).rows());
            double spark = seconds(() -> CatenaSpark.sweep(session, file).collectAsList().size());
            System.out.printf(
                    Locale.ROOT, "round %d: %.1f s alone, %.1f s by Spark, ratio %.2f%n", k + 1, plain, spark, plain / spark);
            bestAlone = Math.min(bestAlone, plain);
            bestOfSpark = Math.min(bestOfSpark, spark);
        }
        System.out.printf(
                Locale.ROOT,
                "sweep of %d states: %.2f million a second alone, Spark %.2f of that%n",
                alone.states(),
                1e-6 * alone.states() / bestAlone,
                bestAlone / bestOfSpark);

        List<String> joints = ShippedRobots.load("panda").jointNames();
        Column[] drawn = Stream.of("q_", "qd_", "qdd_")
                .flatMap(prefix -> joints.stream()
                        .map(joint -> rand((prefix + joint).hashCode())
                                .multiply(2)
                                .minus(1)
                                .as(prefix + joint)))
                .toArray(Column[]::new);
        String states = folder.resolve("many-states.parquet").toString();
        session.range(0, ROWS, 1, 2 * CORES).select(drawn).write().mode("overwrite").parquet(states);
        double best = Double.MAX_VALUE;
        for (int k = 0; k < ROUNDS; k++) {
            best = Math.min(best, seconds(() -> {
                CatenaSpark.with(session.read().parquet(states), "panda", Quantity.TORQUE)
                        .write()
                        .mode("overwrite")
                        .parquet(folder.resolve("many-torques.parquet").toString());
                return 0;
            }));
        }
        System.out.printf(
                Locale.ROOT, "Parquet in and out: %.2f million states a second and core%n", 1e-6 * ROWS / best / CORES);
        session.stop();
    }

    private interface Work {
        int run() throws Exception;
    }

    private static double seconds(Work work) throws Exception {
        long begun = System.nanoTime();
        int unused = work.run();
        return 1e-9 * (System.nanoTime() - begun);
    }
}
