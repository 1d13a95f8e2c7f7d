package dev.catena.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What JMH measured of one benchmark on one robot.
 *
 * @param quantity the benchmark class without its ending, such as {@code InverseDynamics}
 * @param library the benchmark method, such as {@code catena}
 * @param nanoseconds per call: the best iteration of each fork, since other processes only ever add to it; of the
 *     forks the median, since compilers do not decide alike in each
 * @param bytes allocated per call, by the same rule; NaN where not measured
 */
record Measurement(String quantity, String library, String robot, double nanoseconds, double bytes) {
    private static final String ENDING = "Benchmark";

    static final String PINOCCHIO = "pinocchio";

    /** For orientation: what Pinocchio 3.7 took on another machine with AVX-512. */
    private static final List<Measurement> KNOWN = List.of(
            new Measurement("TorqueSensitivity", PINOCCHIO, "panda", 1_919, Double.NaN),
            new Measurement("FloatingTorqueSensitivity", PINOCCHIO, "talos", 10_986, Double.NaN),
            new Measurement("AccelerationSensitivity", PINOCCHIO, "panda", 3_188, Double.NaN),
            new Measurement("FloatingAccelerationSensitivity", PINOCCHIO, "talos", 25_334, Double.NaN));

    /** From a run without profiler and another with JMH's profiler of allocations, beside what is known of others. */
    static List<Measurement> readAll(JsonNode times, JsonNode allocations) {
        Map<List<String>, Double> bytes = new HashMap<>();
        for (JsonNode result : allocations) {
            Measurement m = read(result);
            bytes.put(m.key(), m.bytes);
        }
        List<Measurement> all = new ArrayList<>(KNOWN);
        for (JsonNode result : times) {
            Measurement m = read(result);
            all.add(new Measurement(
                    m.quantity, m.library, m.robot, m.nanoseconds, bytes.getOrDefault(m.key(), Double.NaN)));
        }
        return all;
    }

    static Optional<Measurement> find(List<Measurement> measurements, String quantity, String library, String robot) {
        return measurements.stream()
                .filter(m -> m.key().equals(List.of(quantity, library, robot)))
                .findFirst();
    }

    private List<String> key() {
        return List.of(quantity, library, robot);
    }

    static Measurement read(JsonNode result) {
        String[] path = result.path("benchmark").asText().split("\\.", -1);
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
                medianOfBest(result.path("secondaryMetrics")
                        .path("gc.alloc.rate.norm")
                        .path("rawData")));
    }

    /** NaN without forks. */
    private static double medianOfBest(JsonNode forks) {
        if (forks.isEmpty()) {
            return Double.NaN;
        }
        double[] best = new double[forks.size()];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        for (int f = 0; f < best.length; f++) {
            for (JsonNode iteration : forks.get(f)) {
                best[f] = Math.min(best[f], iteration.asDouble());
            }
        }
        return median(best);
    }

    /** NaN of nothing. */
    static double median(double[] values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
