import dev.catena.formats.ShippedRobots;
import dev.catena.spark.CatenaSpark;
import dev.catena.sweep.SweepFile;
import dev.catena.sweep.SweepTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A sweep on a cluster of two executors, each a process, one of which is killed meanwhile: the map is that of one machine. */
public class LostExecutor {
    public static void main(String[] arguments) throws Exception {
        Path spec = Path.of(arguments[0]);
        Path folder = Path.of(arguments[1]);
        SparkSession session = SparkSession.builder().appName("catena").getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        String large = Files.readString(spec).replaceFirst("random: [^,]*,", "random: 2e7,");
        Path file = Files.writeString(folder.resolve("lost.yaml"), large);
        int[] killed = {0};
        Thread killer = new Thread(() -> killed[0] = kill(session));
        killer.start();
        List<Row> rows = CatenaSpark.sweep(session, file).orderBy("x", "y", "z").collectAsList();
        killer.join();
        SweepTable alone = SweepFile.parse(large, "lost.yaml")
                .read(ShippedRobots.load("panda"), folder, false)
                .run(2);
        long different = IntStream.range(0, alone.rows())
                .filter(r -> IntStream.range(0, alone.columns().size())
                        .anyMatch(c -> !String.valueOf(rows.get(r).get(c)).equals(alone.text(r, c))))
                .count();
        System.out.printf(
                "lost executor: %d killed; %d rows by Spark, %d by one machine, %d different%n",
                killed[0], rows.size(), alone.rows(), different);
        session.stop();
        if (killed[0] != 1 || different > 0 || rows.size() != alone.rows()) {
            System.exit(1);
        }
    }

    /** Kills an executor when the first tasks are done. */
    private static int kill(SparkSession session) {
        try {
            while (done(session) < 2) {
                Thread.sleep(20);
            }
            ProcessHandle executor = ProcessHandle.current()
                    .descendants()
                    .filter(process -> process.info().commandLine().orElse("").contains("ExecutorBackend"))
                    .findFirst()
                    .orElseThrow();
            return executor.destroyForcibly() ? 1 : 0;
        } catch (InterruptedException e) {
            return 0;
        }
    }

    private static int done(SparkSession session) {
        var tracker = session.sparkContext().statusTracker();
        int done = 0;
        for (int stage : tracker.getActiveStageIds()) {
            if (tracker.getStageInfo(stage).isDefined()) {
                done += tracker.getStageInfo(stage).get().numCompletedTasks();
            }
        }
        return done;
    }
}
