package dev.catena.planning.transcription;

import dev.catena.model.NumericalException;
import dev.catena.nlp.EvaluationException;
import dev.catena.planning.function.LimitReport;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.spline.BasisMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks for limits that are exceeded between samples: a motion is evaluated at several moments between each two samples
 * and between each two knots, and the peaks that are found there are made more exact by parabolas.
 */
public final class LimitCheck {
    /** Moments between two samples. */
    private static final int BETWEEN_SAMPLES = 8;

    /** Moments between two knots, whatever the samples: pieces of motion are smooth. */
    private static final int BETWEEN_KNOTS = 12;

    /** Peaks this far below a limit, as a fraction of it, need not be known exactly. */
    private static final double FAR = 0.1;

    private final ControlPoints points;
    private final SplineChain chain;
    private final @Nullable BalancedInputs balanced;

    /** Balanced inputs by moment, the same for all limits. */
    private final Map<Double, double[]> known = new HashMap<>();

    public LimitCheck(ControlPoints points) {
        this(points, null);
    }

    /** @param balanced what inputs are between samples; null if limits with inputs count at samples alone */
    public LimitCheck(ControlPoints points, @Nullable BalancedInputs balanced) {
        this.points = points;
        this.balanced = balanced;
        chain = new SplineChain(points);
    }

    /** Where a row is nearest to its limit, or most beyond it, among its neighbors in time. */
    private record Peak(int row, double moment, double value, double excess) {}

    /** The nearest approach to each row of each limit, most exceeded first, at and between samples. */
    public List<LimitReport> reports(List<SampledLimit> limits, double[] x) {
        set(x);
        List<LimitReport> reports = new ArrayList<>();
        for (SampledLimit limit : limits) {
            List<Peak> peaks = peaks(limit);
            for (int row : limit.rows) {
                peaks.stream()
                        .filter(peak -> peak.row == row)
                        .max(Comparator.comparingDouble(Peak::excess))
                        .ifPresent(peak -> reports.add(report(limit, peak)));
            }
        }
        reports.sort(Comparator.comparingDouble(LimitReport::excess).reversed());
        return reports;
    }

    private void set(double[] x) {
        points.set(x);
        known.clear();
    }

    private LimitReport report(SampledLimit limit, Peak peak) {
        StateFunction f = limit.function;
        int row = peak.row;
        return new LimitReport(
                f.name(row),
                f.display(row, peak.value),
                Double.isInfinite(limit.lower[row]) ? limit.lower[row] : f.display(row, limit.lower[row]),
                Double.isInfinite(limit.upper[row]) ? limit.upper[row] : f.display(row, limit.upper[row]),
                peak.moment * points.time,
                peak.excess);
    }

    private List<Peak> peaks(SampledLimit limit) {
        double[] moments = fineMoments(limit);
        BasisMatrix fine = new BasisMatrix(points.basis, points.highestOrder, moments);
        double[][] values = new double[moments.length][limit.function.rows()];
        for (int k = 0; k < moments.length; k++) {
            evaluate(limit, fine, k, values[k]);
        }
        List<Peak> peaks = new ArrayList<>();
        for (int row : limit.rows) {
            double[] excess = new double[moments.length];
            for (int k = 0; k < moments.length; k++) {
                excess[k] = limit.excess(row, values[k][row]);
            }
            for (int k = 0; k < moments.length; k++) {
                boolean rises = k == 0 || excess[k] >= excess[k - 1];
                boolean falls = k == moments.length - 1 || excess[k] >= excess[k + 1];
                if (rises && falls) {
                    peaks.add(new Peak(row, moments[k], values[k][row], excess[k]));
                    if (looksBetween(limit) && k > 0 && k < moments.length - 1 && excess[k] > -FAR) {
                        addVertex(limit, row, moments, excess, k, peaks);
                    }
                }
            }
        }
        return peaks;
    }

    /** Adds what the function is at the vertex of the parabola through three moments. */
    private void addVertex(SampledLimit limit, int row, double[] moments, double[] excess, int k, List<Peak> peaks) {
        double before = moments[k - 1] - moments[k];
        double after = moments[k + 1] - moments[k];
        double slopeBefore = (excess[k - 1] - excess[k]) / before;
        double slopeAfter = (excess[k + 1] - excess[k]) / after;
        double curvature = (slopeAfter - slopeBefore) / (after - before);
        double step = -(slopeBefore - curvature * before) / (2 * curvature);
        if (!(curvature < 0 && step > before && step < after)) {
            return;
        }
        double moment = moments[k] + step;
        double[] value = new double[limit.function.rows()];
        evaluate(limit, new BasisMatrix(points.basis, points.highestOrder, moment), 0, value);
        peaks.add(new Peak(row, moment, value[row], limit.excess(row, value[row])));
    }

    /** Values of a limit's function; NaN where it has none. */
    private void evaluate(SampledLimit limit, BasisMatrix matrix, int k, double[] out) {
        try {
            MotionState state = chain.evaluate(matrix, k);
            if (balanced != null && limit.hasInputs()) {
                double[] inputs = known.get(state.moment());
                if (inputs == null) {
                    balanced.balance(state);
                    known.put(state.moment(), state.inputs().clone());
                } else {
                    System.arraycopy(inputs, 0, state.inputs(), 0, inputs.length);
                }
            }
            limit.function.value(state, out);
        } catch (NumericalException | EvaluationException e) {
            Arrays.fill(out, Double.NaN);
        }
    }

    /** Inputs are known at samples, and between them where they can be balanced. */
    private boolean looksBetween(SampledLimit limit) {
        return limit.looksBetween && (balanced != null || !limit.hasInputs());
    }

    private double[] fineMoments(SampledLimit limit) {
        double[] coarse = limit.moments;
        if (!looksBetween(limit)) {
            return coarse;
        }
        TreeSet<Double> fine = new TreeSet<>();
        subdivide(coarse, BETWEEN_SAMPLES, fine);
        double[] knots = points.basis.breakpoints();
        subdivide(knots, BETWEEN_KNOTS, fine);
        // the highest derivative of a spline jumps at knots: both sides count
        for (int k = 1; k < knots.length; k++) {
            fine.add(Math.nextDown(knots[k]));
        }
        double from = coarse[0];
        double to = coarse[coarse.length - 1];
        return fine.stream()
                .mapToDouble(u -> u)
                .filter(u -> u >= from && u <= to)
                .toArray();
    }

    private static void subdivide(double[] stations, int between, Set<Double> out) {
        for (int k = 0; k < stations.length - 1; k++) {
            double width = stations[k + 1] - stations[k];
            for (int part = 0; part <= between; part++) {
                out.add(stations[k] + width * part / (between + 1));
            }
        }
        out.add(stations[stations.length - 1]);
    }

    /** The limits with a sample more in each gap in which a row is exceeded by more than a tolerance. */
    public List<SampledLimit> refined(List<SampledLimit> limits, double[] x, double tolerance) {
        set(x);
        TreeSet<Double> shared = new TreeSet<>();
        for (SampledLimit limit : limits) {
            if (balanced != null && limit.isShared()) {
                shared.addAll(finer(limit, tolerance));
            }
        }
        List<SampledLimit> refined = new ArrayList<>();
        for (SampledLimit limit : limits) {
            if (limit.isShared() && !shared.isEmpty()) {
                double from = limit.moments[0];
                double to = limit.moments[limit.moments.length - 1];
                TreeSet<Double> own = new TreeSet<>(shared.subSet(from, true, to, true));
                refined.add(limit.withMoments(own.stream().mapToDouble(u -> u).toArray()));
            } else {
                refined.add(
                        limit.refines
                                ? limit.withMoments(finer(limit, tolerance).stream()
                                        .mapToDouble(u -> u)
                                        .toArray())
                                : limit);
            }
        }
        return refined;
    }

    /** The moments of a limit, and one in each gap in which it is exceeded. */
    private NavigableSet<Double> finer(SampledLimit limit, double tolerance) {
        // by gap between samples: where the limit is exceeded most
        TreeMap<Integer, Peak> worst = new TreeMap<>();
        for (Peak peak : peaks(limit)) {
            int gap = Arrays.binarySearch(limit.moments, peak.moment);
            if (gap < 0 && peak.excess > tolerance) {
                worst.merge(gap, peak, (known, other) -> other.excess > known.excess ? other : known);
            }
        }
        TreeSet<Double> moments = new TreeSet<>();
        for (double u : limit.moments) {
            moments.add(u);
        }
        worst.values().forEach(peak -> moments.add(peak.moment));
        return moments;
    }
}
