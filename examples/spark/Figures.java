import static org.apache.spark.sql.functions.rand;

import com.sun.management.OperatingSystemMXBean;
import dev.catena.formats.ShippedRobots;
import dev.catena.quantity.Quantity;
import dev.catena.spark.CatenaSpark;
import dev.catena.sweep.Sweep;
import dev.catena.sweep.SweepFile;
import java.lang.management.ManagementFactory;
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
    private static final int ROUNDS = 4;
    private static final int ROWS = 2_000_000;

    /** The first of them warm up. */
    private static final int TABLE_ROUNDS = 6;

    private static final OperatingSystemMXBean MACHINE =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    public static void main(String[] arguments) throws Exception {
        Path spec = Path.of(arguments[0]);
        Path folder = Path.of(arguments[1]);
        SparkSession session = SparkSession.builder().appName("catena").getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        String large = Files.readString(spec).replaceFirst("random: [^,]*,", "random: 1e8,");
        Path file = Files.writeString(folder.resolve("figures.yaml"), large);
        Sweep alone = SweepFile.parse(large, "figures.yaml").read(ShippedRobots.load("panda"), folder, false);
        Time bestAlone = null;
        Time bestOfSpark = null;
        for (int k = 0; k < ROUNDS; k++) {
            Time plain = time(() -> alone.run(CORES).rows());
            Time spark = time(() -> CatenaSpark.sweep(session, file).collectAsList().size());
            System.out.printf(
                    Locale.ROOT,
                    "round %d: %.1f s alone, %.1f s by Spark, ratio %.2f; of processor %.1f s, %.1f s, ratio %.2f%n",
                    k + 1,
                    plain.clock,
                    spark.clock,
                    plain.clock / spark.clock,
                    plain.processor,
                    spark.processor,
                    plain.processor / spark.processor);
            bestAlone = plain.orBetter(bestAlone);
            bestOfSpark = spark.orBetter(bestOfSpark);
        }
        System.out.printf(
                Locale.ROOT,
                "sweep of %d states: %.2f million a second alone, Spark %.2f of that; by processor time %.2f%n",
                alone.states(),
                1e-6 * alone.states() / bestAlone.clock,
                bestAlone.clock / bestOfSpark.clock,
                bestAlone.processor / bestOfSpark.processor);

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
        for (String codec : List.of("snappy", "uncompressed")) {
            Time best = null;
            for (int k = 0; k < TABLE_ROUNDS; k++) {
                Time table = time(() -> {
                    CatenaSpark.with(session.read().parquet(states), "panda", Quantity.TORQUE)
                            .write()
                            .mode("overwrite")
                            .option("parquet.enable.dictionary", false)
                            .option("compression", codec)
                            .parquet(folder.resolve("many-torques.parquet").toString());
                    return 0;
                });
                best = table.orBetter(best);
            }
            System.out.printf(
                    Locale.ROOT,
                    "Parquet in and out, %s: %.2f million states a second and core; %.2f a second of processor, compilers included%n",
                    codec,
                    1e-6 * ROWS / best.clock / CORES,
                    1e-6 * ROWS / best.processor);
        }
        session.stop();
    }

    private interface Work {
        int run() throws Exception;
    }

    /** Seconds by the clock, and those of all threads: on a machine that has other work too, the latter tell more. */
    private record Time(double clock, double processor) {
        Time orBetter(Time other) {
            return other == null
                    ? this
                    : new Time(Math.min(clock, other.clock), Math.min(processor, other.processor));
        }
    }

    private static Time time(Work work) throws Exception {
        long begun = System.nanoTime();
        long busy = MACHINE.getProcessCpuTime();
        int unused = work.run();
        return new Time(1e-9 * (System.nanoTime() - begun), 1e-9 * (MACHINE.getProcessCpuTime() - busy));
    }
}
