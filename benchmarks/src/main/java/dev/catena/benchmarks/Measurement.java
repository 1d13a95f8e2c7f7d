package dev.catena.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One line of JMH's results.
 *
 * @param quantity the benchmark class without its ending, such as {@code InverseDynamics}
 * @param library the benchmark method, such as {@code catena}
 * @param nanoseconds per call: the best iteration of each fork, since other processes only ever add time; of the
 *     forks the median, since compilers do not decide alike in each
 * @param bytes allocated per call; NaN where not measured
 */
record Measurement(String quantity, String library, String robot, double nanoseconds, double bytes) {
    private static final String ENDING = "Benchmark";

    static List<Measurement> readAll(JsonNode jmhResults) {
        List<Measurement> all = new ArrayList<>();
        for (JsonNode result : jmhResults) {
            all.add(read(result));
        }
        return all;
    }

    private static Measurement read(JsonNode result) {
        String[] path = result.path("benchmark").asText().split("\\.");
        String type = path[path.length - 2];
        JsonNode metric = result.path("primaryMetric");
        if (!metric.path("scoreUnit").asText().equals("ns/op")) {
            throw new IllegalArgumentException("%s is measured in %s, expected ns/op"
                    .formatted(
                            result.path("benchmark").asText(),
                            metric.path("scoreUnit").asText()));
        }
        return new Measurement(
                type.endsWith(ENDING) ? type.substring(0, type.length() - ENDING.length()) : type,
                path[path.length - 1],
                result.path("params").path("robot").asText(),
                medianOfBest(metric.path("rawData")),
                result.path("secondaryMetrics")
                        .path("gc.alloc.rate.norm")
                        .path("score")
                        .asDouble(Double.NaN));
    }

    private static double medianOfBest(JsonNode forks) {
        double[] best = new double[forks.size()];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        for (int f = 0; f < best.length; f++) {
            for (JsonNode iteration : forks.get(f)) {
                best[f] = Math.min(best[f], iteration.asDouble());
            }
        }
        Arrays.sort(best);
        int middle = best.length / 2;
        return best.length % 2 == 1 ? best[middle] : (best[middle - 1] + best[middle]) / 2;
    }
}
