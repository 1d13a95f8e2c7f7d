package dev.catena.app.plan;

import dev.catena.formats.yaml.YamlMap;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** The {@code guess} of a plan with start and goal: postures near which the search begins, straight lines in between. */
final class PlanGuess {
    private static final int POINTS = 129;

    private PlanGuess() {}

    /**
     * Reads the postures.
     *
     * @param ends postures at 0 and, where it is known, at 1
     * @param positions reads a posture
     */
    static Spline read(YamlMap top, Map<Double, double[]> ends, BiFunction<YamlMap, String, double[]> positions) {
        TreeMap<Double, double[]> stations = new TreeMap<>(ends);
        for (YamlMap entry : top.maps("guess")) {
            entry.require("position");
            double at = entry.requiredNumber("at");
            double[] posture = positions.apply(entry, "position");
            if (!(at > 0 && at <= 1) || stations.put(at, posture) != null) {
                entry.problem(
                        "at",
                        "a posture of the guess is at %s of the duration, but each must be at another moment between 0 and 1"
                                .formatted(at));
            }
            entry.finish();
        }
        int n = stations.firstEntry().getValue().length;
        double[] points = new double[POINTS * n];
        for (int k = 0; k < POINTS; k++) {
            double u = (double) k / (POINTS - 1);
            Map.Entry<Double, double[]> before = stations.floorEntry(u);
            Map.Entry<Double, double[]> after = stations.ceilingEntry(u);
            double[] from = before.getValue();
            double[] to = after == null ? from : after.getValue();
            double length = after == null ? 0 : after.getKey() - before.getKey();
            for (int i = 0; i < n; i++) {
                points[k * n + i] = from[i] + (length > 0 ? (u - before.getKey()) / length * (to[i] - from[i]) : 0);
            }
        }
        return new Spline(SplineBasis.uniform(1, POINTS), n, points);
    }
}
