package dev.catena.planning;

import dev.catena.spline.BasisMatrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Looks for limits that are exceeded between samples: a motion is evaluated at several moments between each two. */
final class LimitCheck {
    /** Moments between two samples. */
    private static final int BETWEEN = 8;

    private final ControlPoints points;
    private final SplineChain chain;

    LimitCheck(ControlPoints points) {
        this.points = points;
        chain = new SplineChain(points);
    }

    /** The nearest approach to each row of each limit, most exceeded first, at and between samples. */
    List<LimitReport> reports(List<SampledLimit> limits, double[] x) {
        points.set(x);
        List<LimitReport> reports = new ArrayList<>();
        for (SampledLimit limit : limits) {
            BasisMatrix fine = new BasisMatrix(points.basis, MotionState.HIGHEST_ORDER, fineMoments(limit));
            double[] worst = new double[limit.function.rows()];
            LimitReport[] byRow = new LimitReport[limit.function.rows()];
            double[] values = new double[limit.function.rows()];
            for (int k = 0; k < fine.rows(); k++) {
                limit.function.value(chain.evaluate(fine, k), values);
                for (int row : limit.rows) {
                    double excess = limit.excess(row, values[row]);
                    if (byRow[row] == null || excess > worst[row]) {
                        worst[row] = excess;
                        byRow[row] = report(limit, row, values[row], fine.parameter(k), excess);
                    }
                }
            }
            for (int row : limit.rows) {
                reports.add(byRow[row]);
            }
        }
        reports.sort(Comparator.comparingDouble(LimitReport::excess).reversed());
        return reports;
    }

    private LimitReport report(SampledLimit limit, int row, double value, double u, double excess) {
        StateFunction f = limit.function;
        return new LimitReport(
                f.name(row),
                f.display(row, value),
                Double.isInfinite(limit.lower[row]) ? limit.lower[row] : f.display(row, limit.lower[row]),
                f.display(row, limit.upper[row]),
                u * points.time,
                excess);
    }

    private static double[] fineMoments(SampledLimit limit) {
        double[] coarse = limit.moments;
        if (!limit.refines) {
            return coarse;
        }
        double[] fine = new double[(coarse.length - 1) * (BETWEEN + 1) + 1];
        for (int k = 0; k < fine.length; k++) {
            int sample = Math.min(k / (BETWEEN + 1), coarse.length - 2);
            double share = (double) (k - sample * (BETWEEN + 1)) / (BETWEEN + 1);
            fine[k] = coarse[sample] + share * (coarse[sample + 1] - coarse[sample]);
        }
        return fine;
    }

    /** The limits with a sample more in each gap in which a row is exceeded by more than a tolerance. */
    List<SampledLimit> refined(List<SampledLimit> limits, double[] x, double tolerance) {
        points.set(x);
        List<SampledLimit> refined = new ArrayList<>();
        for (SampledLimit limit : limits) {
            refined.add(limit.refines ? refined(limit, tolerance) : limit);
        }
        return refined;
    }

    private SampledLimit refined(SampledLimit limit, double tolerance) {
        double[] fineMoments = fineMoments(limit);
        BasisMatrix fine = new BasisMatrix(points.basis, MotionState.HIGHEST_ORDER, fineMoments);
        double[] values = new double[limit.function.rows()];
        // by gap: the moment at which it is exceeded most, and by how much
        TreeMap<Integer, double[]> worst = new TreeMap<>();
        for (int k = 0; k < fineMoments.length; k++) {
            limit.function.value(chain.evaluate(fine, k), values);
            for (int row : limit.rows) {
                double excess = limit.excess(row, values[row]);
                double[] known = worst.get(k / (BETWEEN + 1));
                if (excess > tolerance && (known == null || excess > known[1])) {
                    worst.put(k / (BETWEEN + 1), new double[] {fineMoments[k], excess});
                }
            }
        }
        List<Double> moments = new ArrayList<>();
        for (double u : limit.moments) {
            moments.add(u);
        }
        worst.values().forEach(entry -> moments.add(entry[0]));
        return limit.withMoments(
                moments.stream().mapToDouble(u -> u).sorted().distinct().toArray());
    }
}
