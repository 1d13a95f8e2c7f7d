package dev.catena.benchmarks;

import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.observation.RowSource;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The triangular factor of 100 logs, 10⁷ rows of 64 columns unless told, on one thread and on two, and by one factor that takes
 * all rows in order. Run it with {@code java -Xmx512m -cp benchmarks/target/benchmarks.jar
 * dev.catena.benchmarks.IdentificationFigures 1e7}, which takes about two minutes.
 */
public final class IdentificationFigures {
    private static final int LOGS = 100;
    private static final int COLUMNS = 64;

    private IdentificationFigures() {}

    /** Rows as one log of a joint has them. */
    private record Logs(int first, int last, long rows) implements RowSource {
        @Override
        public int joints() {
            return 1;
        }

        @Override
        public int columns() {
            return COLUMNS;
        }

        @Override
        public double interval() {
            return 0.001;
        }

        @Override
        public List<RowSource> parts() {
            return IntStream.range(first, last)
                    .<RowSource>mapToObj(log -> new Logs(log, log + 1, rows))
                    .toList();
        }

        @Override
        public void forEach(RowSink sink) {
            double[] row = new double[COLUMNS];
            for (int log = first; log < last; log++) {
                SplittableRandom random = new SplittableRandom(log);
                for (long k = 0; k < rows; k++) {
                    for (int c = 0; c < COLUMNS; c++) {
                        row[c] = random.nextDouble() - 0.5;
                    }
                    sink.row(0, 0.001 * k, row, random.nextDouble());
                }
                sink.gap();
            }
        }
    }

    /** All rows by one factor. */
    private record InOrder(RowSource source) implements RowSource {
        @Override
        public int joints() {
            return source.joints();
        }

        @Override
        public int columns() {
            return source.columns();
        }

        @Override
        public double interval() {
            return source.interval();
        }

        @Override
        public void forEach(RowSink sink) {
            source.forEach(sink);
        }
    }

    private static double[] time(String what, RowSource source, int threads, double[] seconds) {
        long begun = System.nanoTime();
        double[] r = JointFactors.of(source, threads).weighted(new double[] {1}).toArray();
        seconds[0] = 1e-9 * (System.nanoTime() - begun);
        System.out.printf(Locale.ROOT, "%-34s %8.2f s%n", what, seconds[0]);
        return r;
    }

    /** The largest difference of two factors but for the signs of rows, over the largest entry. */
    private static double difference(double[] r, double[] other) {
        int width = COLUMNS + 1;
        double most = 0;
        double largest = 0;
        for (int k = 0; k < r.length; k++) {
            int diagonal = k / width * (width + 1);
            double sign = r[diagonal] * other[diagonal] < 0 ? -1 : 1;
            most = Math.max(most, Math.abs(r[k] - sign * other[k]));
            largest = Math.max(largest, Math.abs(r[k]));
        }
        return most / largest;
    }

    public static void main(String[] arguments) {
        double rows = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 1e7;
        RowSource logs = new Logs(0, LOGS, Math.round(rows / LOGS));
        double[] warmUp = {0};
        Object unused = time("warm-up, a tenth", new Logs(0, LOGS / 10, Math.round(rows / LOGS)), 2, warmUp);
        double[] one = {0};
        double[] two = {0};
        double[] inOrder = {0};
        double[] r = time("tree, one thread", logs, 1, one);
        double[] other = time("tree, two threads", logs, 2, two);
        double[] single = time("all rows in order", new InOrder(logs), 1, inOrder);
        System.out.printf(
                Locale.ROOT,
                "two threads: %.2f times; largest difference to one thread %.1e, to all rows in order %.1e%n",
                one[0] / two[0],
                difference(r, other),
                difference(single, other));
    }
}
