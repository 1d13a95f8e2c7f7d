package dev.catena.app.identify;

import dev.catena.app.report.Plot;
import dev.catena.app.report.ThinnedCurve;
import dev.catena.identification.JointFit;
import dev.catena.identification.LogFit;
import dev.catena.identification.log.Samples;
import java.util.ArrayList;
import java.util.List;

/** Measured and predicted efforts of one joint over time; long ones are not in memory. */
record EffortSeries(Samples time, Samples measured, Samples predicted) {

    /** Of every joint of a log. */
    static List<EffortSeries> of(LogFit fit, double[] beta) {
        List<EffortSeries> series = new ArrayList<>();
        for (JointFit joint : fit.joints()) {
            Samples[] room = Samples.zeros(3, Math.toIntExact(joint.rows()));
            series.add(new EffortSeries(room[0], room[1], room[2]));
        }
        int[] next = new int[series.size()];
        fit.rows().forEach((joint, time, row, effort) -> {
            double predicted = 0;
            for (int c = 0; c < row.length; c++) {
                predicted += row[c] * beta[c];
            }
            int k = next[joint]++;
            series.get(joint).time.set(k, time);
            series.get(joint).measured.set(k, effort);
            series.get(joint).predicted.set(k, predicted);
        });
        return series;
    }

    int length() {
        return time.length();
    }

    private double residual(int k) {
        return measured.get(k) - predicted.get(k);
    }

    /** The three curves of a plot: measured, predicted, and the difference. */
    Plot onto(Plot plot) {
        ThinnedCurve[] curves = {new ThinnedCurve(), new ThinnedCurve(), new ThinnedCurve()};
        for (int k = 0; k < length(); k++) {
            curves[0].add(time.get(k), measured.get(k));
            curves[1].add(time.get(k), predicted.get(k));
            curves[2].add(time.get(k), residual(k));
        }
        List<String> names = List.of("measured", "predicted", "residual");
        for (int c = 0; c < curves.length; c++) {
            double[][] points = curves[c].points();
            plot.curve(names.get(c), points[0], points[1]);
        }
        return plot;
    }

    /**
     * How much later efforts are measured than predicted, s: τ(t) = τ̂(t − d) ≈ τ̂ − d dτ̂/dt makes residuals go with the rate of the
     * prediction. NaN where that is longer than all of them, and no delay.
     */
    double delay() {
        double product = 0;
        double square = 0;
        for (int k = 1; k < length() - 1; k++) {
            double step = time.get(k + 1) - time.get(k - 1);
            if (step > 0) {
                double rate = (predicted.get(k + 1) - predicted.get(k - 1)) / step;
                product += residual(k) * rate;
                square += rate * rate;
            }
        }
        double delay = square > 0 ? -product / square : 0;
        return length() > 0 && Math.abs(delay) > time.get(length() - 1) - time.get(0) ? Double.NaN : delay;
    }

    /** How many residuals are in each of some intervals of equal width: their middles, and their counts. */
    double[][] histogram(int bins) {
        double most = 0;
        for (int k = 0; k < length(); k++) {
            most = Math.max(most, Math.abs(residual(k)));
        }
        double width = most > 0 ? 2 * most / bins : 1;
        double[][] bars = new double[2][bins];
        for (int b = 0; b < bins; b++) {
            bars[0][b] = -most + (b + 0.5) * width;
        }
        for (int k = 0; k < length(); k++) {
            int b = (int) Math.min(bins - 1, Math.floor((residual(k) + most) / width));
            bars[1][b]++;
        }
        return bars;
    }
}
