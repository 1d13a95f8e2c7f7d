package dev.catena.identification.estimate;

import dev.catena.identification.observation.RowSource;
import dev.catena.identification.observation.RowSource.RowSink;
import java.util.Arrays;

/**
 * How far estimates can be trusted when noise is not white: filters, friction that is modeled too simply and vibrations make
 * neighboring residuals alike, so that there are fewer independent equations than rows.
 *
 * <p>A weighted estimate is β = Σ a_t τ_t with a_t = (WᵀΩ⁻¹W)⁻¹ w_t/σ². With the autocovariances γ of a joint's noise its variance is
 * Σ_k γ_k Σ_t a_t a_{t+k}, the sum being taken over lags up to where the residuals' correlation vanishes, with a flat-top window
 * [Politis]. Of a robust estimate residuals are taken as far as they count ({@link Influence}). What fitting takes away from the residuals is given back: of n rows only n less the traces of those sums are free.
 */
public final class ErrorAnalysis {
    private static final int MOST_LAGS = 200;

    /** A correlation is noise if it stays below this times √(log₁₀ n/n) for so many lags. */
    private static final double INSIGNIFICANT = 2;

    private static final int QUIET_LAGS = 5;

    /** Rows are adjacent if they are no farther apart than so many intervals. */
    private static final double ADJACENT = 1.5;

    private final int joints;
    private final int columns;
    private final double[][] correlation;
    private final int[] lags;
    private final double[] deviation;
    private final double[] noise;

    private ErrorAnalysis(RowSource source, LinearEstimate estimate) {
        joints = source.joints();
        columns = source.columns();
        double interval = source.interval();
        Residuals residuals = new Residuals(interval, estimate);
        source.forEach(residuals);
        correlation = new double[joints][MOST_LAGS + 1];
        lags = new int[joints];
        for (int j = 0; j < joints; j++) {
            for (int k = 0; k <= MOST_LAGS && residuals.products[j][0] > 0; k++) {
                correlation[j][k] = residuals.products[j][k] / residuals.products[j][0];
            }
            lags[j] = significant(correlation[j], residuals.count[j]);
        }
        Sensitivities sensitivities = new Sensitivities(interval, estimate);
        source.forEach(sensitivities);
        deviation = new double[columns];
        noise = new double[joints];
        for (int j = 0; j < joints; j++) {
            double free = residuals.count[j] - sensitivities.lost[j] * sensitivities.inflation(j);
            noise[j] = Math.sqrt(residuals.products[j][0] / Math.max(1, free));
        }
        for (int c = 0; c < columns; c++) {
            double variance = 0;
            for (int j = 0; j < joints; j++) {
                variance += noise[j] * noise[j] * sensitivities.variance(j, c);
            }
            deviation[c] = Math.sqrt(variance);
        }
    }

    /** Goes through the equations of a weighted estimate twice. */
    public static ErrorAnalysis of(RowSource source, LinearEstimate estimate) {
        return new ErrorAnalysis(source, estimate);
    }

    /** Standard deviation of a parameter; zero if it was not estimated. */
    public double deviation(int column) {
        return deviation[column];
    }

    public double[] deviations() {
        return deviation.clone();
    }

    /** Standard deviation of a joint's noise. */
    public double noise(int joint) {
        return noise[joint];
    }

    /** Correlation of a joint's residuals at distances from 0 rows on. */
    public double[] correlation(int joint) {
        return correlation[joint].clone();
    }

    /** Over how many rows residuals of a joint are alike; zero for white noise. */
    public int correlatedRows(int joint) {
        return lags[joint];
    }

    /** The last lag whose correlation stands out before several do not. */
    private static int significant(double[] correlation, long count) {
        double n = Math.max(10.0, (double) count);
        double bound = INSIGNIFICANT * Math.sqrt(Math.log10(n) / n);
        int last = 0;
        for (int k = 1; k <= MOST_LAGS / 2 && k < count / 4; k++) {
            if (Math.abs(correlation[k]) > bound) {
                last = k;
            } else if (k - last >= QUIET_LAGS) {
                break;
            }
        }
        return last;
    }

    /** One up to the last significant lag, then falling to zero at twice that. */
    private static double window(int k, int last) {
        return k <= last ? 1 : Math.max(0, 2 - (double) k / last);
    }

    /** The last values of each joint that are adjacent in time. */
    private abstract class Recent implements RowSink {
        private final double interval;
        private final double[] lastTime = new double[joints];
        final long[] count = new long[joints];

        /** How many adjacent rows came before. */
        final int[] run = new int[joints];

        Recent(double interval) {
            this.interval = interval;
            gap();
        }

        @Override
        public final void gap() {
            Arrays.fill(lastTime, Double.NaN);
        }

        final void step(int joint, double time) {
            boolean adjacent = time - lastTime[joint] <= ADJACENT * interval && time > lastTime[joint];
            run[joint] = adjacent ? run[joint] + 1 : 0;
            lastTime[joint] = time;
            count[joint]++;
        }
    }

    /** Σ e_t e_{t+k} of every joint, e being residuals as far as they count. */
    private final class Residuals extends Recent {
        final double[] beta;
        final Influence.Counted counted;
        final double[][] products = new double[joints][MOST_LAGS + 1];
        final double[][] past = new double[joints][MOST_LAGS + 1];

        Residuals(double interval, LinearEstimate estimate) {
            super(interval);
            beta = estimate.values();
            counted = estimate.influence().counted();
        }

        @Override
        public void row(int joint, double time, double[] row, double effort) {
            step(joint, time);
            double left = effort;
            for (int c = 0; c < columns; c++) {
                left -= row[c] * beta[c];
            }
            double e = counted.of(joint, left);
            double[] ring = past[joint];
            int at = (int) (count[joint] % ring.length);
            ring[at] = e;
            int known = Math.min(run[joint], MOST_LAGS);
            for (int k = 0; k <= known; k++) {
                int then = at - k;
                products[joint][k] += e * ring[then < 0 ? then + ring.length : then];
            }
        }
    }

    /** Σ_k ρ_k Σ_t a_t a_{t+k} of every joint and parameter, and how many rows a joint spends on the fit. */
    private final class Sensitivities extends Recent {
        final LinearEstimate estimate;
        final double[][] sums = new double[joints][columns];
        final double[][] white = new double[joints][columns];
        final double[][][] past = new double[joints][][];
        final double[] lost = new double[joints];

        Sensitivities(double interval, LinearEstimate estimate) {
            super(interval);
            this.estimate = estimate;
            for (int j = 0; j < joints; j++) {
                past[j] = new double[2 * lags[j] + 1][columns];
            }
        }

        @Override
        public void row(int joint, double time, double[] row, double effort) {
            step(joint, time);
            double[][] inverse = estimate.influence().inverse();
            double weight = 1 / (estimate.noise(joint) * estimate.noise(joint));
            double[][] ring = past[joint];
            int at = (int) (count[joint] % ring.length);
            double[] a = ring[at];
            for (int i = 0; i < columns; i++) {
                double sum = 0;
                double[] line = inverse[i];
                for (int c = 0; c < columns; c++) {
                    sum += line[c] * row[c];
                }
                a[i] = weight * sum;
                lost[joint] += a[i] * row[i];
                white[joint][i] += a[i] * a[i];
                sums[joint][i] += a[i] * a[i];
            }
            int known = Math.min(run[joint], ring.length - 1);
            for (int k = 1; k <= known; k++) {
                double rho = 2 * window(k, lags[joint]) * correlation[joint][k];
                int then = at - k;
                double[] before = ring[then < 0 ? then + ring.length : then];
                for (int i = 0; rho != 0 && i < columns; i++) {
                    sums[joint][i] += rho * a[i] * before[i];
                }
            }
        }

        /** The flat-top window can make a variance too small; white noise is the least. */
        double variance(int joint, int column) {
            return Math.max(sums[joint][column], white[joint][column]);
        }

        /** How much more of the noise the fit takes than of white noise. */
        double inflation(int joint) {
            double sum = 0;
            int count = 0;
            for (int c = 0; c < columns; c++) {
                if (white[joint][c] > 0) {
                    sum += variance(joint, c) / white[joint][c];
                    count++;
                }
            }
            return count == 0 ? 1 : Math.min(5, sum / count);
        }
    }
}
