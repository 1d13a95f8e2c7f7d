package dev.catena.identification.estimate;

import dev.catena.identification.log.Median;
import dev.catena.identification.log.Samples;
import dev.catena.identification.observation.RowSource;

/**
 * Least squares that outliers do not lead astray: rows are weighted again and again by how well the last estimate explains them,
 * until estimates stay the same.
 */
public final class RobustLeastSquares {
    /** How much a row counts, by its residual. */
    public enum Loss {
        /** Grows linearly beyond 1.345 deviations: 95 % as good as least squares where noise is Gaussian. */
        HUBER {
            @Override
            double weight(double x) {
                return Math.abs(x) <= 1.345 ? 1 : 1.345 / Math.abs(x);
            }

            @Override
            double slope(double x) {
                return Math.abs(x) <= 1.345 ? 1 : 0;
            }
        },
        /** Tukey's: rows beyond 4.685 deviations do not count at all. */
        BISQUARE {
            @Override
            double weight(double x) {
                double u = x / 4.685;
                return Math.abs(u) >= 1 ? 0 : (1 - u * u) * (1 - u * u);
            }

            @Override
            double slope(double x) {
                double u = x / 4.685;
                return Math.abs(u) >= 1 ? 0 : (1 - u * u) * (1 - 5 * u * u);
            }
        };

        abstract double weight(double x);

        /** Of weight(x) x, which is how much of a residual counts. */
        abstract double slope(double x);
    }

    /** Median of absolute deviations of Gaussian noise: its deviation is so many times that. */
    private static final double MEDIAN_TO_DEVIATION = 1.4826;

    private static final double TOLERANCE = 1e-6;
    private static final int MOST_ROUNDS = 100;

    /** Slopes have at least this mean, 0.8 where noise is Gaussian; with less deviations are large enough to say so. */
    private static final double LEAST_SLOPE = 1e-3;

    private RobustLeastSquares() {}

    /**
     * The estimate from the rows of a source.
     *
     * @param wanted by column: whether it is estimated
     * @param pinned by column: its value if it is not
     */
    public static LinearEstimate estimate(RowSource source, Loss loss, boolean[] wanted, double[] pinned) {
        JointFactors factors = JointFactors.of(source);
        LinearEstimate estimate = LeastSquares.weighted(factors, wanted, pinned);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double[] values = estimate.values();
            double[] noise = noise(source, factors, values);
            TriangularFactor factor = new TriangularFactor(source.columns());
            double[] sums = new double[2];
            double[] slopes = new double[source.joints()];
            source.forEach((joint, time, row, effort) -> {
                double x = (effort - dot(row, values)) / noise[joint];
                double weight = loss.weight(x);
                factor.add(row, effort, Math.sqrt(weight) / noise[joint]);
                sums[0] += weight * x * x;
                sums[1] += weight;
                slopes[joint] += loss.slope(x);
            });
            LinearSolution solution = LinearSolution.of(factor, wanted, pinned);
            double scale = sums[0] / Math.max(1, sums[1] - solution.estimated());
            Influence influence = new Influence(
                    inverse(factors, slopes, noise, solution),
                    (joint, residual) -> loss.weight(residual / noise[joint]) * residual);
            LinearEstimate next = new LinearEstimate(factor, solution, noise, Math.max(1, scale), influence);
            boolean same = isSame(estimate, next);
            estimate = next;
            if (same) {
                break;
            }
        }
        return estimate;
    }

    /** H⁻¹ of the columns that were estimated; slopes are sums over the rows of a joint. */
    private static double[][] inverse(JointFactors factors, double[] slopes, double[] noise, LinearSolution solution) {
        double[] deviations = new double[noise.length];
        for (int j = 0; j < noise.length; j++) {
            double mean = slopes[j] / Math.max(1, factors.rows(j));
            deviations[j] = noise[j] / Math.sqrt(Math.max(LEAST_SLOPE, mean));
        }
        boolean[] wanted = new boolean[factors.columns()];
        for (int c = 0; c < wanted.length; c++) {
            wanted[c] = solution.isEstimated(c);
        }
        return LinearSolution.of(factors.weighted(deviations), wanted, solution.values())
                .inverse();
    }

    private static boolean isSame(LinearEstimate before, LinearEstimate after) {
        for (int c = 0; c < before.columns(); c++) {
            double step = Math.abs(after.value(c) - before.value(c));
            if (step > TOLERANCE * (Math.abs(after.value(c)) + after.whiteDeviation(c))) {
                return false;
            }
        }
        return true;
    }

    private static double dot(double[] row, double[] values) {
        double sum = 0;
        for (int c = 0; c < row.length; c++) {
            sum += row[c] * values[c];
        }
        return sum;
    }

    /** By joint: the deviation of noise from the median of absolute residuals. */
    private static double[] noise(RowSource source, JointFactors factors, double[] values) {
        Samples[] residual = new Samples[source.joints()];
        int[] next = new int[source.joints()];
        for (int j = 0; j < residual.length; j++) {
            residual[j] = Samples.zeros(1, Math.toIntExact(factors.rows(j)))[0];
        }
        source.forEach(
                (joint, time, row, effort) -> residual[joint].set(next[joint]++, Math.abs(effort - dot(row, values))));
        double[] noise = new double[residual.length];
        for (int j = 0; j < noise.length; j++) {
            double median = residual[j].length() == 0 ? 0 : Median.of(residual[j].length(), residual[j]::get);
            noise[j] = Math.max(MEDIAN_TO_DEVIATION * median, 1e-11 * factors.effort(j));
            if (noise[j] == 0) {
                noise[j] = 1;
            }
        }
        return noise;
    }
}
