package dev.catena.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Times over those of an earlier commit, measured in turn on the same machine, beside the goals. */
public final class AgainstEarlier {
    private final Path times;

    private AgainstEarlier(Path times) {
        this.times = times;
    }

    /** Reads JMH's results {@code WHEN-QUANTITY-ROBOT-ROUND.json} of a folder, prints the table, and publishes it. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 5) {
            throw new IllegalArgumentException(
                    "expected TIMES GOALS EARLIER NOW ROUNDS, and PAGE to publish the table there");
        }
        AgainstEarlier results = new AgainstEarlier(Path.of(arguments[0]));
        PublishedTable table = new PublishedTable(
                "this commit against " + arguments[2],
                "benchmarks/against --publish",
                "%s, JDK %s; commit %s; the best of 40 iterations of 20 ms after 4 s, median of JVMs, run in turn, each: %s."
                        .formatted(BenchmarkTable.cpu(), Runtime.version().feature(), arguments[3], arguments[4]),
                List.of("quantity", "robot", "now, ns", "over the earlier", "its ns", "ratio", "goal", ""));
        int met = 0;
        int judged = 0;
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            String[] goal = line.split(",", -1);
            String of = goal[3].isEmpty() ? goal[0] : goal[3];
            double earlier = results.median("earlier", of, goal[1]);
            double now = results.median("now", goal[0], goal[1]);
            if (Double.isNaN(earlier) || Double.isNaN(now)) {
                continue;
            }
            boolean isMet = now / earlier <= Double.parseDouble(goal[2]);
            judged++;
            met += isMet ? 1 : 0;
            table.row(List.of(
                    goal[0],
                    goal[1],
                    number("%,.0f", now),
                    of,
                    number("%,.0f", earlier),
                    number("%.2f", now / earlier),
                    "≤ " + goal[2],
                    isMet ? "" : "**missed**"));
        }
        table.remark("%s of %s goals met.".formatted(met, judged));
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(table.text());
        if (arguments.length > 5) {
            table.writeInto(Path.of(arguments[5]));
        }
    }

    /** NaN where nothing was measured. */
    private double median(String when, String quantity, String robot) throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<Double> best = new ArrayList<>();
        String start = "%s-%s-%s-".formatted(when, quantity, robot);
        try (Stream<Path> files = Files.list(times)) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith(start))
                    .toList()) {
                for (JsonNode result : json.readTree(file.toFile())) {
                    best.add(Measurement.read(result).nanoseconds());
                }
            }
        }
        return Measurement.median(best.stream().mapToDouble(x -> x).toArray());
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
