package dev.catena.app.identify;

import dev.catena.identification.LogFit;
import java.util.ArrayList;
import java.util.List;

/** Measured and predicted efforts of one joint over time. */
record EffortSeries(double[] time, double[] measured, double[] predicted) {

    /** Of every joint of a log. */
    static List<EffortSeries> of(LogFit fit, double[] beta) {
        int n = fit.joints().size();
        List<List<double[]>> samples = new ArrayList<>();
        for (int j = 0; j < n; j++) {
            samples.add(new ArrayList<>());
        }
        fit.rows().forEach((joint, time, row, effort) -> {
            double predicted = 0;
            for (int c = 0; c < row.length; c++) {
                predicted += row[c] * beta[c];
            }
            samples.get(joint).add(new double[] {time, effort, predicted});
        });
        List<EffortSeries> series = new ArrayList<>();
        for (List<double[]> ofJoint : samples) {
            series.add(new EffortSeries(column(ofJoint, 0), column(ofJoint, 1), column(ofJoint, 2)));
        }
        return series;
    }

    private static double[] column(List<double[]> samples, int c) {
        return samples.stream().mapToDouble(sample -> sample[c]).toArray();
    }

    double[] residual() {
        double[] residual = new double[time.length];
        for (int k = 0; k < time.length; k++) {
            residual[k] = measured[k] - predicted[k];
        }
        return residual;
    }

    /**
     * How much later efforts are measured than predicted, s: τ(t) = τ̂(t − d) ≈ τ̂ − d dτ̂/dt makes residuals go with the rate of the
     * prediction.
     */
    double delay() {
        double product = 0;
        double square = 0;
        double[] e = residual();
        for (int k = 1; k < time.length - 1; k++) {
            double step = time[k + 1] - time[k - 1];
            if (step > 0) {
                double rate = (predicted[k + 1] - predicted[k - 1]) / step;
                product += e[k] * rate;
                square += rate * rate;
            }
        }
        return square > 0 ? -product / square : 0;
    }

    /** How many residuals are in each of some intervals of equal width: their middles, and their counts. */
    double[][] histogram(int bins) {
        double[] e = residual();
        double most = 0;
        for (double value : e) {
            most = Math.max(most, Math.abs(value));
        }
        double width = most > 0 ? 2 * most / bins : 1;
        double[][] bars = new double[2][bins];
        for (int b = 0; b < bins; b++) {
            bars[0][b] = -most + (b + 0.5) * width;
        }
        for (double value : e) {
            int b = (int) Math.min(bins - 1, Math.floor((value + most) / width));
            bars[1][b]++;
        }
        return bars;
    }
}
